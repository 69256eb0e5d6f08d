import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openJsonlPersistence } from '../../../../core/adapters/jsonl/open-jsonl-persistence.ts';
import { Agent, type AgentOptions } from '../../../../core/conversation/agent.ts';
import type { AgentModel } from '../../../../core/conversation/agent-model.ts';
import { ConversationManager } from '../../../../core/conversation/conversation-manager.ts';
import type { AgentTool } from '../../../../core/conversation/run-tools.ts';
import { InspectorError } from '../../../../core/domain/errors.ts';
import { idSource } from '../../../../core/domain/id-source.ts';
import { conversationId, runId, threadId } from '../../../../core/domain/ids.ts';
import { readRunState } from '../../../../core/domain/run-meta.ts';
import type { RunRecord } from '../../../../core/domain/thread.ts';
import { openInMemoryPersistence } from '../../../../core/persistence/in-memory-persistence.ts';
import type { ConversationPersistence } from '../../../../core/persistence/conversation-persistence.ts';
import type { HistorySummarizer } from '../../../../core/summarizers/history-summarizer.ts';
import { HandClock, message, numberedIds, threadKey, usage } from '../../../support/builders.ts';
import { CustomSummarizer } from '../../../support/custom-summarizer.ts';
import { calls, says, ScriptedAgentModel } from '../../../support/scripted-agent-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const THREAD = threadKey('t-1');
const clock = new HandClock();
let store: ConversationPersistence;
let newId: () => string;

beforeEach(() => {
  newId = numberedIds('id');
  store = openInMemoryPersistence({ nowMs: clock.nowMs, newId });
});

function agentOf(
  model: AgentModel,
  options: Partial<AgentOptions> & { readonly summarizer?: HistorySummarizer } = {},
): Agent {
  const { summarizer = null, ...others } = options;
  const ids = idSource(newId);
  const history = new ConversationManager({ persistence: store, summarizer, ids, nowMs: clock.nowMs });
  return new Agent({ name: 'harbour', instructions: 'You are a harbour clerk.', model, history, ...others });
}

function tool(name: string, execute: AgentTool['execute']): AgentTool {
  return { name, description: `does ${name}`, parameters: { type: 'object' }, execute };
}

const lookup = tool('lookup', async (args) => ({ asked: args }));

/** `anna: Q | harbour: f(call_1) | …`: who sent what, in a few words. */
function told(record: RunRecord | undefined): readonly string[] {
  return (record?.messages ?? []).map(({ senderId, items }) => {
    const words = items.map((item) => {
      if (item.type === 'function_call') return `${item.name}(${item.call_id})`;
      if (item.type === 'function_call_output') return `${item.call_id} → ${JSON.stringify(item.output)}`;
      if (item.type !== 'message' || typeof item.content === 'string') return item.type;
      return item.content.map((part) => ('text' in part ? part.text : part.type)).join('');
    });
    return `${senderId}: ${words.join(', ')}`;
  });
}

async function onlyRun(): Promise<RunRecord | undefined> {
  const transcript = await store.loadTranscript(THREAD);
  expect(transcript).toHaveLength(1);
  return transcript[0];
}

