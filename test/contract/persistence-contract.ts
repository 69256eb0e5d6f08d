/**
 * The suite that every store passes. A store's test file is a few lines:
 *
 *   describePersistence('sqlite', (options) => openStore(':memory:', options));
 *   describeDurablePersistence('sqlite', async () => {
 *     const file = join(await tempDir(), 'threads.db');
 *     return {
 *       open: (options) => openStore(file, options),
 *       breakWrites: async () => { …make the next save fail…; return async () => { …undo it… }; },
 *     };
 *   });
 *
 * `open` is given the clock and the source of ids the store has to use. `breakWrites` may be called
 * while a store is open.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conversationId, runId, threadId } from '../../core/domain/ids.ts';
import type { Message } from '../../core/domain/message.ts';
import type { ModelView, RunRecord, ThreadKey } from '../../core/domain/thread.ts';
import type {
  ConversationPersistence,
  PersistenceOptions,
} from '../../core/persistence/conversation-persistence.ts';
import { HandClock, bundle, message, numberedIds, summary, threadKey } from '../support/builders.ts';

type Open = (options: PersistenceOptions) => ConversationPersistence | Promise<ConversationPersistence>;

export interface DurableStore {
  /** Opens the same data every time it is called. */
  readonly open: Open;
  /** Makes writing fail until the function that it returns is called. */
  readonly breakWrites: (persistence: ConversationPersistence) => Promise<() => Promise<void>>;
}

const MAIN = threadKey('t-main');
const CONVERSATION = conversationId('conv 1/ä');
/** Every kind of item, undeclared fields and an unknown type among them. */
const EVERY_ITEM: Message = bundle(
  'every',
  { type: 'message', role: 'user', content: 'plain text, 日本語 and 👍🏽' },
  {
    type: 'message',
    role: 'user',
    content: [
      { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'low' },
      { type: 'input_file', file_id: 'file_1', filename: 'a.pdf' },
      { type: 'unknown', raw: { type: 'input_audio', data: 'AAAA' } },
    ],
  },
  { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'ZZ' },
  { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'lookup', arguments: '{"q":' },
  { type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_text', text: '"12"' }] },
  { type: 'web_search_call', id: 'ws_1' },
  { type: 'code_interpreter_call', id: 'ci_1', code: 'print(1)', outputs: [{ type: 'logs', logs: '1\n' }] },
  { type: 'image_generation_call', id: 'ig_1', result: 'BBBB' },
  { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] },
  { type: 'unknown', raw: { type: 'mcp_call', id: 'mcp_1', nested: { deep: [1, null, 'x'] } } },
);

interface SaveOptions {
  readonly thread?: ThreadKey;
  readonly messages?: readonly Message[];
  readonly meta?: RunRecord['meta'];
}

/** One user message `m-<run>` unless the test gives others. */
function save(
  store: ConversationPersistence,
  run: string,
  previous: string | null,
  options: SaveOptions = {},
): Promise<RunRecord> {
  return store.saveMessages({
    thread: options.thread ?? MAIN,
    runId: runId(run),
    previousRunId: previous === null ? null : runId(previous),
    conversationId: CONVERSATION,
    messages: options.messages ?? [message(`m-${run}`, `text of ${run}`)],
    meta: options.meta ?? {},
  });
}

async function saveChain(store: ConversationPersistence, ...runs: readonly string[]): Promise<void> {
  for (const [index, run] of runs.entries()) await save(store, run, runs[index - 1] ?? null);
}

function mainSummary(id: string, boundary: string | null, overrides = {}) {
  return summary(id, boundary, { threadId: MAIN.threadId, ...overrides });
}

const idsOf = (runs: readonly RunRecord[]): readonly string[] => runs.map((run) => run.runId);
const messageIdsOf = (runs: readonly RunRecord[]): readonly string[] =>
  runs.flatMap((run) => run.messages.map((each) => each.id));

/** `[s1] r3 r4`: the summary in brackets, then the runs. */
function viewText(view: ModelView): string {
  return [...(view.summary === null ? [] : [`[${view.summary.summaryId}]`]), ...idsOf(view.runs)].join(' ');
}

