import { InspectorError } from '../domain/errors.ts';
import { conversationId, threadId } from '../domain/ids.ts';
import { MessageSteps } from './gemini-cli/message-steps.ts';
import { SessionLog } from './gemini-cli/session-log.ts';
import { isRecord, textOrJson, type RawRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead, type HeadSample } from './readers/head-sample.ts';
import { isList, plainText, textOrNull } from './readers/json-text.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { stableId } from './readers/stable-id.ts';
import type { WriterHeader } from './steps/thread-writer.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';
import { branchOf } from './tree/branch-of.ts';
import { ThreadFeed } from './tree/feed-threads.ts';
import { LogTree } from './tree/log-tree.ts';
import { planThreads } from './tree/plan-threads.ts';

const FORMAT = 'gemini-cli';

/**
 * Sessions and checkpoints of the Gemini CLI: one JSON object, or a log of messages and of what was done
 * to them since. What was taken back is a branch.
 */
export const geminiCli: ThreadImporter = {
  format: FORMAT,
  label: 'Gemini CLI session or checkpoint',

  detect(head) {
    const sample = sampleHead(head);
    return isSessionLog(sample) || isSession(sample.document) || contentsOf(sample.document) !== null;
  },

  async read(source, sink, options) {
    const log = new SessionLog();
    const skipped = new SkippedRecords();
    const sample = sampleHead(await readHead(source));
    const isDocument = isSession(sample.document) || contentsOf(sample.document) !== null;
    if (isSessionLog(sample) || !isDocument) {
      await readJsonLines(source, sink, options, (record, line) => {
        if (!log.add(record)) skipped.add(textOrNull(record['type']) ?? '', line);
      });
    } else {
      await readDocument(source, sink, options, log, skipped);
    }
    skipped.report(sink);
    if (log.leaf() < 0 && log.messages.length === 0 && textOrNull(log.header['sessionId']) === null) {
      throw new InspectorError(
        'invalid-import',
        `${source.name}: no message of a Gemini CLI session was found`,
      );
    }
    deliver(log, source, sink);
  },
};

async function readDocument(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  log: SessionLog,
  skipped: SkippedRecords,
): Promise<void> {
  const document = await readJsonDocument(source, sink, options);
  const contents = contentsOf(document);
  if (contents === null) {
    if (isRecord(document)) log.add(document);
    return;
  }
  const first = contents.slice(0, 4).map((content) => (textOrJson(content['parts']) ?? '').slice(0, 400));
  log.header = { sessionId: stableId('checkpoint', first.join('\n')) };
  for (const content of contents) if (!log.add(content)) skipped.add('content', null);
}

function deliver(log: SessionLog, source: ByteSource, sink: ImportSink): void {
  const header = headerOf(log, source);
  const tree = new LogTree(log.messages.map(({ node }) => node));
  const plan = planThreads(tree, [{ threadId: header.threadId, leaf: log.leaf(), branchEnds: tree.ends() }]);
  const feed = new ThreadFeed(sink, plan, {
    headerOf: (thread) => ({
      ...header,
      threadId: thread.threadId,
      title: thread.isBranch ? null : header.title,
      branchOf: branchOf(plan, thread),
    }),
    copiedFrom: () => null,
    findsSteps: true,
  });
  const steps = new MessageSteps();
  log.messages.forEach((message, index) => {
    feed.ready(index, steps.steps(message));
  });
  feed.end();
  if (!log.messages.some(({ node }) => node.kind !== 'none' && node.kind !== 'note')) {
    sink.warning({
      code: 'no-messages',
      line: null,
      message: `The session holds no message to or from the model, only ${log.messages.length} notices of the program.`,
    });
  }
}

function headerOf({ header }: SessionLog, source: ByteSource): WriterHeader {
  const id = textOrNull(header['sessionId']) ?? stableId('session', plainText(header['startTime']));
  const parent = textOrNull(header['parentSessionId']) ?? parentInPath(source.name, id);
  const isAgent = header['kind'] === 'subagent' || textOrNull(header['parentSessionId']) !== null;
  return {
    threadId: threadId(id),
    namespace: 'default',
    conversationId: conversationId(isAgent && parent !== null ? parent : id),
    format: FORMAT,
    title: textOrNull(header['summary']),
    fallbackTitle: id,
    branchOf: null,
    startedBy: isAgent && parent !== null ? { threadId: threadId(parent), runId: null } : null,
  };
}

/** A sub-agent's log stands in a folder that is named for its session. */
function parentInPath(path: string, id: string): string | null {
  const folder = /(?:^|[\\/])chats[\\/]([^\\/]+)[\\/][^\\/]+\.jsonl?$/.exec(path)?.[1] ?? null;
  return folder === id ? null : folder;
}

function isSessionLog({ records }: HeadSample): boolean {
  return records.some(
    (record) => isRecord(record) && (isRecord(record['$set']) || '$rewindTo' in record || isHeader(record)),
  );
}

/** A log's first line; an older session whole, which may stand on one line too. */
function isHeader(value: unknown): boolean {
  return (
    isRecord(value) && typeof value['sessionId'] === 'string' && typeof value['projectHash'] === 'string'
  );
}

function isSession(document: unknown): boolean {
  return isHeader(document) && isRecord(document) && isList(document['messages']);
}

const ROLES: ReadonlySet<unknown> = new Set(['user', 'model', 'function']);

/** A checkpoint: contents of the Gemini API, alone or beside how the user had signed in. */
function contentsOf(document: unknown): readonly RawRecord[] | null {
  const list = isRecord(document) ? document['history'] : document;
  if (!isList(list) || list.length === 0) return null;
  const sample = list.slice(0, 20);
  const isContents = sample.every(
    (content) => isRecord(content) && ROLES.has(content['role']) && isList(content['parts']),
  );
  return isContents ? list.filter(isRecord) : null;
}
