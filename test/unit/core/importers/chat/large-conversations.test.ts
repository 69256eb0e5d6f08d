import { describe, expect, it } from 'vitest';
import { chatGptExport } from '../../../../../core/importers/chatgpt-export.ts';
import { conversationNodes } from '../../../../../core/importers/chatgpt/conversation-nodes.ts';
import { claudeAiExport } from '../../../../../core/importers/claude-ai-export.ts';
import { readConversation } from '../../../../../core/importers/claude-ai/message-nodes.ts';
import type { ChatNodes } from '../../../../../core/importers/chat/chat-nodes.ts';
import { collectThreads } from '../../../../../core/importers/collect-threads.ts';
import { openWebUi } from '../../../../../core/importers/open-webui.ts';
import { historyNodes, listNodes } from '../../../../../core/importers/open-webui/history-nodes.ts';
import { entriesOf, type Entries } from '../../../../../core/importers/readers/entries.ts';
import { LazyReader } from '../../../../../core/importers/readers/lazy-json/lazy-reader.ts';
import { isRecord } from '../../../../../core/importers/raw-record.ts';
import type { ThreadImporter } from '../../../../../core/importers/thread-import.ts';
import { textSource } from '../read-fixture.ts';

/** The field, from a text read so lazily that each of its entries is read again whenever it is asked for. */
function lazyEntries(field: string, value: unknown): Entries {
  const reader = new LazyReader(0, {
    sizes: { smallestLazyBytes: 1, largestLazyBytes: 20, longTextBytes: 30 },
    entryFields: [field],
    onRead: () => undefined,
    onMalformed: () => undefined,
    onChanged: () => {
      throw new Error('the text was read otherwise the second time');
    },
  });
  reader.push(new TextEncoder().encode(JSON.stringify({ [field]: value })));
  const document = reader.end();
  return madeEntries(isRecord(document) ? document[field] : null);
}

function madeEntries(value: unknown): Entries {
  const entries = entriesOf(value);
  if (entries === null) throw new Error('neither an object nor a list');
  return entries;
}

const told = (nodes: ChatNodes): unknown =>
  Array.from({ length: nodes.count }, (_, index) => ({
    id: nodes.idAt(index),
    parent: nodes.parentAt(index),
    kind: nodes.kindAt(index),
    steps: nodes.stepsAt(index),
  }));

/** A node of ChatGPT. */
const node = (
  id: string,
  parent: string | null,
  message: object | null,
  children: string[] = [],
): object => ({
  id,
  parent,
  children,
  message: message === null ? null : { id, create_time: 1, recipient: 'all', metadata: {}, ...message },
});
const said = (role: string, text: string, more: object = {}): object => ({
  author: { role, name: null },
  content: { content_type: 'text', parts: [text] },
  ...more,
});
const fromTool = (text: string): object => ({
  author: { role: 'tool', name: 'browser' },
  content: { content_type: 'text', parts: [text] },
});

const MAPPING = {
  // Numbers come first in an object, in their own order.
  '10': node('10', '2', said('user', 'And tomorrow?')),
  root: node('root', null, null, ['question']),
  '2': node('2', 'goes-on-again', said('assistant', 'It turns at noon.', { end_turn: true })),
  // Named by its parent alone.
  question: node('question', null, said('user', 'When does the tide turn?')),
  thought: node('thought', 'question', said('assistant', 'I look it up.')),
  call: node('call', 'thought', said('assistant', 'tide times', { recipient: 'browser' })),
  result: node('result', 'call', fromTool('A table')),
  'goes-on': node('goes-on', 'result', fromTool('of tides')),
  'goes-on-again': node('goes-on-again', 'goes-on', fromTool('for harbours')),
  again: node('again', 'question', said('assistant', 'At eleven.', { status: 'in_progress' })),
  // A circle, and a parent that isn't there.
  egg: node('egg', 'hen', said('user', 'Which came first?')),
  hen: node('hen', 'chick', said('assistant', 'The egg.')),
  chick: node('chick', 'egg', said('user', 'Cheep?')),
  lost: node('lost', 'nowhere', said('user', 'Is anybody there?')),
  constructor: node('constructor', 'lost', said('assistant', 'Yes.')),
};

const HISTORY = {
  '7': { id: '7', parentId: 'a', childrenIds: [], role: 'user', content: 'And the ebb?', timestamp: 7 },
  q: { id: 'q', parentId: null, childrenIds: ['a', 'b'], role: 'user', content: 'When is the tide?' },
  a: { id: 'a', parentId: 'q', childrenIds: ['7'], role: 'assistant', content: 'At noon.', model: 'm' },
  b: { id: 'b', role: 'assistant', content: 'x'.repeat(100), done: false, error: { content: 'cut off' } },
  odd: { id: 'odd', role: 'narrator', words: ['waves'] },
  none: null,
};

const MESSAGES = [
  { uuid: 'q', sender: 'human', text: 'When is the tide?', created_at: '2026-03-02T08:00:00Z' },
  { uuid: 'a', sender: 'assistant', content: [{ type: 'text', text: 'At noon.' }], parent_message_uuid: 'q' },
  { uuid: 'q', sender: 'human', text: 'The same id once more', parent_message_uuid: 'q' },
  { sender: 'assistant', text: 'Named by its place', parent_message_uuid: 'nobody' },
  'a word',
  { uuid: 'z', sender: 'narrator', text: 'Waves.' },
];