async function loaded(store: ConversationPersistence, upTo?: string): Promise<string> {
  return viewText(await store.loadMessages(MAIN, upTo === undefined ? undefined : runId(upTo)));
}

export function describePersistence(name: string, open: Open): void {
  describe(`${name} persistence`, () => {
    let store: ConversationPersistence;
    const clock = new HandClock();

    beforeEach(async () => {
      store = await open({ nowMs: clock.nowMs, newId: numberedIds('fresh') });
    });
    afterEach(() => store.close());

    describe('reading', () => {
      it('reads an unknown thread as empty', async () => {
        expect(await store.loadTranscript(MAIN)).toEqual([]);
        expect(await store.loadMessages(MAIN)).toEqual({ summary: null, runs: [] });
        expect(await store.loadSummaries(MAIN)).toEqual([]);
        expect(await store.listThreads()).toEqual([]);
      });

      it('gives back every item as it was saved, unknown ones included', async () => {
        await save(store, 'r1', null, { messages: [EVERY_ITEM], meta: { state: { a: 'b' }, list: [1] } });
        const [run] = await store.loadTranscript(MAIN);
        expect(run?.messages).toEqual([EVERY_ITEM]);
        expect(run?.meta).toEqual({ state: { a: 'b' }, list: [1] });
      });

      it('keeps threads of one id in two namespaces apart', async () => {
        await save(store, 'r1', null);
        await save(store, 'other', null, { thread: threadKey('t-main', 'elsewhere') });
        expect(idsOf(await store.loadTranscript(MAIN))).toEqual(['r1']);
        expect(idsOf(await store.loadTranscript(threadKey('t-main', 'elsewhere')))).toEqual(['other']);
      });

      it('hands out runs that a later save does not change', async () => {
        await save(store, 'r1', null);
        const before = await store.loadTranscript(MAIN);
        await save(store, 'r1', null, { messages: [message('later', 'more')] });
        expect(messageIdsOf(before)).toEqual(['m-r1']);
      });
    });

    describe('saving messages', () => {
      it('answers the run as stored', async () => {
        const stored = await save(store, 'r1', null, { meta: { run_state: { status: 'paused' } } });
        expect(stored).toEqual({
          runId: 'r1',
          previousRunId: null,
          threadId: 't-main',
          conversationId: 'conv 1/ä',
          messages: [message('m-r1', 'text of r1')],
          createdAtMs: clock.nowMs(),
          meta: { run_state: { status: 'paused' } },
        });
        expect(await store.loadTranscript(MAIN)).toEqual([stored]);
      });

      it('appends a second save of a run, at its place and with its newer meta', async () => {
        await save(store, 'r1', null, { meta: { state: 'old', gone: true } });
        await save(store, 'r2', 'r1');
        const createdAtMs = clock.nowMs();
        clock.advance(60_000);
        const stored = await save(store, 'r1', null, {
          messages: [message('m-r1b', 'continued')],
          meta: { state: 'new' },
        });
        expect(messageIdsOf([stored])).toEqual(['m-r1', 'm-r1b']);
        expect(stored.meta).toEqual({ state: 'new' });
        expect(stored.createdAtMs).toBe(createdAtMs);
        expect(messageIdsOf(await store.loadTranscript(MAIN))).toEqual(['m-r1', 'm-r1b', 'm-r2']);
      });

      it('renews the meta of a run by a save without messages', async () => {
        await save(store, 'r1', null);
        await save(store, 'r1', null, { messages: [], meta: { state: 'done' } });
        const [run] = await store.loadTranscript(MAIN);
        expect(messageIdsOf(run === undefined ? [] : [run])).toEqual(['m-r1']);
        expect(run?.meta).toEqual({ state: 'done' });
      });

      it('keeps a run that was saved without any message', async () => {
        await save(store, 'r1', null, { messages: [] });
        await save(store, 'r2', 'r1');
        expect(idsOf(await store.loadTranscript(MAIN))).toEqual(['r1', 'r2']);
      });

      it('continues the thread after its newest run', async () => {
        await saveChain(store, 'r1', 'r2');
        const stored = await save(store, 'r3', 'r2');
        expect(stored.threadId).toBe('t-main');
        expect(stored.previousRunId).toBe('r2');
        expect(idsOf(await store.loadTranscript(MAIN))).toEqual(['r1', 'r2', 'r3']);
      });

      it('stays in the conversation of the thread', async () => {
        await save(store, 'r1', null);
        const stored = await store.saveMessages({
          thread: MAIN,
          runId: runId('r2'),
          previousRunId: runId('r1'),
          conversationId: conversationId('another'),
          messages: [],
          meta: {},
        });
        expect(stored.conversationId).toBe('conv 1/ä');
      });

      it('carries out saves in the order of the calls', async () => {
        const runs = Array.from({ length: 8 }, (_, index) => `r${index}`);
        await Promise.all(runs.map((run, index) => save(store, run, runs[index - 1] ?? null)));
        expect(idsOf(await store.loadTranscript(MAIN))).toEqual(runs);
      });
    });

    describe('branching', () => {
      it('opens a new thread, with a copy of the runs before it, after an earlier run', async () => {
        await saveChain(store, 'r1', 'r2', 'r3');
        const stored = await save(store, 'r4', 'r2');
        expect(stored.threadId).toBe('fresh-1');
        expect(idsOf(await store.loadTranscript(threadKey('fresh-1')))).toEqual(['r1', 'r2', 'r4']);
        expect(idsOf(await store.loadTranscript(MAIN))).toEqual(['r1', 'r2', 'r3']);
      });

      it('tells copied runs by the thread they were saved under', async () => {
        await saveChain(store, 'r1', 'r2', 'r3');
        await save(store, 'r4', 'r2');
        const branch = await store.loadTranscript(threadKey('fresh-1'));
        expect(branch.map((run) => run.threadId)).toEqual(['t-main', 't-main', 'fresh-1']);
      });

      it('goes on in the branch under the branch’s own id', async () => {
        await saveChain(store, 'r1', 'r2');
        const { threadId: branch } = await save(store, 'r3', 'r1');
        const stored = await save(store, 'r4', 'r3', { thread: threadKey(branch) });
        expect(stored.threadId).toBe(branch);
        expect(idsOf(await store.loadTranscript(threadKey(branch)))).toEqual(['r1', 'r3', 'r4']);
      });

      it('gives the branch the id that was asked for when no thread has it', async () => {
        await saveChain(store, 'r1', 'r2');
        const stored = await save(store, 'r3', 'r1', { thread: threadKey('t-mine') });
        expect(stored.threadId).toBe('t-mine');
        expect(idsOf(await store.loadTranscript(threadKey('t-mine')))).toEqual(['r1', 'r3']);
      });

      it('starts a new thread after a run that nobody knows', async () => {
        await save(store, 'r1', null);
        const stored = await save(store, 'r5', 'nope');
        expect(stored.threadId).toBe('fresh-1');
        expect(stored.previousRunId).toBe('nope');
        expect(idsOf(await store.loadTranscript(threadKey('fresh-1')))).toEqual(['r5']);
        expect(idsOf(await store.loadTranscript(MAIN))).toEqual(['r1']);
      });

      it('starts a second thread rather than overwrite the first when no run is named', async () => {
        await save(store, 'r1', null);
        const stored = await save(store, 'r2', null);
        expect(stored.threadId).toBe('fresh-1');
        expect(idsOf(await store.loadTranscript(MAIN))).toEqual(['r1']);
      });

      it('does not take the summary of the thread it branched from along', async () => {
        await saveChain(store, 'r1', 'r2', 'r3');
        await store.saveSummary('default', mainSummary('s1', 'r1'), CONVERSATION);
        const { threadId: branch } = await save(store, 'r4', 'r2');
        expect(viewText(await store.loadMessages(threadKey(branch)))).toBe('r1 r2 r4');
      });
    });

    describe('summaries', () => {
      it('puts the summary in the place of the runs it covers', async () => {
        await saveChain(store, 'r1', 'r2', 'r3', 'r4');
        const saved = mainSummary('s1', 'r2');
        await store.saveSummary('default', saved, CONVERSATION);
        const view = await store.loadMessages(MAIN);
        expect(view.summary).toEqual(saved);
        expect(idsOf(view.runs)).toEqual(['r3', 'r4']);
      });

      it('loads by every run id: the summary only where its boundary is older', async () => {
        await saveChain(store, 'r1', 'r2', 'r3');
        await store.saveSummary('default', mainSummary('s1', 'r2'), CONVERSATION);
        expect(await loaded(store, 'r1')).toBe('r1');
        expect(await loaded(store, 'r2')).toBe('r1 r2');
        expect(await loaded(store, 'r3')).toBe('[s1] r3');
        expect(await loaded(store)).toBe('[s1] r3');
        expect(await loaded(store, 'unknown')).toBe('r1 r2 r3');
      });

      it('has no message for a sliding window’s boundary', async () => {
        await saveChain(store, 'r1', 'r2', 'r3');
        await store.saveSummary('default', mainSummary('s1', 'r1', { message: null }), CONVERSATION);
        const view = await store.loadMessages(MAIN);
        expect(view.summary?.message).toBeNull();
        expect(idsOf(view.runs)).toEqual(['r2', 'r3']);
      });

      it.each([
        ['names no run', null],
        ['names an unknown run', 'nowhere'],
        ['names an earlier summary', 's0'],
        ['names the newest run', 'r3'],
      ])('is inert when its boundary %s', async (_, boundary) => {
        await saveChain(store, 'r1', 'r2', 'r3');
        await store.saveSummary('default', mainSummary('s1', boundary), CONVERSATION);
        expect(await loaded(store)).toBe('r1 r2 r3');
      });

      it('lets the newest summary win, even by being inert', async () => {
        await saveChain(store, 'r1', 'r2', 'r3');
        await store.saveSummary('default', mainSummary('s1', 'r1'), CONVERSATION);
        await store.saveSummary('default', mainSummary('s2', 'r2'), CONVERSATION);
        expect(await loaded(store)).toBe('[s2] r3');
        await store.saveSummary('default', mainSummary('s3', null), CONVERSATION);
        expect(await loaded(store)).toBe('r1 r2 r3');
      });

      it('keeps the older ones readable, in the order of their saves', async () => {
        await saveChain(store, 'r1', 'r2', 'r3');
        const saved = [
          mainSummary('s1', 'r1', { createdAtMs: null }),
          mainSummary('s2', 'r2', { message: null }),
          mainSummary('s3', null),
        ];
        for (const each of saved) await store.saveSummary('default', each, CONVERSATION);
        expect(await store.loadSummaries(MAIN)).toEqual(saved);
      });

      it('never shows in the transcript', async () => {
        await saveChain(store, 'r1', 'r2', 'r3');
        const before = await store.loadTranscript(MAIN);
        await store.saveSummary('default', mainSummary('s1', 'r2'), CONVERSATION);
        expect(await store.loadTranscript(MAIN)).toEqual(before);
      });

      it('may be saved ahead of the first run of its thread', async () => {
        await store.saveSummary('default', mainSummary('s1', 'r1'), CONVERSATION);
        expect(await store.listThreads()).toEqual([]);
        const stored = await save(store, 'r1', null);
        expect(stored.threadId).toBe('t-main');
        await save(store, 'r2', 'r1');
        expect(await loaded(store)).toBe('[s1] r2');
      });

      it('applies within its namespace alone', async () => {
        await saveChain(store, 'r1', 'r2');
        await store.saveSummary('elsewhere', mainSummary('s1', 'r1'), CONVERSATION);
        expect(await loaded(store)).toBe('r1 r2');
      });
    });

    describe('listing threads', () => {
      it('lists the thread whose newest run was created last first', async () => {
        await save(store, 'r1', null, { messages: [message('m1', 'First question\nof two lines')] });
        clock.advance(1_000);
        await save(store, 'x1', null, { thread: threadKey('t-x') });
        clock.advance(1_000);
        const updatedAtMs = clock.nowMs();
        await save(store, 'r2', 'r1');
        const threads = await store.listThreads();
        expect(threads.map((info) => info.thread.threadId)).toEqual(['t-main', 't-x']);
        expect(threads[0]).toEqual({
          thread: MAIN,
          conversationId: 'conv 1/ä',
          title: 'First question of two lines',
          runCount: 2,
          lastRunId: 'r2',
          updatedAtMs,
        });
      });

      it('counts the copied runs of a branch, and titles it like the thread it came from', async () => {
        await saveChain(store, 'r1', 'r2');
        clock.advance(1_000);
        await save(store, 'r3', 'r1');
        const [branch] = await store.listThreads();
        expect(branch).toMatchObject({
          thread: { threadId: 'fresh-1' },
          title: 'text of r1',
          runCount: 2,
          lastRunId: 'r3',
        });
      });

      it('lists one namespace, or all of them', async () => {
        await save(store, 'r1', null);
        await save(store, 'y1', null, { thread: threadKey('t-y', 'elsewhere') });
        expect((await store.listThreads('elsewhere')).map((info) => info.thread.threadId)).toEqual(['t-y']);
        expect(await store.listThreads()).toHaveLength(2);
        expect(await store.listThreads('nowhere')).toEqual([]);
      });
    });

    it('rejects every call after it is closed', async () => {
      const closed = await open({ nowMs: clock.nowMs, newId: numberedIds('closed') });
      await closed.close();
      await expect(closed.loadTranscript(MAIN)).rejects.toMatchObject({ code: 'storage-failed' });
      await expect(save(closed, 'r1', null)).rejects.toMatchObject({ code: 'storage-failed' });
    });
  });
}

