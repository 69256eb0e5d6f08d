import { describe, expect, it } from 'vitest';
import { conversationId, threadId } from '../../../../../core/domain/ids.ts';
import { SILENT_SINK } from '../../../../../core/importers/readers/silent-sink.ts';
import type { Step } from '../../../../../core/importers/steps/step.ts';
import { ThreadFeed } from '../../../../../core/importers/tree/feed-threads.ts';
import { LogTree, type TreeNode } from '../../../../../core/importers/tree/log-tree.ts';
import { planThreads, type NamedThread } from '../../../../../core/importers/tree/plan-threads.ts';

type Line = readonly [name: string, kind: TreeNode['kind'], parent: number];

/** What a sink is told, in short, while the nodes become ready one after the other. */
function told(lines: readonly Line[], named: readonly NamedThread[]): readonly string[] {
  const events: string[] = [];
  const tree = new LogTree(lines.map(([name, kind, parent]): TreeNode => ({ name, kind, parent })));
  const plan = planThreads(tree, named);
  const feed = new ThreadFeed(
    {
      ...SILENT_SINK,
      thread: (header) => events.push(`thread ${header.threadId}`),
      run: (thread, run) =>
        events.push(`${thread} ${run.runId}: ${run.messages.map(({ id }) => id).join(' ')}`),
      copiedRuns: (branch, from, upTo) => events.push(`${branch} as ${from} to ${upTo}`),
      boundary: (thread, { summaryId, lastSummarizedRunId: last }) =>
        events.push(`${thread} ${summaryId} covers ${last ?? 'nothing'}`),
      ended: (thread) => events.push(`${thread} ended`),
    },
    plan,
    {
      headerOf: (thread) => ({
        threadId: thread.threadId,
        namespace: 'default',
        conversationId: conversationId('c'),
        format: 'test',
        title: 'Harbour',
        fallbackTitle: 'Harbour',
        branchOf: null,
      }),
      copiedFrom: () => null,
      findsSteps: false,
    },
  );
  lines.forEach(([name, kind], node) => {
    events.push(`- ${name}`);
    feed.ready(node, stepsOf(name, kind));
  });
  events.push('- end');
  feed.end();
  return events;
}

function stepsOf(id: string, kind: TreeNode['kind']): readonly Step[] {
  const items = [{ type: 'message', role: 'user', content: id }] as const;
  switch (kind) {
    case 'turn':
      return [{ kind: 'input', role: 'turn', id, senderId: 'user', items, atMs: null }];
    case 'reply':
      return [{ kind: 'reply', id, items, call: { model: null, usage: null }, atMs: null }];
    case 'compaction':
      return [
        {
          kind: 'compaction',
          id,
          text: 'short',
          opaque: false,
          trigger: 'auto',
          tokensBefore: null,
          tokensAfter: null,
          keptFromId: null,
          atMs: null,
        },
      ];
    default:
      return [];
  }
}

function thread(id: string, leaf: number, branchEnds: readonly number[] = []): NamedThread {
  return { threadId: threadId(id), leaf, branchEnds };
}

describe('ThreadFeed', () => {
  it('ends a thread with its last line, while others go on', () => {
    const lines: readonly Line[] = [
      ['u1', 'turn', -1],
      ['v1', 'turn', -1],
      ['r1', 'reply', 0],
      ['s1', 'reply', 1],
    ];
    expect(told(lines, [thread('a', 2), thread('b', 3)])).toEqual([
      '- u1',
      'thread a',
      '- v1',
      'thread b',
      '- r1',
      'a u1: u1 r1',
      'a ended',
      '- s1',
      'b v1: v1 s1',
      'b ended',
      '- end',
    ]);
  });

  it('ends a branch after the thread that it begins with, whose boundaries it repeats', () => {
    const lines: readonly Line[] = [
      ['u1', 'turn', -1],
      ['r1', 'reply', 0],
      ['c1', 'compaction', 1],
      ['u2', 'turn', 2],
      ['r2', 'reply', 3],
      ['v3', 'turn', 4],
      ['s3', 'reply', 5],
      ['u3', 'turn', 4],
      ['r3', 'reply', 7],
    ];
    expect(told(lines, [thread('a', 8, [6])])).toEqual([
      '- u1',
      'thread a',
      '- r1',
      '- c1',
      '- u2',
      'a u1: u1 r1',
      '- r2',
      '- v3',
      'thread a/branch-v3',
      'a/branch-v3 as a to u2',
      '- s3',
      // All of the branch is there, and yet its boundary is still to come.
      'a/branch-v3 v3: v3 s3',
      '- u3',
      'a u2: u2 r2',
      '- r3',
      'a u3: u3 r3',
      'a c1 covers u1',
      'a ended',
      '- end',
      'a/branch-v3 c1 covers u1',
      'a/branch-v3 ended',
    ]);
  });

  it('announces threads in the order of the plan, and those without a word at the end', () => {
    const lines: readonly Line[] = [
      ['v1', 'turn', -1],
      ['u1', 'turn', -1],
      ['s1', 'reply', 0],
      ['c1', 'compaction', -1],
    ];
    expect(told(lines, [thread('a', 1), thread('b', 2), thread('c', 3)])).toEqual([
      '- v1',
      'thread a',
      'thread b',
      '- u1',
      'a u1: u1',
      'a ended',
      '- s1',
      'b v1: v1 s1',
      'b ended',
      '- c1',
      'thread c',
      'c c1 covers nothing',
      'c ended',
      '- end',
    ]);
  });
});
