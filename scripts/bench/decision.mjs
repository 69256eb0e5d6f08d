import {
  LlmHistorySummarizer,
  estimateMessageTokens,
  messageId,
  runId,
  summaryId,
} from '../../out/core/index.js';
import { medianMs, ms, times } from './measure.mjs';

const MESSAGES_PER_RUN = 4;
const KEEP_RUNS = 5;

/**
 * One summarizing decision (group into runs, decide, make the model view) with a model that answers at
 * once, and the same decision by langchain's summarizationMiddleware.
 *
 * @returns {Promise<import('./measure.mjs').BenchLine[]>}
 */
export async function decisionBench() {
  const small = await medianMs(decision(1_000), { runs: 25, warmUps: 10 });
  const large = await medianMs(decision(10_000), { runs: 25, warmUps: 10 });
  const langchain = await medianMs(await langchainDecision(10_000), { runs: 1, warmUps: 0 });
  return [
    {
      name: 'a decision, 1,000 → 10,000 messages',
      figure: ms(large),
      baseline: `${ms(small)} on 1,000: ${times(large / small)}`,
      limit: 'under 5 ms, ≤ 12×',
      ok: large < 5 && large / small <= 12,
    },
    {
      name: 'the same by langchain, 10,000 messages',
      figure: ms(langchain),
      baseline: `ours ${ms(large)}: ${times(langchain / large)}`,
      limit: '≥ 500×',
      ok: langchain / large >= 500,
    },
  ];
}

/**
 * The messages of an agent with one tool, four to a run: question, call, result, answer.
 *
 * @param {number} index
 * @returns {{ kind: 'user' | 'call' | 'result' | 'answer', call: string, text: string }}
 */
function partOf(index) {
  const call = `call_${Math.floor(index / MESSAGES_PER_RUN)}`;
  const berth = `B-${index % 40}`;
  switch (index % MESSAGES_PER_RUN) {
    case 0:
      return {
        kind: 'user',
        call,
        text: `When is berth ${berth} free on day ${index % 28}, and is the pilot told?`,
      };
    case 1:
      return {
        kind: 'call',
        call,
        text: JSON.stringify({ berth, day: index % 28, with: ['pilot', 'crane'] }),
      };
    case 2:
      return {
        kind: 'result',
        call,
        text: JSON.stringify({ berth, free: `${index % 24}:00`, draught: 6.6, pilot: null }),
      };
    default:
      return {
        kind: 'answer',
        call,
        text: `Berth ${berth} is free from ${index % 24}:00; the pilot is not told yet.`,
      };
  }
}

/**
 * @param {number} index
 * @returns {import('../../out/core/index.js').InputItem}
 */
function itemOf(index) {
  const { kind, call, text } = partOf(index);
  switch (kind) {
    case 'call':
      return { type: 'function_call', call_id: call, name: 'berth', arguments: text };
    case 'result':
      return { type: 'function_call_output', call_id: call, output: text };
    default:
      return { type: 'message', role: kind === 'user' ? 'user' : 'assistant', content: text };
  }
}

/** @param {number} count */
function decision(count) {
  /** @type {import('../../out/core/index.js').Message[]} */
  const messages = [];
  const originOf = new Map();
  for (let index = 0; index < count; index += 1) {
    const id = messageId(`m${index}`);
    messages.push({ id, senderId: 'bench', items: [itemOf(index)] });
    originOf.set(id, { kind: 'run', runId: runId(`r${Math.floor(index / MESSAGES_PER_RUN)}`) });
  }
  const summarizer = new LlmHistorySummarizer({
    model: {
      modelName: 'instant',
      complete: () => Promise.resolve({ text: 'the gist', usage: null, raw: null, modelName: 'instant' }),
    },
    instruction: 'Summarize.',
    tokenThreshold: 1_000,
    keepRecentCount: KEEP_RUNS,
    newMessageId: () => messageId('summary-message'),
    newSummaryId: () => summaryId('summary'),
  });
  return async () => {
    const pendingTokens = messages.reduce((sum, message) => sum + estimateMessageTokens(message), 0);
    const result = await summarizer.summarize({
      messages,
      originOf,
      occupancy: { measuredTokens: 0, pendingTokens },
    });
    if (result?.messagesToKeep.length !== KEEP_RUNS * MESSAGES_PER_RUN)
      throw new Error('not what was asked for');
    return [result.summary, ...result.messagesToKeep];
  };
}

/** @param {number} count */
async function langchainDecision(count) {
  const [{ summarizationMiddleware }, { AIMessage, HumanMessage, ToolMessage }, { FakeListChatModel }] =
    await Promise.all([
      import('langchain'),
      import('@langchain/core/messages'),
      import('@langchain/core/utils/testing'),
    ]);
  const messages = Array.from({ length: count }, (_, index) => {
    const { kind, call, text } = partOf(index);
    const id = `m${index}`;
    switch (kind) {
      case 'call':
        return new AIMessage({
          id,
          content: '',
          tool_calls: [{ id: call, name: 'berth', args: JSON.parse(text) }],
        });
      case 'result':
        return new ToolMessage({ id, tool_call_id: call, content: text });
      case 'user':
        return new HumanMessage({ id, content: text });
      default:
        return new AIMessage({ id, content: text });
    }
  });
  const options = {
    model: new FakeListChatModel({ responses: ['the gist'] }),
    trigger: { tokens: 1_000 },
    keep: { messages: KEEP_RUNS * MESSAGES_PER_RUN },
  };
  // Its declared types want what an agent would fill in; the hook itself needs no more than this.
  const { beforeModel } = Reflect.apply(summarizationMiddleware, undefined, [options]);
  if (typeof beforeModel !== 'function') throw new Error('langchain has another shape than expected');
  return async () => {
    const result = await beforeModel({ messages }, { context: {} });
    if (!result?.messages) throw new Error('langchain summarized nothing');
  };
}
