import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { conversationFileName } from '../../../../../core/adapters/jsonl/conversation-file.ts';
import { openJsonlPersistence } from '../../../../../core/adapters/jsonl/open-jsonl-persistence.ts';
import { conversationId, runId } from '../../../../../core/domain/ids.ts';
import type { ConversationPersistence } from '../../../../../core/persistence/conversation-persistence.ts';
import { HandClock, message, numberedIds, threadKey } from '../../../../support/builders.ts';
import { tempDir } from '../../../../support/temp-dir.ts';

const THREAD = threadKey('t1', '');

async function opened(directory: string): Promise<{ store: ConversationPersistence; torn: string[] }> {
  const torn: string[] = [];
  const store = await openJsonlPersistence(directory, {
    nowMs: new HandClock().nowMs,
    newId: numberedIds('fresh'),
    onTornLine: (file) => torn.push(file),
  });
  return { store, torn };
}

function line(run: string, text = run): string {
  const item = { type: 'message', role: 'user', content: text };
  return JSON.stringify({
    type: 'message',
    message: {
      run_id: run,
      thread_id: 't1',
      conversation_id: 'c1',
      messages: [{ id: `m-${run}`, sender_id: 'anna', messages: [item] }],
      created_at: '2026-08-20T09:00:00Z',
    },
  });
}

function save(store: ConversationPersistence, run: string, previous: string) {
  return store.saveMessages({
    thread: THREAD,
    runId: runId(run),
    previousRunId: runId(previous),
    conversationId: conversationId('c1'),
    messages: [message(`m-${run}`, run)],
    meta: {},
  });
}

async function runsIn(store: ConversationPersistence): Promise<string> {
  return (await store.loadTranscript(THREAD)).map((run) => run.runId).join(' ');
}

describe('openJsonlPersistence', () => {
  it('makes the folder it is given', async () => {
    const directory = join(await tempDir(), 'deep', 'conversations');
    const { store } = await opened(directory);
    await save(store, 'r1', '');
    expect(await readdir(directory)).toEqual(['c1.jsonl']);
    await store.close();
  });

  it('skips a torn last line, says so, and cuts it off before it writes again', async () => {
    const directory = await tempDir();
    const file = join(directory, 'c1.jsonl');
    await writeFile(file, `${line('r1')}\n${line('r2').slice(0, 40)}`);
    const { store, torn } = await opened(directory);
    expect(torn).toEqual([file]);
    expect(await runsIn(store)).toBe('r1');
    await save(store, 'r2', 'r1');
    await store.close();

    const again = await opened(directory);
    expect(again.torn).toEqual([]);
    expect(await runsIn(again.store)).toBe('r1 r2');
    await again.store.close();
  });

  it('leaves a torn file as it is while nothing is saved', async () => {
    const directory = await tempDir();
    const file = join(directory, 'c1.jsonl');
    const text = `${line('r1')}\n{"type":"mess`;
    await writeFile(file, text);
    const { store } = await opened(directory);
    await store.close();
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('writes behind a last line that lacks its line break', async () => {
    const directory = await tempDir();
    await writeFile(join(directory, 'c1.jsonl'), line('r1'));
    const { store, torn } = await opened(directory);
    expect(torn).toEqual([]);
    await save(store, 'r2', 'r1');
    await store.close();
    const again = await opened(directory);
    expect(await runsIn(again.store)).toBe('r1 r2');
    await again.store.close();
  });

  it('reads a byte order mark, blank lines, CR LF and raw line separators inside a text', async () => {
    const directory = await tempDir();
    const text = `\ufeff${line('r1', 'a\u2028b\u0085c')}\r\n\r\n  \n${line('r2')}\r\n`;
    await writeFile(join(directory, 'c1.jsonl'), text);
    const { store, torn } = await opened(directory);
    expect(torn).toEqual([]);
    expect(await runsIn(store)).toBe('r1 r2');
    const [run] = await store.loadTranscript(THREAD);
    expect(run?.messages[0]?.items[0]).toMatchObject({ content: 'a\u2028b\u0085c' });
    await store.close();
  });

  it.each([
    ['half a line', `{"type":"message",`, /line 3: the line is no JSON/],
    ['a record of another kind', '{"type":"note","note":{}}', /line 3: expected a record of type/],
  ])('refuses %s in the middle, with its number', async (_, broken, sentence) => {
    const directory = await tempDir();
    await writeFile(join(directory, 'c1.jsonl'), `${line('r1')}\n\n${broken}\n${line('r2')}\n`);
    await expect(opened(directory)).rejects.toThrow(sentence);
  });

  it('does not take a whole last line of another kind for a torn one', async () => {
    const directory = await tempDir();
    await writeFile(join(directory, 'c1.jsonl'), `${line('r1')}\n{"type":"note"}\n`);
    await expect(opened(directory)).rejects.toThrow(/line 2: expected a record/);
  });

  it('looks at conversation files alone', async () => {
    const directory = await tempDir();
    await writeFile(join(directory, 'notes.txt'), 'not a record');
    await mkdir(join(directory, 'folder.jsonl'));
    await writeFile(join(directory, 'c1.jsonl'), '');
    const { store } = await opened(directory);
    expect(await store.listThreads()).toEqual([]);
    await store.close();
  });

  it('keeps conversations whose file names collide apart', async () => {
    const directory = await tempDir();
    const { store } = await opened(directory);
    for (const [index, conversation] of ['a/b', 'a?b'].entries()) {
      await store.saveMessages({
        thread: threadKey(`t${index}`),
        runId: runId(`r${index}`),
        previousRunId: null,
        conversationId: conversationId(conversation),
        messages: [message(`m${index}`, conversation)],
        meta: {},
      });
    }
    await store.close();
    expect(await readdir(directory)).toEqual(['a_b.jsonl']);
    const again = await opened(directory);
    const threads = await again.store.listThreads();
    expect(threads.map((info) => info.conversationId as string).sort()).toEqual(['a/b', 'a?b']);
    await again.store.close();
  });

  it('refuses to cut a torn line off when another program has written since', async () => {
    const directory = await tempDir();
    const file = join(directory, 'c1.jsonl');
    await writeFile(file, `${line('r1')}\n{"type":"mess`);
    const { store } = await opened(directory);
    await appendFile(file, `\n${line('r2')}\n`);
    await expect(save(store, 'r3', 'r1')).rejects.toThrow(/another program has changed the file/);
    expect(await readFile(file, 'utf8')).toContain('"r2"');
    await store.close();
  });

  it('says which folder can’t be opened', async () => {
    const file = join(await tempDir(), 'file');
    await writeFile(file, '');
    await expect(opened(file)).rejects.toThrow(/can't open the conversations in .*file: /);
  });
});

describe('conversationFileName', () => {
  it.each([
    ['conv 1/ä', 'conv_1__.jsonl'],
    ['e6d6b2dd-b0ae.v2_x', 'e6d6b2dd-b0ae.v2_x.jsonl'],
    ['👍', '_.jsonl'],
    ['..', 'conversation.jsonl'],
    ['', 'conversation.jsonl'],
  ])('of "%s" is %s', (id, name) => {
    expect(conversationFileName(id)).toBe(name);
  });
});
