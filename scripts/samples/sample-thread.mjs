import { createHash } from 'node:crypto';

/**
 * Turns a written-down conversation into records of HasteKit history, with the usage a provider would
 * have reported.
 *
 * @typedef {{ name: string, args: unknown, result?: unknown, id?: string }} SampleCall
 *   Without a result the call is answered in a later run.
 * @typedef {{ say?: string, think?: string, calls?: readonly SampleCall[] }} SampleStep One model call.
 * @typedef {{ id: string, text: string, coversThrough: number, inputTokens: number, outputTokens: number }} SampleSummary
 * @typedef {{
 *   at: string, user: string, steps: readonly SampleStep[],
 *   summary?: SampleSummary,
 *   refusedSummary?: { id: string, text: string },
 *   orphanResult?: { callId: string, output: unknown },
 * }} SampleRun
 * @typedef {{
 *   file: string, threadId: string, conversationId: string, user: string, agent: string,
 *   overheadTokens: number, runs: readonly SampleRun[],
 * }} SampleThread
 */

/** What this provider's tokenizer makes of a text, near enough. */
const BYTES_PER_TOKEN = 3.7;
const ITEM_TOKENS = 3;
/** Prompt caching as OpenAI has it: from 1,024 tokens, in steps of 128, forgotten after ten minutes. */
const CACHE_MINIMUM = 1024;
const CACHE_STEP = 128;
const CACHE_LIFETIME_MS = 10 * 60_000;
const SUMMARY_PREFIX = 'Previous conversation summary: ';

/**
 * @param {SampleThread} thread
 * @returns {string} JSON lines
 */
export function historyOf(thread) {
  /** @type {object[]} */
  const records = [];
  /** @type {{ tokens: number, run: number }[]} */
  const context = [];
  let summaryTokens = 0;
  let covered = 0;
  let previousPrompt = { tokens: 0, atMs: 0, prefix: '' };
  const ids = idSource(thread.threadId);

  thread.runs.forEach((run, index) => {
    const runId = runIdOf(thread, index);
    /** @type {object[]} */
    const messages = [];
    const usage = { input: 0, cached: 0, output: 0, reasoning: 0 };
    let contextTokens = 0;
    let atMs = Date.parse(run.at);
    /** @param {string} sender @param {object[]} items */
    const add = (sender, items) => {
      messages.push({ id: ids('msg'), sender_id: sender, messages: items });
      context.push({ tokens: tokensOf(items), run: index });
    };

    add(thread.user, [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: run.user }] }]);
    if (run.orphanResult !== undefined) {
      add(thread.user, [outputItem(run.orphanResult.callId, run.orphanResult.output)]);
    }
    const summary = run.summary ?? run.refusedSummary;
    if (summary !== undefined) {
      records.push(summaryRecord(thread, run, summary));
      usage.input += run.summary?.inputTokens ?? 1210;
      usage.output += run.summary?.outputTokens ?? 34;
      if (run.summary !== undefined) {
        summaryTokens = tokensOf(summaryItems(run.summary.text));
        covered = run.summary.coversThrough;
      }
    }

    for (const step of run.steps) {
      const visible = context.filter((message) => message.run >= covered);
      const prompt =
        thread.overheadTokens + summaryTokens + visible.reduce((sum, { tokens }) => sum + tokens, 0);
      const prefix = `${covered}`;
      const isWarm = prefix === previousPrompt.prefix && atMs - previousPrompt.atMs < CACHE_LIFETIME_MS;
      const cached = isWarm ? cacheable(previousPrompt.tokens) : 0;
      previousPrompt = { tokens: prompt, atMs, prefix };

      const { items, results, reasoningTokens } = stepItems(step, ids);
      add(thread.agent, items);
      const output = tokensOf(items) + reasoningTokens;
      usage.input += prompt;
      usage.cached += cached;
      usage.output += output;
      usage.reasoning += reasoningTokens;
      contextTokens = prompt + output;
      for (const result of results) add(thread.user, [result]);
      atMs += 3_000 + output * 12;
    }

    records.push({
      type: 'message',
      message: {
        run_id: runId,
        ...(index === 0 ? {} : { previous_run_id: runIdOf(thread, index - 1) }),
        thread_id: thread.threadId,
        conversation_id: thread.conversationId,
        namespace: 'samples',
        messages,
        meta: {
          run_state: {
            status: 'completed',
            current_step: 'complete',
            loop_iteration: run.steps.length - 1,
            usage: {
              input_tokens: usage.input,
              input_tokens_details: { cached_tokens: usage.cached },
              output_tokens: usage.output,
              output_tokens_details: { reasoning_tokens: usage.reasoning },
              total_tokens: usage.input + usage.output,
            },
            context_tokens: contextTokens,
            pending_context_tokens: 0,
            traceid: '',
            last_agent_name: thread.agent,
          },
          state: {},
        },
        created_at: new Date(atMs).toISOString(),
      },
    });
  });
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** @param {SampleThread} thread @param {number} index */
function runIdOf(thread, index) {
  return `${thread.threadId}-run-${String(index + 1).padStart(2, '0')}`;
}

