import { InspectorError } from '../domain/errors.ts';
import { conversationId, threadId, type ThreadId } from '../domain/ids.ts';
import { entrySteps } from './pi/entry-steps.ts';
import { SessionTree } from './pi/session-tree.ts';
import { isRecord } from './raw-record.ts';
import { sampleHead } from './readers/head-sample.ts';
import { textOrNull } from './readers/json-text.ts';
import { jsonLinesPasses } from './readers/record-passes.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { stableId } from './readers/stable-id.ts';
import { readTimeMs } from './readers/time.ts';
import type { WriterHeader } from './steps/thread-writer.ts';
import type { ThreadImporter } from './thread-import.ts';
import { branchOf } from './tree/branch-of.ts';
import { copiedBranch } from './tree/copied-branch.ts';
import { ThreadFeed } from './tree/feed-threads.ts';
import { LogTree } from './tree/log-tree.ts';
import { planThreads } from './tree/plan-threads.ts';

const FORMAT = 'pi-openclaw';

/**
 * Sessions of the pi coding agent and of OpenClaw, which is built on it: a tree of entries, the newest of
 * which is where the session stands.
 */
export const piSession: ThreadImporter = {
  format: FORMAT,
  label: 'pi or OpenClaw session (JSONL)',

  detect(head) {
    const [first, ...others] = sampleHead(head).records;
    if (!isRecord(first) || first['type'] !== 'session' || typeof first['id'] !== 'string') return false;
    return others.length === 0 ? 'cwd' in first : others.some(isEntry);
  },

  async read(source, sink, options) {
    const skipped = new SkippedRecords();
    const pass = jsonLinesPasses(source, sink, options);
    const session = new SessionTree(skipped);
    await pass((record, line) => {
      session.add(record, line);
    });
    skipped.report(sink);
    if (session.nodes.every(({ kind }) => kind === 'none')) {
      throw new InspectorError('invalid-import', `${source.name}: the session holds no message`);
    }
    const header = headerOf(session);
    const copiedFrom = (node: number): ThreadId | null => {
      const source = copySource(session, node);
      // A damaged header may name itself.
      return source === header.threadId ? null : source;
    };
    const tree = new LogTree(session.nodes);
    const plan = planThreads(tree, [
      { threadId: header.threadId, leaf: session.leaf(), branchEnds: tree.ends() },
    ]);
    const feed = new ThreadFeed(sink, plan, {
      headerOf: (thread) => ({
        ...header,
        threadId: thread.threadId,
        title: thread.isBranch ? null : header.title,
        branchOf: copiedBranch(thread, copiedFrom) ?? branchOf(plan, thread),
      }),
      copiedFrom,
      findsSteps: true,
    });
    let ordinal = 0;
    await pass((record) => {
      const index = session.nodeOf[ordinal] ?? -1;
      const node = session.nodes[index];
      if (node !== undefined) feed.ready(index, entrySteps(record, node));
      ordinal += 1;
    });
    feed.end();
  },
};

function isEntry(value: unknown): boolean {
  return (
    isRecord(value) && ('parentId' in value || (value['type'] === 'message' && isRecord(value['message'])))
  );
}

function headerOf({ header, title, nodes }: SessionTree): WriterHeader {
  const id =
    textOrNull(header['id']) ??
    stableId(
      'session',
      nodes
        .slice(0, 5)
        .map(({ name }) => name)
        .join('\n'),
    );
  return {
    threadId: threadId(id),
    namespace: 'default',
    conversationId: conversationId(id),
    format: FORMAT,
    title,
    fallbackTitle: id,
    branchOf: null,
  };
}

/** A fork begins with its parent's entries, which are older than the fork itself. */
function copySource({ header, nodes }: SessionTree, index: number): ThreadId | null {
  const parent = textOrNull(header['parentSession']) ?? textOrNull(header['branchedFrom']);
  const forkedAtMs = readTimeMs(header['timestamp']);
  const atMs = nodes[index]?.atMs ?? null;
  if (parent === null || forkedAtMs === null || atMs === null || atMs >= forkedAtMs) return null;
  // Named by its file, which has the time and the id in its name.
  return threadId(/([0-9a-f]{8}(?:-[0-9a-f]{4,12}){4})[^\\/]*$/i.exec(parent)?.[1] ?? parent);
}
