import { InspectorError } from '../domain/errors.ts';
import { conversationId, threadId, type ThreadId } from '../domain/ids.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { messageOf } from './claude-code/line-kind.ts';
import type { Lane } from './claude-code/lanes.ts';
import { LogIndex } from './claude-code/log-index.ts';
import { NodeSteps } from './claude-code/node-steps.ts';
import { readHead } from './read-head.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, plainText } from './readers/json-text.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { jsonLinesPasses, listPasses, type RecordPass } from './readers/record-passes.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { stableId } from './readers/stable-id.ts';
import type { WriterHeader } from './steps/thread-writer.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';
import { branchOf } from './tree/branch-of.ts';
import { copiedBranch } from './tree/copied-branch.ts';
import { ThreadFeed } from './tree/feed-threads.ts';
import { LogTree } from './tree/log-tree.ts';
import { planThreads, type PlannedThread, type ThreadPlan } from './tree/plan-threads.ts';

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

    const tree = new LogTree(index.nodes);
    const lanes = index.lanes.all().filter((lane) => lane.leaf >= 0);
    if (lanes.length === 0) {
      throw new InspectorError(
        'invalid-import',
        `${source.name}: the session log holds no message, so there is nothing to show`,
      );
    }
    const laneOf = lanesById(lanes, source.name);
    const ends = endsByLane(tree, index);
    const plan = planThreads(
      tree,
      [...laneOf].map(([id, lane]) => ({ threadId: id, leaf: lane.leaf, branchEnds: ends.get(lane) ?? [] })),
    );
    await deliver({ pass, sink, index, plan, laneOf });
  },
};

interface Delivery {
  readonly pass: RecordPass;
  readonly sink: ImportSink;
  readonly index: LogIndex;
  readonly plan: ThreadPlan;
  readonly laneOf: ReadonlyMap<ThreadId, Lane>;
}

async function deliver({ pass, sink, index, plan, laneOf }: Delivery): Promise<void> {
  const copies = copiedNodes(index, plan, laneOf);
  const feed = new ThreadFeed(sink, plan, {
    headerOf: (thread) => headerOf(thread, { index, plan, laneOf, copies }),
    copiedFrom: (node) => copies.get(node) ?? null,
    findsSteps: index.keepsLines,
  });
  const steps = new NodeSteps();
  let ordinal = 0;
  await pass((record) => {
    const node = index.nodeOf[ordinal] ?? -1;
    const known = index.nodes[node];
    if (known !== undefined) {
      const made = steps.add(node, known, record, known.lastRecord === ordinal);
      if (made !== null) feed.ready(node, made);
    }
    ordinal += 1;
  });
  feed.end();
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

/** A file of a sub-agent's own says in its name which one, where its lines don't. */
function lanesById(lanes: readonly Lane[], fileName: string): ReadonlyMap<ThreadId, Lane> {
  const named = /(?:^|[\\/])agent-([^\\/]+)\.jsonl$/.exec(fileName)?.[1];
  const byId = new Map<ThreadId, Lane>();
  for (const lane of lanes) {
    const isUnnamed = lane.agentKey !== null && lane.agentId === null && lane.startedAt === null;
    const fromFile = threadId(`${lane.session}/agent-${named ?? ''}`);
    byId.set(isUnnamed && named !== undefined && !byId.has(fromFile) ? fromFile : lane.threadId, lane);
  }
  return byId;
}

function endsByLane(tree: LogTree, index: LogIndex): ReadonlyMap<Lane, readonly number[]> {
  const ends = new Map<Lane, number[]>();
  for (const end of tree.ends()) {
    const lane = index.nodes[end]?.lane;
    if (lane === undefined) continue;
    const known = ends.get(lane);
    if (known === undefined) ends.set(lane, [end]);
    else known.push(end);
  }
  return ends;
}

/** Nodes whose calls count in another thread: it is where the line was written, or it has the same answer. */
function copiedNodes(
  index: LogIndex,
  plan: ThreadPlan,
  laneOf: ReadonlyMap<ThreadId, Lane>,
): ReadonlyMap<number, ThreadId> {
  const copies = new Map<number, ThreadId>();
  const countedIn = new Map<string, PlannedThread>();
  for (const thread of plan.threads) {
    const compacted = isCompactingAgent(thread, laneOf) ? thread.runs.slice(0, -1) : [];
    for (const run of thread.runs) {
      for (const entry of run.entries) {
        const node = index.nodes[entry];
        if (node === undefined || plan.ownerOf(entry) !== thread) continue;
        if (compacted.includes(run)) copies.set(entry, threadId(node.lane.session));
        else if (node.forkedFrom !== null) copies.set(entry, threadId(node.forkedFrom));
        else if (node.answerId !== null) {
          const first = countedIn.get(node.answerId);
          if (first === undefined) countedIn.set(node.answerId, thread);
          else if (first !== thread) copies.set(entry, first.threadId);
        }
      }
    }
  }
  return copies;
}

/** It is given a copy of the session and asked once for a summary of it. */
function isCompactingAgent({ threadId: id }: PlannedThread, laneOf: ReadonlyMap<ThreadId, Lane>): boolean {
  return laneOf.get(id)?.agentKey !== null && id.includes('/agent-acompact');
}

function headerOf(
  thread: PlannedThread,
  context: Omit<Delivery, 'pass' | 'sink'> & { readonly copies: ReadonlyMap<number, ThreadId> },
): WriterHeader {
  const lane = laneOfThread(thread, context);
  const session = lane?.session ?? thread.threadId;
  return {
    threadId: thread.threadId,
    namespace: 'default',
    conversationId: conversationId(lane?.slug ?? session),
    format: FORMAT,
    title: thread.isBranch || lane === null ? null : context.index.titleOf(lane),
    fallbackTitle: thread.threadId,
    branchOf: partedFrom(thread, context),
    startedBy: lane === null || lane.agentKey === null ? null : startedBy(lane, context),
  };
}

function laneOfThread(
  thread: PlannedThread,
  { laneOf, index }: Pick<Delivery, 'laneOf' | 'index'>,
): Lane | null {
  const own = laneOf.get(thread.threadId);
  if (own !== undefined) return own;
  const [first] = thread.runs.flatMap(({ entries }) => entries);
  return first === undefined ? null : (index.nodes[first]?.lane ?? null);
}

function partedFrom(
  thread: PlannedThread,
  {
    index,
    plan,
    copies,
  }: Pick<Delivery, 'index' | 'plan'> & { readonly copies: ReadonlyMap<number, ThreadId> },
): WriterHeader['branchOf'] {
  if (thread.startsAs !== null) return plan.branchOf(thread);
  // A fork in a file of its own: its lines say where they were copied from.
  const fork = copiedBranch(thread, (node) =>
    index.nodes[node]?.forkedFrom === null ? null : (copies.get(node) ?? null),
  );
  return fork ?? branchOf(plan, thread);
}

function startedBy(
  lane: Lane,
  { index, plan }: Pick<Delivery, 'index' | 'plan'>,
): NonNullable<WriterHeader['startedBy']> {
  const start = index.startOf(lane);
  const place = start === null ? null : plan.placeOf(start);
  return {
    threadId: place?.thread.threadId ?? threadId(lane.session),
    runId: place?.run?.id ?? null,
  };
}
