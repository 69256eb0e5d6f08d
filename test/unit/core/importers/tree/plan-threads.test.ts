import { describe, expect, it } from 'vitest';
import { threadId, type RunId } from '../../../../../core/domain/ids.ts';
import { LogTree, type TreeNode } from '../../../../../core/importers/tree/log-tree.ts';
import { planThreads, runAt, type PlannedThread } from '../../../../../core/importers/tree/plan-threads.ts';

type Kind = TreeNode['kind'];

/** All runs of a thread, those that it begins with first. */
function runIdsOf(thread: PlannedThread): readonly (RunId | null)[] {
  return Array.from({ length: thread.runsBefore + thread.runCount }, (_, place) => runAt(thread, place));
}

/** Nodes in the order of the log, each with its parent's name. */
function tree(...nodes: readonly (readonly [name: string, kind: Kind, parent: string | null])[]): LogTree {
  const indexOf = new Map(nodes.map(([name], index) => [name, index]));
  return new LogTree(
    nodes.map(([name, kind, parent]) => ({
      name,
      kind,
      parent: parent === null ? -1 : (indexOf.get(parent) ?? -1),
    })),
  );
}

function plan(log: LogTree, leaf: string): readonly PlannedThread[] {
  const at = Array.from({ length: log.nodes.length }, (_, node) => log.nodes.at(node)?.name).indexOf(leaf);
  return planThreads(log, [{ threadId: threadId('t'), leaf: at, branchEnds: log.ends() }]).threads;
}

function shown(log: LogTree, threads: readonly PlannedThread[]): readonly (readonly string[])[] {
  return threads.map(({ threadId: id, startsAs, runs }) => [
    id,
    startsAs === null ? '' : `${startsAs.thread.threadId} ${startsAs.runCount}`,
    ...runs.map(({ entries }) => entries.map((entry) => log.nodes.at(entry)?.name).join(' ')),
  ]);
}

describe('planThreads', () => {
  it('keeps results that hang on different lines of an answer in one run', () => {
    const log = tree(
      ['u', 'turn', null],
      ['r', 'reply', 'u'],
      ['x', 'result', 'r'],
      ['y', 'result', 'r'],
      ['s', 'reply', 'y'],
    );
    expect(shown(log, plan(log, 's'))).toEqual([['t', '', 'u r x y s']]);
  });

  it('shares whole runs with a branch, and repeats the beginning of one that is left inside', () => {
    const log = tree(
      ['u1', 'turn', null],
      ['r1', 'reply', 'u1'],
      ['u2', 'turn', 'r1'],
      ['r2', 'reply', 'u2'],
      ['x2', 'result', 'r2'],
      ['r3', 'reply', 'x2'],
      ['u3', 'turn', 'r1'],
      ['r4', 'reply', 'x2'],
      ['r5', 'reply', 'u3'],
    );
    expect(shown(log, plan(log, 'r3'))).toEqual([
      ['t', '', 'u1 r1', 'u2 r2 x2 r3'],
      ['t/branch-r4', 't 1', 'u2 r2 x2 r4'],
      ['t/branch-u3', 't 1', 'u3 r5'],
    ]);
  });

  it('goes with the run that follows where only what the program put in differs', () => {
    const log = tree(
      ['u1', 'turn', null],
      ['r1', 'reply', 'u1'],
      ['c1', 'context', 'r1'],
      ['u2', 'turn', 'c1'],
      ['c2', 'context', 'r1'],
      ['u3', 'turn', 'c2'],
    );
    expect(shown(log, plan(log, 'u2'))).toEqual([
      ['t', '', 'u1 r1 c1', 'u2'],
      ['t/branch-c2', 't 1', 'c2 u3'],
    ]);
  });

  it('never gives two threads or two runs of a thread one name', () => {
    // Both branches begin with a line of the same id: as one thread they would show each other's runs.
    const log = new LogTree([
      { name: 'u', kind: 'turn', parent: -1 },
      { name: 'r', kind: 'reply', parent: 0 },
      { name: 'u', kind: 'turn', parent: 1 },
      { name: 'r', kind: 'reply', parent: 2 },
      { name: 'u', kind: 'turn', parent: 1 },
      { name: 'u', kind: 'turn', parent: 1 },
    ]);
    const { threads } = planThreads(log, [{ threadId: threadId('t'), leaf: 3, branchEnds: log.ends() }]);
    expect(threads.map(({ threadId: id }) => id)).toEqual(['t', 't/branch-u', 't/branch-u (2)']);
    expect(threads.map(runIdsOf)).toEqual([
      ['u', 'u (2)'],
      ['u', 'u (3)'],
      ['u', 'u (4)'],
    ]);
  });

  it('takes every node into exactly one thread of its own, however the ways part', () => {
    // A comb: a turn and a reply after each other, with a branch at every reply.
    const nodes: TreeNode[] = [];
    let parent = -1;
    for (let tooth = 0; tooth < 300; tooth += 1) {
      const turn = nodes.push({ name: `u${tooth}`, kind: 'turn', parent }) - 1;
      parent = nodes.push({ name: `r${tooth}`, kind: 'reply', parent: turn }) - 1;
      nodes.push({ name: `b${tooth}`, kind: 'turn', parent });
    }
    const log = new LogTree(nodes);
    const planned = planThreads(log, [{ threadId: threadId('t'), leaf: parent, branchEnds: log.ends() }]);
    const { threads } = planned;
    expect(threads).toHaveLength(301);
    const counts = nodes.map(() => 0);
    for (const thread of threads) {
      for (const { entries } of thread.runs) {
        for (const entry of entries)
          if (planned.ownerIndexOf(entry) === thread.index) counts[entry] = (counts[entry] ?? 0) + 1;
      }
    }
    expect(counts.every((count) => count === 1)).toBe(true);
    expect(threads.map((thread) => runIdsOf(thread).length)[300]).toBe(301);
  });
});