/**
 * @param {SampleStep} step
 * @param {(kind: string) => string} ids
 */
function stepItems(step, ids) {
  /** @type {object[]} */
  const items = [];
  const results = [];
  let reasoningTokens = 0;
  if (step.think !== undefined) {
    items.push({ type: 'reasoning', id: ids('rs'), summary: [{ type: 'summary_text', text: step.think }] });
    reasoningTokens = 4 * Math.ceil(step.think.length / BYTES_PER_TOKEN);
  }
  if (step.say !== undefined) {
    const content = [{ type: 'output_text', text: step.say, annotations: [] }];
    items.push({ id: ids('msg'), role: 'assistant', content });
  }
  for (const call of step.calls ?? []) {
    const callId = call.id ?? ids('call');
    items.push({
      type: 'function_call',
      id: ids('fc'),
      call_id: callId,
      name: call.name,
      arguments: JSON.stringify(call.args),
    });
    if (call.result !== undefined) results.push(outputItem(callId, call.result));
  }
  return { items, results, reasoningTokens };
}

/** The SDK writes what a tool answered as a JSON string, a text with its quotes. @param {string} callId @param {unknown} output */
function outputItem(callId, output) {
  return { type: 'function_call_output', call_id: callId, output: JSON.stringify(output) };
}

/**
 * @param {SampleThread} thread
 * @param {SampleRun} run
 * @param {{ id: string, text: string, coversThrough?: number }} summary
 */
function summaryRecord(thread, run, summary) {
  return {
    type: 'summary',
    summary: {
      id: summary.id,
      thread_id: thread.threadId,
      namespace: 'samples',
      summary_message: { id: `${summary.id}-message`, sender_id: '', messages: summaryItems(summary.text) },
      last_summarized_run_id:
        summary.coversThrough === undefined ? '' : runIdOf(thread, summary.coversThrough - 1),
      created_at: run.at,
      meta: { is_summary: true },
    },
  };
}

/** @param {string} text */
function summaryItems(text) {
  return [
    { type: 'message', role: 'system', content: [{ type: 'input_text', text: SUMMARY_PREFIX + text }] },
  ];
}

/** @param {readonly object[]} items */
function tokensOf(items) {
  let tokens = 0;
  for (const item of items) tokens += ITEM_TOKENS + Math.round(textBytes(item) / BYTES_PER_TOKEN);
  return tokens;
}

/** @param {Record<string, any>} item */
function textBytes(item) {
  const content = Array.isArray(item['content']) ? item['content'].map((part) => part.text).join('') : '';
  const own = [content, item['name'], item['arguments'], item['output'], item['summary']?.[0]?.text];
  return Buffer.byteLength(own.filter((text) => typeof text === 'string').join(''));
}

/** @param {number} tokens */
function cacheable(tokens) {
  return tokens < CACHE_MINIMUM ? 0 : tokens - (tokens % CACHE_STEP);
}

/** Ids like a provider's, the same every time. @param {string} seed */
function idSource(seed) {
  let count = 0;
  /** @param {string} kind */
  return (kind) => {
    count += 1;
    const digest = createHash('sha256').update(`${seed}/${count}`).digest('hex');
    return `${kind}_${digest.slice(0, 20)}`;
  };
}
