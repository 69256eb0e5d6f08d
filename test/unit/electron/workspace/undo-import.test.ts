import { describe, expect, it } from 'vitest';
import { undoImport } from '../../../../core/adapters/sqlite/undo-import.ts';
import { pastImports } from '../../../../electron/workspace/past-imports.ts';
import { removeThread } from '../../../../electron/workspace/thread-removal.ts';
import {
  assistantMessage,
  chainLines,
  openWorkspace,
  runLine,
  summaryLine,
  toolCall,
  toolResult,
  userMessage,
  type WorkspaceFixture,
} from './workspace-fixture.ts';

/** Everything that is stored of threads, keys and all. */
function stored({ db }: WorkspaceFixture): object {
  const rows = (table: string, order: string): unknown =>
    db.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).all();
  return {
    threads: rows('threads', 'thread_ref'),
    runs: rows('runs', 'run_key'),
    parts: rows('run_parts', 'run_key, part_index'),
    bodies: rows('bodies', 'body_key'),
    summaries: db
      .prepare(
        'SELECT thread_ref, position, summary_id, message FROM summaries ORDER BY thread_ref, position',
      )
      .all(),
    titles: db.prepare("SELECT rowid FROM title_text WHERE title_text MATCH 'question' ORDER BY rowid").all(),
  };
}

const newestImport = ({ db }: WorkspaceFixture): number =>
  pastImports(db, { offset: 0, limit: 1 }).imports[0]?.importId ?? -1;

const paused = { run_state: { status: 'paused', current_step: 'await_approval', context_tokens: 355 } };
const done = { run_state: { status: 'completed', current_step: 'complete', context_tokens: 385 } };
const openRun = runLine({
  run: 't-1-r2',
  previous: 't-1-r1',
  messages: [userMessage('u2', 'Reorder 50.'), toolCall('c2', 'call-2')],
  meta: paused,
});
const shortFile = [...chainLines(1), openRun, summaryLine('s-1', 't-1-r1', 'One question.')];
const grownFile = [
  ...shortFile,
  runLine({
    run: 't-1-r2',
    previous: 't-1-r1',
    messages: [toolResult('o2', 'call-2'), assistantMessage('a2', 'Ordered.')],
    meta: done,
  }),
  summaryLine('s-2', 't-1-r2', 'Two questions.'),
  runLine({ run: 't-1-r3', previous: 't-1-r2', atMinute: 9 }),
  ...chainLines(2, 't-2'),
];

describe('undoImport', () => {
  it('takes new threads out with their runs, texts and titles', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('other.jsonl', chainLines(2, 't-9'));
    const before = stored(workspace);
    await workspace.importLines('a.jsonl', shortFile);
    expect(undoImport(workspace.db, newestImport(workspace), 1)).toEqual([2]);
    expect(stored(workspace)).toEqual(before);
    expect(workspace.db.pragma('foreign_key_check')).toEqual([]);
  });

  it('takes from a grown thread what was added: runs, messages of an open run, its state, a summary', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', shortFile);
    const before = stored(workspace);
    expect(await workspace.importLines('a.jsonl', grownFile)).toMatchObject({ newThreads: 1, newRuns: 3 });
    expect(undoImport(workspace.db, newestImport(workspace), 1)).toEqual([1, 2]);
    expect(stored(workspace)).toEqual(before);
  });

  it('is redone by importing the file again', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', shortFile);
    await workspace.importLines('a.jsonl', grownFile);
    undoImport(workspace.db, newestImport(workspace), 1);
    const again = await workspace.importLines('a.jsonl', grownFile);
    expect(again).toMatchObject({ outcome: 'new', newThreads: 1, newRuns: 3 });
    expect(workspace.reader.runs(1).map((run) => run.message_count)).toEqual([2, 4, 1]);
  });

  it('hides a removed thread again that an import had brought back', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', shortFile);
    await removeThread(workspace, 1);
    const before = stored(workspace);
    expect(await workspace.importLines('a.jsonl', shortFile)).toMatchObject({ outcome: 'new' });
    undoImport(workspace.db, newestImport(workspace), 1);
    expect(stored(workspace)).toEqual(before);
  });

  it('refuses while a later import adds to the same thread, and says which', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', chainLines(2));
    const first = newestImport(workspace);
    await workspace.importLines('later.jsonl', chainLines(3));
    const second = newestImport(workspace);
    const before = stored(workspace);
    expect(() => undoImport(workspace.db, first, 1)).toThrow(
      /A later import of .*later\.jsonl added to “question 1”/,
    );
    expect(stored(workspace)).toEqual(before);
    undoImport(workspace.db, second, 1);
    undoImport(workspace.db, first, 1);
    expect(workspace.reader.threadByRef(1)).toBeNull();
  });

  it('refuses while an experiment was run on the thread since', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', chainLines(2));
    workspace.db
      .prepare(
        `INSERT INTO experiments (thread_ref, name, policy, include_tool_arguments, parameters, summary_id,
           covered_runs, covered_tokens, duration_ms, created_at_ms) VALUES (1, 'keep 5', '{}', 0, '{}', 's', 1, 9, 1, ?)`,
      )
      .run(workspace.nowMs());
    expect(() => undoImport(workspace.db, newestImport(workspace), 1)).toThrow('The experiment “keep 5”');
    workspace.db.prepare('UPDATE experiments SET removed_at_ms = 1').run();
    expect(undoImport(workspace.db, newestImport(workspace), 1)).toEqual([1]);
  });

  it('refuses what was undone already, what added nothing and what nobody recorded', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', chainLines(3));
    await workspace.importLines('older.jsonl', chainLines(2));
    const [nothingNew, first] = pastImports(workspace.db, { offset: 0, limit: 9 }).imports;
    expect([nothingNew?.undo, first?.undo]).toEqual(['none', 'recorded']);
    expect(() => undoImport(workspace.db, nothingNew?.importId ?? -1, 1)).toThrow('nothing left');
    undoImport(workspace.db, first?.importId ?? -1, 1);
    expect(() => undoImport(workspace.db, first?.importId ?? -1, 1)).toThrow('undone already');
    expect(() => undoImport(workspace.db, 99, 1)).toThrow('not recorded');
  });
});

