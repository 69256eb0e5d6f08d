import { InspectorError } from '../domain/errors.ts';
import type { ThreadId } from '../domain/ids.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { messageOf } from './claude-code/line-kind.ts';
import { LogIndex } from './claude-code/log-index.ts';
import { NodeSteps } from './claude-code/node-steps.ts';
import { ThreadHeaders } from './claude-code/thread-headers.ts';
import { planLanes, ThreadLanes } from './claude-code/thread-lanes.ts';
import { readHead } from './read-head.ts';
import { CallIds } from './readers/call-ids.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, plainText } from './readers/json-text.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { jsonLinesPasses, listPasses, type RecordPass } from './readers/record-passes.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { stableId } from './readers/stable-id.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';
import { ThreadFeed } from './tree/feed-threads.ts';

const FORMAT = 'claude-code';

/**
 * Session logs of Claude Code: a tree of lines, of which the way to the newest is the thread and the
 * others are branches. Sub-agents, in the same file or in one of their own, are threads that a run of
 * their session started.
 */
export const claudeCode: ThreadImporter = {
  format: FORMAT,
  label: 'Claude Code session (JSONL)',

  detect(head) {
    const { records, document } = sampleHead(head);
    if (logLinesOf(document) !== null) return true;
    return records.some(isSessionLine) && !records.some(isOthers);
  },

  async read(source, sink, options) {
    const pass = await openRecords(source, sink, options);
    const skipped = new SkippedRecords();
    const index = new LogIndex(skipped, await fallbackSession(source));
    await pass((record, line) => {
      index.add(record, line);
    });
    index.end();
    skipped.report(sink);
    const lanes = new ThreadLanes(index, source.name);
    if (lanes.isEmpty) {
      throw new InspectorError(
        'invalid-import',
        `${source.name}: the session log holds no message, so there is nothing to show`,
      );
    }
    await deliver(pass, sink, index, lanes);
  },
};

async function deliver(
  pass: RecordPass,
  sink: ImportSink,
  index: LogIndex,
  lanes: ThreadLanes,
): Promise<void> {
  const plan = planLanes(index, lanes);
  const headers = new ThreadHeaders(FORMAT, index, lanes, plan);
  const feed = new ThreadFeed(sink, plan, {
    headerOf: (thread) => headers.of(thread),
    copiedFrom: (node) => headers.copiedFrom(node),
    findsSteps: index.keptLines.size > 0 && ((id) => index.keptLines.has(id)),
  });
  const steps = new NodeSteps();
  const callIds = new ThreadCallIds(index);
  let ordinal = 0;
  await pass((record) => {
    const node = index.nodeOf(ordinal);
    if (node >= 0) {
      const read = { index: node, kind: index.nodes.kindAt(node), callIds: () => callIds.of(node) };
      const made = steps.add(read, record, index.nodes.lastRecordAt(node) === ordinal);
      if (made !== null) feed.ready(node, made);
    }
    ordinal += 1;
  });
  feed.end();
}

/** Calls and results without ids, thread by thread: only old logs have them. */
class ThreadCallIds {
  readonly #index: LogIndex;
  readonly #byThread = new Map<ThreadId, CallIds>();

  constructor(index: LogIndex) {
    this.#index = index;
  }

  of(node: number): CallIds {
    const thread = this.#index.lanes.threadIdAt(this.#index.nodes.laneAt(node));
    const known = this.#byThread.get(thread);
    if (known !== undefined) return known;
    const made = new CallIds();
    this.#byThread.set(thread, made);
    return made;
  }
}

function isSessionLine(value: unknown): boolean {
  if (!isRecord(value) || typeof value['sessionId'] !== 'string') return false;
  return typeof value['uuid'] === 'string' || isRecord(messageOf(value)?.['usage']);
}

/** Qwen Code wraps Gemini's contents in the same envelope. */
function isOthers(value: unknown): boolean {
  return isRecord(value) && (isList(messageOf(value)?.['parts']) || isRecord(value['systemPayload']));
}

/** The download of a session from the web: the same lines as one list. */
function logLinesOf(document: unknown): readonly RawRecord[] | null {
  const lines = isRecord(document) ? document['loglines'] : null;
  return isList(lines) ? lines.filter(isRecord) : null;
}

async function openRecords(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<RecordPass> {
  const { document } = sampleHead(await readHead(source));
  if (logLinesOf(document) === null) return jsonLinesPasses(source, sink, options);
  return listPasses(logLinesOf(await readJsonDocument(source, sink, options)) ?? []);
}

/** For lines that name no session: the same for the same beginning. */
async function fallbackSession(source: ByteSource): Promise<string> {
  const { records, document } = sampleHead(await readHead(source));
  const first = (logLinesOf(document) ?? records).find(isRecord);
  return stableId('session', `${plainText(first?.['uuid'])} ${plainText(first?.['timestamp'])}`);
}