describe('Agent', () => {
  it('answers, and saves the run', async () => {
    const model = new ScriptedAgentModel(says('At 14:05.'));
    const handle = agentOf(model).execute({ thread: THREAD, message: 'High water?', senderId: 'anna' });
    const result = await handle.result();
    expect(result).toMatchObject({
      status: 'completed',
      text: 'At 14:05.',
      thread: THREAD,
      usage: usage(100, 10),
      occupancy: { measuredTokens: 110, pendingTokens: 0 },
    });
    expect(model.requests).toMatchObject([
      {
        instructions: 'You are a harbour clerk.',
        tools: [],
        input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'High water?' }] }],
      },
    ]);
    expect(told(await onlyRun())).toEqual(['anna: High water?', 'harbour: At 14:05.']);
  });

  it('takes a message of the caller’s own, and its sender for the results of tools', async () => {
    const model = new ScriptedAgentModel(calls(['lookup', '{}']), says('Done.'));
    const agent = agentOf(model, { tools: [lookup] });
    await agent.execute({ thread: THREAD, message: { ...message('m1', 'Look'), senderId: 'bo' } }).result();
    expect(told(await onlyRun())).toEqual([
      'bo: Look',
      'harbour: lookup(call_1)',
      'bo: call_1 → "{\\"asked\\":{}}"',
      'harbour: Done.',
    ]);
  });

  it('opens a thread of its own when it is given none', async () => {
    const result = await agentOf(new ScriptedAgentModel(says('Hi.')))
      .execute({ message: 'Hello!' })
      .result();
    expect(result.thread.namespace).toBe('default');
    expect(await store.loadTranscript(result.thread)).toHaveLength(1);
  });

  it('estimates a reply for which no usage was reported', async () => {
    const model = new ScriptedAgentModel({ ...says('At 14:05.'), usage: null });
    const result = await agentOf(model).execute({ thread: THREAD, message: 'High water?' }).result();
    // 4 + 11 bytes (3) and 4 + 9 bytes (3).
    expect(result.occupancy).toEqual({ measuredTokens: 0, pendingTokens: 14 });
    expect(result.usage.totalTokens).toBe(0);
  });

  it('remembers the thread in the next run, and branches from an earlier one', async () => {
    const model = new ScriptedAgentModel(says('One.'), says('Two.'), says('Other.'));
    const agent = agentOf(model);
    const first = await agent.execute({ thread: THREAD, message: 'first' }).result();
    await agent.execute({ thread: THREAD, message: 'second' }).result();
    expect(model.requests[1]?.input).toHaveLength(3);
    const branch = await agent
      .execute({ thread: THREAD, message: 'other', continueFrom: first.runId })
      .result();
    expect(branch.thread).not.toEqual(THREAD);
    expect(await store.loadTranscript(THREAD)).toHaveLength(2);
    expect(await store.loadTranscript(branch.thread)).toHaveLength(2);
  });
});

describe('tools', () => {
  it('are executed at the same time, and answered in the order of their calls', async () => {
    let release: (() => void) | null = null;
    const waits = tool(
      'waits',
      () =>
        new Promise(
          (resolve) =>
            (release = () => {
              resolve('late');
            }),
        ),
    );
    const releases = tool('releases', async () => {
      release?.();
      return 'early';
    });
    // Neither would end if the second waited for the first.
    const model = new ScriptedAgentModel(calls(['waits', '{}'], ['releases', '{}']), says('Done.'));
    await agentOf(model, { tools: [waits, releases] })
      .execute({ thread: THREAD, message: 'go' })
      .result();
    const record = await onlyRun();
    expect(told(record).slice(1)).toEqual([
      'harbour: waits(call_1), releases(call_2)',
      'user: call_1 → "\\"late\\""',
      'user: call_2 → "\\"early\\""',
      'harbour: Done.',
    ]);
    expect(record?.messages[2]?.items[0]).toMatchObject({ id: 'fc_1', call_id: 'call_1' });
    expect(record?.meta['run_state']).toMatchObject({
      loop_iteration: 1,
      queued_approvals: ['call_1', 'call_2'],
    });
  });

  it('count as pending until the next report', async () => {
    const long = tool('long', async () => 'x'.repeat(398));
    const model = new ScriptedAgentModel(calls(['long', '{}']), says('Done.'));
    const handle = agentOf(model, { tools: [long] }).execute({ thread: THREAD, message: 'go' });
    const occupancies: unknown[] = [];
    for await (const event of handle.events) {
      if (event.type === 'model-called') occupancies.push(event.occupancy);
    }
    // "go" is 4 + 1; the result is 400 bytes with its quotes: 4 + 100.
    expect(occupancies).toEqual([
      { measuredTokens: 0, pendingTokens: 5 },
      { measuredTokens: 110, pendingTokens: 104 },
    ]);
  });

  it.each([
    ['an unknown tool', ['nothing', '{}'], 'Tool not found: nothing'],
    ['a tool that fails', ['fails', '{}'], 'Tool execution failed: no tide today'],
    ['arguments that are no JSON', ['lookup', '{"q":'], /^Tool execution failed: .*JSON/],
    ['a result that JSON has no word for', ['empty', ''], 'null'],
  ] as const)('answer for %s, so that no call stays without a result', async (_, call, output) => {
    const fails = tool('fails', () => Promise.reject(new Error('no tide today')));
    const empty = tool('empty', () => Promise.resolve(undefined));
    const model = new ScriptedAgentModel(calls(call), says('Done.'));
    await agentOf(model, { tools: [lookup, fails, empty] })
      .execute({ thread: THREAD, message: 'go' })
      .result();
    const result = model.requests[1]?.input.at(-1);
    if (result?.type !== 'function_call_output') throw new Error('no result was sent');
    expect(result.output).toEqual(typeof output === 'string' ? output : expect.stringMatching(output));
  });

  it('may be called no more often than allowed; then nothing is saved', async () => {
    const again = calls(['lookup', '{}']);
    const agent = agentOf(new ScriptedAgentModel(again, again), { tools: [lookup], maxModelCalls: 2 });
    await expect(agent.execute({ thread: THREAD, message: 'go' }).result()).rejects.toMatchObject({
      code: 'model-failed',
      message: expect.stringMatching(/called the model 2 times .* raise maxModelCalls/) as unknown,
    });
    expect(await store.loadTranscript(THREAD)).toEqual([]);
  });
});