/** What a store that outlives its process owes on top. */
export function describeDurablePersistence(name: string, prepare: () => Promise<DurableStore>): void {
  describe(`${name} persistence, durably`, () => {
    const clock = new HandClock();

    it('reads the same after it was closed and opened again', async () => {
      const { open } = await prepare();
      const options: PersistenceOptions = { nowMs: clock.nowMs, newId: numberedIds('fresh') };
      const before = await open(options);
      await save(before, 'r1', null, { messages: [EVERY_ITEM], meta: { run_state: { context_tokens: 7 } } });
      await saveMore(before);
      const seen = await everything(before);
      await before.close();
      const after = await open(options);
      expect(await everything(after)).toEqual(seen);
      await after.close();
    });

    it('leaves what was stored as it was when a save fails, and takes the same save later', async () => {
      const { open, breakWrites } = await prepare();
      const store = await open({ nowMs: clock.nowMs, newId: numberedIds('fresh') });
      await saveChain(store, 'r1', 'r2');
      const seen = await everything(store);

      const mend = await breakWrites(store);
      await expect(save(store, 'r3', 'r2')).rejects.toMatchObject({ code: 'storage-failed' });
      await expect(save(store, 'r1', null)).rejects.toMatchObject({ code: 'storage-failed' });
      await expect(store.saveSummary('default', mainSummary('s1', 'r1'), CONVERSATION)).rejects.toMatchObject(
        { code: 'storage-failed' },
      );
      await mend();

      expect(await everything(store)).toEqual(seen);
      await save(store, 'r3', 'r2');
      expect(idsOf(await store.loadTranscript(MAIN))).toEqual(['r1', 'r2', 'r3']);
      await store.close();
    });
  });
}

/** A branch, a second save, an unknown previous run, summaries with and without a message. */
async function saveMore(store: ConversationPersistence): Promise<void> {
  await save(store, 'r2', 'r1');
  await save(store, 'r3', 'r2');
  await store.saveSummary(
    'default',
    mainSummary('s0', 'r1', { message: null, createdAtMs: null }),
    CONVERSATION,
  );
  await store.saveSummary('default', mainSummary('s1', 'r2'), CONVERSATION);
  await save(store, 'r3', 'r2', { messages: [message('m-r3b', 'continued')], meta: { state: 'newer' } });
  await save(store, 'r4', 'r1');
  await save(store, 'r5', 'nope', { messages: [] });
}

async function everything(store: ConversationPersistence): Promise<unknown> {
  const keys = ['t-main', 'fresh-1', 'fresh-2'].map((id) => threadKey(threadId(id)));
  return {
    threads: await store.listThreads(),
    transcripts: await Promise.all(keys.map((key) => store.loadTranscript(key))),
    views: await Promise.all(keys.map((key) => store.loadMessages(key))),
    summaries: await Promise.all(keys.map((key) => store.loadSummaries(key))),
  };
}
