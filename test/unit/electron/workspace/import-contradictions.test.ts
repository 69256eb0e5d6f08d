import { describe, expect, it } from 'vitest';
import {
  assistantMessage,
  openWorkspace,
  runLine,
  userMessage,
  type WorkspaceFixture,
} from './workspace-fixture.ts';

interface Shown {
  readonly thread: string;
  /** Of every run: its name, and what it says. */
  readonly runs: readonly string[];
}

/** What the workspace shows; a run's row has to count as many messages as are there. */
function shown({ db, reader }: WorkspaceFixture): readonly Shown[] {
  const refs = db.prepare<[], number>('SELECT thread_ref FROM threads ORDER BY thread_ref').pluck().all();
  return refs.map((ref) => ({
    thread: reader.threadByRef(ref)?.thread_id ?? '',
    runs: reader.runs(ref).map((run) => {
      const messages = reader.messages(run);
      expect(messages).toHaveLength(run.message_count);
      return `${run.run_id}: ${messages.map(({ id }) => id).join(' ')}`;
    }),
  }));
}

const question = userMessage('u', 'How tall is a giraffe?');
const answer = assistantMessage('a', 'Five metres.');
const more = userMessage('m', 'And an okapi?');

describe('a file that says something else than the workspace', () => {
  it('is kept beside it also where its own threads have the name that it would get', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', [runLine({ run: 'r', messages: [question] })]);
    const report = await workspace.importLines('b.jsonl', [
      runLine({ run: 'r', messages: [more] }),
      runLine({ run: 's', thread: 't-1 (2)', messages: [answer] }),
    ]);
    expect(report).toMatchObject({ outcome: 'new', newThreads: 2, errors: [] });
    expect(report.warnings).toHaveLength(2);
    expect(shown(workspace)).toEqual([
      { thread: 't-1', runs: ['r: u'] },
      { thread: 't-1 (2)', runs: ['r: m'] },
      { thread: 't-1 (2) (2)', runs: ['s: a'] },
    ]);
  });

  it('may be older, and branch from a run that the workspace has more of', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('new.jsonl', [runLine({ run: 'r', messages: [question, answer, more] })]);
    await workspace.importLines('old.jsonl', [
      runLine({ run: 'r', messages: [question, answer] }),
      runLine({ run: 'b', previous: 'r', thread: 't-2', messages: [more] }),
      runLine({ run: 's', previous: 'r', messages: [more] }),
    ]);
    expect(shown(workspace)).toEqual([
      { thread: 't-1', runs: ['r: u a m', 's: m'] },
      { thread: 't-2', runs: ['r: u a m', 'b: m'] },
    ]);
  });

  it('may be older, and save a run more often than the workspace knows of', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('new.jsonl', [runLine({ run: 'r', messages: [question, answer] })]);
    const older = [runLine({ run: 'r', messages: [] }), runLine({ run: 'r', messages: [question] })];
    const report = await workspace.importLines('old.jsonl', older);
    expect(report).toMatchObject({ outcome: 'duplicate', newRuns: 0 });
    expect(shown(workspace)).toEqual([{ thread: 't-1', runs: ['r: u a'] }]);
  });

  it('takes its branches with it when the runs that they repeat are others', async () => {
    const workspace = await openWorkspace();
    const branch = runLine({ run: 'b', previous: 'r', thread: 't-2', messages: [more] });
    await workspace.importLines('a.jsonl', [runLine({ run: 'r', messages: [question] }), branch]);
    await workspace.importLines('b.jsonl', [runLine({ run: 'r', messages: [answer, more] }), branch]);
    expect(shown(workspace)).toEqual([
      { thread: 't-1', runs: ['r: u'] },
      { thread: 't-2', runs: ['r: u', 'b: m'] },
      { thread: 't-1 (2)', runs: ['r: a m'] },
      { thread: 't-2 (2)', runs: ['r: a m', 'b: m'] },
    ]);
  });
});

describe('a file with items that are told apart only when they are read back', () => {
  it('is a duplicate when it comes again', async () => {
    const workspace = await openWorkspace();
    // The part of an answer that no answer has: as an item of its own it is a message.
    const lines = [
      JSON.stringify({
        custom_id: 'a',
        result: {
          type: 'succeeded',
          message: {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model: 'claude-x',
            content: [{ role: 'assistant', content: [{ type: 'tool_use' }] }],
            stop_reason: 'end_turn',
            usage: { input_tokens: 10, output_tokens: 2 },
          },
        },
      }),
    ];
    expect(await workspace.importLines('a.jsonl', lines)).toMatchObject({ outcome: 'new' });
    expect(await workspace.importLines('a.jsonl', lines)).toMatchObject({ outcome: 'duplicate', newRuns: 0 });
  });
});