describe('messages that come while the run works', () => {
  it('join at the next model call', async () => {
    let handle: ReturnType<Agent['execute']> | null = null;
    const slow = tool('slow', async () => {
      handle?.queueMessage('and Dover?');
      return 'table';
    });
    const model = new ScriptedAgentModel(calls(['slow', '{}']), says('Both.'));
    handle = agentOf(model, { tools: [slow] }).execute({
      thread: THREAD,
      message: 'Brest?',
      senderId: 'anna',
    });
    await handle.result();
    expect(told(await onlyRun())).toEqual([
      'anna: Brest?',
      'harbour: slow(call_1)',
      'anna: call_1 → "\\"table\\""',
      'anna: and Dover?',
      'harbour: Both.',
    ]);
  });

  it('bring about another answer when the model has just given its last', async () => {
    let handle: ReturnType<Agent['execute']> | null = null;
    const model = new ScriptedAgentModel(async () => {
      handle?.queueMessage('and Dover?');
      return says('Brest: 5 m.');
    }, says('Dover: 6 m.'));
    handle = agentOf(model).execute({ thread: THREAD, message: 'Brest?', senderId: 'anna' });
    expect((await handle.result()).text).toBe('Brest: 5 m.Dover: 6 m.');
    expect(told(await onlyRun())).toEqual([
      'anna: Brest?',
      'harbour: Brest: 5 m.',
      'anna: and Dover?',
      'harbour: Dover: 6 m.',
    ]);
  });

  it('join even when they come before the run is open, and are refused when it has ended', async () => {
    const model = new ScriptedAgentModel(says('Both.'));
    const handle = agentOf(model).execute({ thread: THREAD, message: 'Brest?' });
    expect(handle.queueMessage('and Dover?')).toBe(true);
    await handle.result();
    expect(model.requests[0]?.input).toHaveLength(2);
    expect(handle.queueMessage('and Calais?')).toBe(false);
  });
});

describe('a cancelled run', () => {
  it('ends as completed, with a result for every call, a notice and what is pending', async () => {
    const controller = new AbortController();
    const stops = tool('stops', async () => {
      controller.abort();
      return new Promise(() => undefined);
    });
    const model = new ScriptedAgentModel(calls(['lookup', '{}'], ['stops', '{}']));
    const result = await agentOf(model, { tools: [lookup, stops] })
      .execute({ thread: THREAD, message: 'go', senderId: 'anna', signal: controller.signal })
      .result();
    expect(result.status).toBe('cancelled');
    const record = await onlyRun();
    expect(told(record)).toEqual([
      'anna: go',
      'harbour: lookup(call_1), stops(call_2)',
      expect.stringMatching(/^anna: call_1 → /),
      'anna: call_2 → "Tool call cancelled: the run was stopped while this tool was running."',
      'anna: Cancelled by user',
    ]);
    const state = readRunState(record?.meta ?? {});
    expect(state).toMatchObject({ status: 'completed', currentStep: 'complete' });
    expect(state.occupancy?.pendingTokens).toBeGreaterThan(0);
  });

  it('drops half an answer, and keeps what the user said', async () => {
    const controller = new AbortController();
    const model = new ScriptedAgentModel(async ({ onText }) => {
      onText?.('At 14');
      controller.abort();
      throw new InspectorError('cancelled', 'the model call was cancelled');
    });
    const handle = agentOf(model).execute({ thread: THREAD, message: 'When?', signal: controller.signal });
    handle.queueMessage('Never mind.');
    expect((await handle.result()).status).toBe('cancelled');
    expect(told(await onlyRun())).toEqual(['user: When?', 'user: Never mind.', 'user: Cancelled by user']);
  });

  it('does not execute what the model asked for', async () => {
    const controller = new AbortController();
    let executed = 0;
    const counts = tool('counts', async () => (executed += 1));
    const model = new ScriptedAgentModel(async () => {
      controller.abort();
      return calls(['counts', '{}']);
    });
    await agentOf(model, { tools: [counts] })
      .execute({ thread: THREAD, message: 'go', signal: controller.signal })
      .result();
    expect(executed).toBe(0);
    expect(told(await onlyRun())[2]).toBe(
      'user: call_1 → "Tool call cancelled: the run was stopped before this tool was executed."',
    );
  });
});

