/**
 * Facts taken from runs of the reference SDK with scripted models, and the words that those runs were
 * made of. A thread is told in symbols: `Q3` the question of run 3, `C3` its tool call, `T3` the call's
 * result, `A3` the answer, `S` a summary. In the text that a summarizer is sent, a call is a bare `C`.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export const AGENT_NAME = 'harbour';
export const AGENT_INSTRUCTIONS = 'You are a harbour clerk.';
export const SUMMARY_INSTRUCTION = 'You are a conversation summarizer.';
export const GIST = 'Gist: berths and tides asked so far.';
const SUMMARY_TEXT = `Previous conversation summary: ${GIST}`;

const tokens = z.tuple([z.number(), z.number()]);
const policySchema = z.union([
  z.object({ summarizer: z.literal('none') }),
  z.object({ summarizer: z.literal('llm'), tokenThreshold: z.number(), keepRecentCount: z.number() }),
  z.object({ summarizer: z.literal('sliding-window'), keepCount: z.number() }),
]);
/** `sent` is the number of items where the runs were only counted. */
const agentCallSchema = z.object({
  run: z.number(),
  iteration: z.number(),
  occupancy: z.number(),
  spentBefore: tokens,
  sent: z.union([z.string(), z.number()]),
  usage: tokens,
});
const summarizerCallSchema = z.object({ summarizer: z.union([z.string(), z.number()]), usage: tokens });
const runRowSchema = z.object({
  run: z.number(),
  items: z.string(),
  /** The run's usage, input and output tokens. */
  spent: tokens,
  loopIteration: z.number(),
  contextTokens: z.number(),
  approved: z.string().optional(),
});
/** `elsewhere`: the boundary names no run of the thread. */
const summaryRowSchema = z.object({
  summary: z.number(),
  boundary: z.union([z.number(), z.literal('elsewhere')]),
  text: z.boolean(),
});
const threadSchema = z.object({
  policy: policySchema,
  /** Entries of `0.5 m ` in each tool result. */
  tableEntries: z.number(),
  runs: z.number(),
  summarizedBeforeCalls: z.array(z.number()),
  calls: z.array(z.union([agentCallSchema, summarizerCallSchema])),
  file: z.array(z.union([runRowSchema, summaryRowSchema])),
  loads: z.record(z.string(), z.string()),
});

export type GoldenThread = z.infer<typeof threadSchema>;
export type GoldenCall = GoldenThread['calls'][number];
export type GoldenRow = GoldenThread['file'][number];

export function readGolden<Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema> {
  const url = new URL(`../fixtures/golden/${name}.json`, import.meta.url);
  return schema.parse(JSON.parse(readFileSync(url, 'utf8')));
}

export function readGoldenThread(name: string): GoldenThread {
  return readGolden(`threads/${name}`, threadSchema);
}

export function isAgentCall(call: GoldenCall): call is z.infer<typeof agentCallSchema> {
  return 'sent' in call;
}

export function isRunRow(row: GoldenRow): row is z.infer<typeof runRowSchema> {
  return 'items' in row;
}

export function questionOf(run: number): string {
  return `Question ${run}: when is high water at port ${run}? Berth B-${100 + run}.`;
}

export function answerOf(run: number): string {
  return `Answer ${run}: the tide at port ${run} is ${run}.${run} m.`;
}

/** Every other run asks its tool before it answers. */
export function usesTool(run: number): boolean {
  return run % 2 === 1;
}

export function toolArguments(run: number): string {
  return `{"q":"port ${run}"}`;
}

export function tableOf(run: number, entries: number): string {
  return `table for port ${run}: ${'0.5 m '.repeat(entries)}`;
}

/** The symbol of an item as it stands in a request or a file. */
export function symbolOf(item: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(item['arguments'] ?? item['output'] ?? item['content']);
  const number = /(?:port|Question|Answer) (\d+)/.exec(text)?.[1] ?? '';
  switch (item['type'] ?? item['role']) {
    case 'function_call':
      return `C${number}`;
    case 'function_call_output':
      return `T${number}`;
    case 'assistant':
      return `A${number}`;
    default:
      return item['role'] === 'system' ? 'S' : `Q${number}`;
  }
}

/** The item that a symbol stands for, as it stands in files; `call` numbers the agent's model calls from 1. */
export function wireItemOf(symbol: string, call: number, entries: number): Record<string, unknown> {
  const run = Number(symbol.slice(1));
  const ids = { id: `fc_agent_${call}_0`, call_id: `call_agent_${call}_0` };
  switch (symbol[0]) {
    case 'C':
      return { type: 'function_call', ...ids, name: 'lookup', arguments: toolArguments(run) };
    case 'T':
      return { type: 'function_call_output', ...ids, output: JSON.stringify(tableOf(run, entries)) };
    case 'A': {
      const content = [{ type: 'output_text', text: answerOf(run), annotations: [] }];
      return { id: `msg_agent_${call}`, role: 'assistant', content };
    }
    case 'S':
      return textMessage('system', SUMMARY_TEXT);
    default:
      return textMessage('user', questionOf(run));
  }
}

/** The lines that the symbols of a summarizer's request stand for. */
export function flattenedText(symbols: string, entries: number): string {
  const lineOf = (symbol: string): string => {
    const run = Number(symbol.slice(1));
    switch (symbol[0]) {
      case 'C':
        return '[Tool Call: lookup]';
      case 'T':
        return `[Tool Result: ${JSON.stringify(tableOf(run, entries))}]`;
      case 'A':
        return `assistant: ${answerOf(run)}`;
      case 'S':
        return `system: ${SUMMARY_TEXT}`;
      default:
        return `user: ${questionOf(run)}`;
    }
  };
  return symbols
    .split(' ')
    .map((symbol) => `${lineOf(symbol)}\n`)
    .join('');
}

function textMessage(role: string, text: string): Record<string, unknown> {
  return { type: 'message', role, content: [{ type: 'input_text', text }] };
}
