import type Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../../../core/adapters/sqlite/open-database.ts';
import { openSqlitePersistence } from '../../../../../core/adapters/sqlite/open-sqlite-persistence.ts';
import { hasRemovedThreads, purgeNextBatch } from '../../../../../core/adapters/sqlite/purge-removed.ts';
import { indexNextBatch } from '../../../../../core/adapters/sqlite/search-index.ts';
import { conversationId, runId } from '../../../../../core/domain/ids.ts';
import { experimentHandlers } from '../../../../../electron/workspace/experiment-handlers.ts';
import { diffSummary } from '../../../../../electron/workspace/diff-summary.ts';
import { runExperiment } from '../../../../../electron/workspace/run-experiment.ts';
import { sentItems } from '../../../../../electron/workspace/sent-items.ts';
import { threadHandlers } from '../../../../../electron/workspace/workspace-handlers.ts';
import { message, numberedIds, summary, threadKey } from '../../../../support/builders.ts';
import {
  chainLines,
  openWorkspace,
  runLine,
  summaryLine,
  type WorkspaceFixture,
} from '../../../electron/workspace/workspace-fixture.ts';

/** Reads of a whole table that are meant: each is small, or is read for a sum over all of it. */
const ALLOWED = [
  // The totals above the list of threads; a row of this table holds no text of runs.
  /^SCAN threads$/,
  // In the order of an index, and no further than the page.
  /^SCAN threads USING (?:COVERING )?INDEX/,
  // The index of words is a table of its own kind; it is asked by words and by row.
  /^SCAN (?:body_text|title_text) VIRTUAL TABLE INDEX \d+:(?:M|=|$)/,
  // The threads of the very import.
  /^SCAN temp\.imported_threads$/,
  // One row.
  /^SCAN search_progress$/,
  // LIMIT 1: is there any?
  /^SCAN imports(?: USING COVERING INDEX \w+)?$/,
];

/** Every statement that goes through a connection while `use` runs. */
async function statementsOf(use: () => Promise<void>): Promise<readonly string[]> {
  const probe = openDatabase(':memory:');
  const prepare = vi.spyOn(prototypeOf(probe), 'prepare');
  probe.close();
  await use();
  const statements = prepare.mock.calls.map(([sql]) => sql);
  prepare.mockRestore();
  return [...new Set(statements)];
}

/** The driver's class is picked at run time, so its prototype is known only by an instance. */
function prototypeOf(db: Database.Database): Pick<Database.Database, 'prepare'> {
  const prototype: unknown = Object.getPrototypeOf(db);
  if (typeof prototype === 'object' && prototype !== null && isPreparing(prototype)) return prototype;
  throw new Error('the driver has no prepare');
}

function isPreparing(value: object): value is Pick<Database.Database, 'prepare'> {
  return 'prepare' in value && typeof value.prepare === 'function';
}

async function useEverything(workspace: WorkspaceFixture): Promise<void> {
  await workspace.importLines('a.jsonl', [
    ...chainLines(4),
    summaryLine('s-1', 't-1-r1', 'Previous conversation summary: hm.'),
    runLine({ run: 't-1-r5', previous: 't-1-r4' }),
    runLine({ run: 'b-1', previous: 't-1-r2', thread: 't-branch' }),
  ]);
  await workspace.importLines('a.jsonl', [...chainLines(4), runLine({ run: 't-1-r6', previous: 't-1-r4' })]);
  const threads = threadHandlers(
    () => workspace,
    () => undefined,
  );
  const page = { offset: 0, limit: 10 };
  await threads['workspace:open'](null);
  await threads['threads:list']({ search: '', ...page });
  await threads['threads:list']({ search: 'question', ...page });
  while (indexNextBatch(workspace.db));
  await threads['threads:list']({ search: 'question', ...page });
  await threads['threads:open']({ thread: 1 });
  await threads['threads:open']({ thread: 2 });
  await threads['runs:headers']({ thread: 1, from: 1, count: 2 });
  await threads['runs:body']({ thread: 1, run: 1, from: 0, count: 10 });
  await threads['runs:item-text']({ thread: 1, run: 1, message: 0, item: 0 });
  await threads['runs:find']({ thread: 1, text: 'question' });
  await threads['findings:list']({ thread: 1 });
  await useExperiments(workspace);
  await threads['threads:remove']({ thread: 2 });
  await threads['threads:restore']({ thread: 2 });
  await threads['threads:remove']({ thread: 2 });
  hasRemovedThreads(workspace.db);
  while (purgeNextBatch(workspace.db, Infinity));
}