describe('events', () => {
  it('tell the run in order, to a reader who comes late too', async () => {
    const summarizer = new CustomSummarizer(({ messages }) =>
      messages.length < 3
        ? null
        : {
            summaryId: idSource(newId).newSummaryId(),
            summary: null,
            messagesToKeep: messages.slice(-1),
            lastSummarizedRunId: null,
            usage: null,
          },
    );
    const model = new ScriptedAgentModel(calls(['lookup', '{}']), async ({ onText }) => {
      onText?.('At ');
      onText?.('14:05.');
      return says('At 14:05.');
    });
    const handle = agentOf(model, { tools: [lookup], summarizer }).execute({ thread: THREAD, message: 'go' });
    await handle.result();
    const types: string[] = [];
    for await (const event of handle.events) {
      types.push(event.type === 'text' ? `text ${event.piece}` : event.type);
    }
    expect(types).toEqual([
      'run-started',
      'model-called',
      'replied',
      'tool-answered',
      'summarized',
      'model-called',
      'text At ',
      'text 14:05.',
      'replied',
      'run-saved',
    ]);
  });

  it('end when the run fails', async () => {
    const failing = agentOf(new ScriptedAgentModel(new InspectorError('model-failed', 'status 500')));
    const handle = failing.execute({ thread: THREAD, message: 'go' });
    const types: string[] = [];
    for await (const event of handle.events) types.push(event.type);
    expect(types).toEqual(['run-started', 'model-called']);
    await expect(handle.result()).rejects.toMatchObject({ code: 'model-failed' });
    expect(handle.queueMessage('hello?')).toBe(false);
    await expect(handle.retrySave()).rejects.toThrow(/did not end, so there is nothing to save/);
    expect(await store.loadTranscript(THREAD)).toEqual([]);
  });
});

describe('a run that can’t be saved', () => {
  it('can be saved later', async () => {
    const directory = await tempDir();
    const file = join(directory, 'c-1.jsonl');
    store = await openJsonlPersistence(directory, { nowMs: clock.nowMs, newId });
    await store.saveMessages({
      thread: THREAD,
      runId: runId('r0'),
      previousRunId: null,
      conversationId: conversationId('c-1'),
      messages: [],
      meta: {},
    });
    await rename(file, `${file}.aside`);
    await mkdir(file);
    const handle = agentOf(new ScriptedAgentModel(says('Hi.'))).execute({
      thread: THREAD,
      message: 'Hello!',
    });
    await expect(handle.result()).rejects.toMatchObject({ code: 'storage-failed' });
    await rm(file, { recursive: true });
    await rename(`${file}.aside`, file);

    expect(await handle.retrySave()).toMatchObject({ status: 'completed', text: 'Hi.' });
    expect(await store.loadTranscript(THREAD)).toHaveLength(2);
    await store.close();
  });
});

describe('a run that waits for an approval', () => {
  it('stays paused, and keeps the message in its queue', async () => {
    await store.saveMessages({
      thread: { ...THREAD, threadId: threadId('t-1') },
      runId: runId('r1'),
      previousRunId: null,
      conversationId: conversationId('c-1'),
      messages: [message('m1', 'delete it')],
      meta: { run_state: { status: 'paused', current_step: 'await_approval', context_tokens: 50 } },
    });
    const model = new ScriptedAgentModel();
    const result = await agentOf(model)
      .execute({ thread: THREAD, message: 'well?', senderId: 'anna' })
      .result();
    expect(result).toMatchObject({ status: 'paused', runId: 'r1' });
    const record = await onlyRun();
    expect(told(record)).toEqual(['user-1: delete it']);
    expect(record?.meta['run_state']).toMatchObject({
      status: 'paused',
      queued_messages: [{ sender_id: 'anna' }],
      pending_context_tokens: 6,
    });
  });
});