describe('messages that are read by their places', () => {
  it.each<[string, string, object, (entries: Entries) => ChatNodes]>([
    ['a mapping of ChatGPT', 'mapping', MAPPING, (entries) => conversationNodes(entries, 'gpt-test')],
    ['a history of Open WebUI', 'messages', HISTORY, historyNodes],
    ['a list of Open WebUI', 'messages', Object.values(HISTORY), listNodes],
    ['messages of Claude.ai', 'chat_messages', MESSAGES, (entries) => readConversation(entries, null).nodes],
  ])('are those of %s that is parsed whole', (_, field, value, nodesOf) => {
    const lazy = lazyEntries(field, value);
    expect(lazy.isLazy).toBe(true);
    const parsed = madeEntries(JSON.parse(JSON.stringify(value)));
    expect(parsed.isLazy).toBe(false);
    expect(told(nodesOf(lazy))).toEqual(told(nodesOf(parsed)));
  });

  it('join what a tool gave back in several messages, whenever they are asked', () => {
    const nodes = conversationNodes(lazyEntries('mapping', MAPPING), null);
    const index = Array.from({ length: nodes.count }, (_, at) => nodes.idAt(at)).indexOf('result');
    for (let times = 0; times < 2; times += 1) {
      expect(nodes.stepsAt(index)).toMatchObject([
        {
          items: [
            {
              call_id: 'call',
              output: [{ text: 'A table' }, { text: 'of tides' }, { text: 'for harbours' }],
            },
          ],
        },
      ]);
    }
  });
});

describe('a conversation of more than 4 MB', () => {
  const turns = Array.from({ length: 1000 }, (_, turn) => `m-${turn}`);
  const words = (turn: number): string => `Turn ${turn}: ${'é tide '.repeat(200)}`;
  const before = (turn: number): string | null => (turn === 0 ? null : `m-${turn - 1}`);
  const gpt = {
    id: 'one',
    mapping: Object.fromEntries(
      turns.map((id, turn) => [
        id,
        node(id, before(turn), said(turn % 2 === 0 ? 'user' : 'assistant', words(turn))),
      ]),
    ),
    current_node: 'm-999',
  };
  const claude = {
    uuid: 'one',
    chat_messages: turns.map((uuid, turn) => ({
      uuid,
      sender: turn % 2 === 0 ? 'human' : 'assistant',
      text: words(turn),
      parent_message_uuid: before(turn),
    })),
    current_leaf_message_uuid: 'm-999',
  };
  const webUi = {
    id: 'one',
    chat: {
      history: {
        messages: Object.fromEntries(
          turns.map((id, turn) => [
            id,
            { id, parentId: before(turn), role: turn % 2 === 0 ? 'user' : 'assistant', content: words(turn) },
          ]),
        ),
        currentId: 'm-999',
      },
    },
  };
  /** Nobody looks at it, and it makes the conversation one that isn't parsed whole. */
  const PADDING = { zz_padding: 'x'.repeat(4 * 1024 * 1024) };

  async function delivered(importer: ThreadImporter, text: string): Promise<unknown> {
    const collected = collectThreads();
    await importer.read(textSource(text), collected.sink, {});
    return { threads: collected.threads(), errors: collected.errors, warnings: collected.warnings };
  }

  it.each<[string, ThreadImporter, object]>([
    ['ChatGPT', chatGptExport, gpt],
    ['Claude.ai', claudeAiExport, claude],
    ['Open WebUI', openWebUi, webUi],
  ])('of %s is delivered like a shorter one, in a list and by itself', async (_, importer, conversation) => {
    const shorter = await delivered(importer, JSON.stringify([conversation]));
    // 1000 messages, of which every other one is a turn.
    expect(shorter).toMatchObject({ threads: [{ runs: { length: 500 } }], errors: [], warnings: [] });
    const longer = { ...conversation, ...PADDING };
    expect(await delivered(importer, JSON.stringify([longer]))).toEqual(shorter);
    expect(await delivered(importer, JSON.stringify(longer))).toEqual(shorter);
  });

  it('that is no JSON is left out, and those around it are read', async () => {
    const broken = JSON.stringify({ ...claude, ...PADDING }).replace('"Turn 900:', '"Turn" "900:');
    const small = (uuid: string): string =>
      JSON.stringify({ uuid, chat_messages: [{ sender: 'human', text: 'Ahoy', uuid: 'm' }] });
    const collected = collectThreads();
    const text = `[${small('first')},\n${broken},\n${small('last')}]`;
    await claudeAiExport.read(textSource(text), collected.sink, {});
    expect(collected.threads().map(({ threadId }) => threadId)).toEqual(['first', 'last']);
    expect(collected.errors).toMatchObject([
      { code: 'invalid-json', line: 2, message: 'Entry 2 (line 2) is not valid JSON and was left out.' },
    ]);
  });
});