async function useExperiments(workspace: WorkspaceFixture): Promise<void> {
  const policy = { summarizer: 'sliding-window', keepCount: 2 } as const;
  const parameters = { temperature: null, maxOutputTokens: null };
  const request = {
    thread: 1,
    policy,
    instruction: '',
    includeToolArguments: false,
    model: 'offline',
    parameters,
  } as const;
  const cancelFlag = new SharedArrayBuffer(4);
  const { experiment } = await runExperiment(
    workspace,
    { jobId: 'x', request, cancelFlag, modelName: 'm' },
    async () => {
      throw new Error('a sliding window asks no model');
    },
  );
  const id = experiment ?? 0;
  for (const view of [
    { kind: 'stored' },
    { kind: 'policy', policy },
    { kind: 'experiment', experiment: id },
  ] as const) {
    await diffSummary(workspace, { thread: 1, view });
    sentItems(workspace, { thread: 1, view, from: 0, count: 5 });
  }
  const experiments = experimentHandlers(
    () => workspace,
    () => undefined,
  );
  await experiments['experiments:list']({ thread: 1 });
  await experiments['experiments:get']({ experiment: id });
  await experiments['experiments:rename']({ experiment: id, name: 'mine' });
  await experiments['experiments:pin']({ experiment: id, pinned: true });
  await experiments['experiments:remove']({ experiment: id });
  await experiments['experiments:restore']({ experiment: id });
  await experiments['experiments:apply']({ experiment: id });
}

async function usePersistence({ db }: WorkspaceFixture): Promise<void> {
  const store = openSqlitePersistence(db, { nowMs: () => 1, newId: numberedIds('n') });
  const thread = threadKey('t-own');
  const save = (run: string, previous: string | null): Promise<unknown> =>
    store.saveMessages({
      thread,
      runId: runId(run),
      previousRunId: previous === null ? null : runId(previous),
      conversationId: conversationId('c-1'),
      messages: [message(`m-${run}`, 'hello')],
      meta: {},
    });
  await save('r1', null);
  await save('r1', null);
  await save('r2', 'r1');
  await save('r3', 'r1');
  await store.saveSummary(
    'default',
    summary('s', 'r1', { threadId: thread.threadId }),
    conversationId('c-1'),
  );
  await store.loadMessages(thread);
  await store.loadTranscript(thread);
  await store.loadSummaries(thread);
  await store.listThreads();
  await store.listThreads('default');
}

describe('the queries of a workspace', () => {
  it('read no table from end to end, but where that is meant', async () => {
    const workspace = await openWorkspace();
    const statements = await statementsOf(async () => {
      await useEverything(workspace);
      await usePersistence(workspace);
    });
    const queries = statements.filter((sql) => /^\s*(?:SELECT|UPDATE|DELETE|INSERT)/i.test(sql));
    expect(queries.length).toBeGreaterThan(60);
    const scans = queries.flatMap((sql) =>
      planOf(workspace.db, sql)
        .filter((step) => step.startsWith('SCAN') && !ALLOWED.some((allowed) => allowed.test(step)))
        .map((step) => ({ step, sql })),
    );
    expect(scans).toEqual([]);
  });

  it('sort nothing that an index has in order, when a page of threads or of runs is read', async () => {
    const workspace = await openWorkspace();
    const statements = await statementsOf(async () => {
      await useEverything(workspace);
    });
    const paged = statements.filter((sql) => /FROM (?:threads|runs)\b[\s\S]*ORDER BY[\s\S]*LIMIT/.test(sql));
    expect(paged.length).toBeGreaterThan(1);
    expect(
      paged.flatMap((sql) => planOf(workspace.db, sql)).filter((step) => /TEMP B-TREE/.test(step)),
    ).toEqual([]);
  });
});

function planOf(db: Database.Database, sql: string): readonly string[] {
  const names = [...sql.matchAll(/@(\w+)/g)].map(([, name = '']) => name);
  const plan = db.prepare<unknown[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
  const places = (sql.match(/\?/g) ?? []).map(() => null);
  const steps =
    names.length > 0 ? plan.all(Object.fromEntries(names.map((name) => [name, null]))) : plan.all(...places);
  return steps.map(({ detail }) => detail);
}