describe('pastImports', () => {
  it('lists files newest first, with what each brought', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', shortFile);
    await workspace.importLines('b.jsonl', grownFile);
    const { total, imports } = pastImports(workspace.db, { offset: 0, limit: 10 });
    expect(total).toBe(2);
    expect(imports).toMatchObject([
      { outcome: 'new', newThreads: 1, newRuns: 3, threads: [1, 2], formatLabel: 'HasteKit history (JSONL)' },
      { outcome: 'new', newThreads: 1, newRuns: 2, threads: [1], watched: false },
    ]);
    expect(pastImports(workspace.db, { offset: 1, limit: 1 }).imports).toMatchObject([{ newRuns: 2 }]);
  });
});

describe('an import of a watched file', () => {
  it('goes into one record while the file grows, and is taken back as a whole', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', chainLines(1));
    const before = stored(workspace);
    for (const runs of [2, 3, 4]) await workspace.watchLines('a.jsonl', chainLines(runs));
    const { imports } = pastImports(workspace.db, { offset: 0, limit: 10 });
    expect(imports).toMatchObject([{ watched: true, outcome: 'grown', newRuns: 3 }, { watched: false }]);
    undoImport(workspace.db, newestImport(workspace), 1);
    expect(stored(workspace)).toEqual(before);
  });

  it('leaves a file alone that it has read as it is, and skips what is no thread', async () => {
    const workspace = await openWorkspace();
    await workspace.watchLines('a.jsonl', chainLines(2));
    expect(await workspace.watchLines('a.jsonl', null)).toMatchObject({ outcome: 'duplicate' });
    undoImport(workspace.db, newestImport(workspace), 1);
    // It was taken back on purpose: it must not come in again by itself.
    expect(await workspace.watchLines('a.jsonl', null)).toMatchObject({ outcome: 'duplicate' });
    expect(await workspace.watchLines('notes.txt', ['shopping'])).toMatchObject({ outcome: 'skipped' });
  });
});

describe('an import with a format of its own', () => {
  it('reads the file as that format, and tells when it is none', async () => {
    const workspace = await openWorkspace();
    const [wrong] = await workspace.importPaths([], false);
    expect(wrong).toBeUndefined();
    const asChat = await workspace.importLines('a.jsonl', chainLines(1), false, 'openai-chat');
    expect(asChat).toMatchObject({ format: 'openai-chat', outcome: 'failed' });
    expect(await workspace.importLines('a.jsonl', chainLines(1), false, 'hastekit-jsonl')).toMatchObject({
      format: 'hastekit-jsonl',
      outcome: 'new',
    });
    expect(await workspace.importLines('a.jsonl', chainLines(1), false, 'nothing')).toMatchObject({
      outcome: 'failed',
      errors: [{ message: 'There is no format nothing.' }],
    });
  });
});
