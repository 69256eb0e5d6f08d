import { describe, expect, it } from 'vitest';
import { runHeaders } from '../../../../electron/workspace/run-headers.ts';
import { removeThread } from '../../../../electron/workspace/thread-removal.ts';
import { threadOverview } from '../../../../electron/workspace/thread-overview.ts';
import { openWorkspace, type WorkspaceFixture } from './workspace-fixture.ts';

type Entry = Readonly<{ uuid: string; parentUuid: string | null; message: object }>;

function lines(sessionId: string, entries: readonly Entry[]): readonly string[] {
  return entries.map((entry) =>
    JSON.stringify({ type: 'id' in entry.message ? 'assistant' : 'user', sessionId, ...entry }),
  );
}

const question = (uuid: string, parentUuid: string | null, content: string): Entry => ({
  uuid,
  parentUuid,
  message: { role: 'user', content },
});

const answer = (uuid: string, parentUuid: string, id: string, output: number): Entry => ({
  uuid,
  parentUuid,
  message: {
    id,
    role: 'assistant',
    content: [{ type: 'text', text: 'Yes.' }],
    usage: { input_tokens: 10, output_tokens: output },
  },
});

const FIRST = [question('u1', null, 'Plums?'), answer('a1', 'u1', 'msg_P', 50)];
const RESUMED = [...FIRST, question('u2', 'a1', 'Pears?'), answer('a2', 'u2', 'msg_Q', 12)];

const usageOf = (workspace: WorkspaceFixture, thread: number): unknown =>
  threadOverview(workspace.reader, thread, workspace).usage;
const copies = (workspace: WorkspaceFixture, thread: number): readonly boolean[] =>
  runHeaders(workspace.reader, { thread, from: 0, count: 10 }).map(({ isCopied }) => isCopied);

describe('an answer that two files hold', () => {
  it('is counted in the thread that was read first, and shown as copied in the other', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('first.jsonl', lines('s-first', FIRST));
    await workspace.importLines('resumed.jsonl', lines('s-resumed', RESUMED));
    expect(usageOf(workspace, 1)).toMatchObject({ calls: 1, prompt: 10, output: 50 });
    // 12 of 50 + 12.
    expect(usageOf(workspace, 2)).toMatchObject({ calls: 1, prompt: 10, output: 12 });
    expect([copies(workspace, 1), copies(workspace, 2)]).toEqual([[false], [true, false]]);
  });

  it('stays counted once when the file is read again, and counts in the other when the first is removed', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('first.jsonl', lines('s-first', FIRST));
    await workspace.importLines('resumed.jsonl', lines('s-resumed', RESUMED.slice(0, 3)));
    await workspace.importLines('resumed.jsonl', lines('s-resumed', RESUMED));
    expect(usageOf(workspace, 2)).toMatchObject({ calls: 1, output: 12 });
    await removeThread(workspace, 1);
    expect(usageOf(workspace, 2)).toMatchObject({ calls: 2, prompt: 20, output: 62 });
    expect(copies(workspace, 2)).toEqual([false, false]);
  });
});
