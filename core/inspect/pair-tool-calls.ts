import type { InputItem } from '../domain/input-item.ts';
import type { Message } from '../domain/message.ts';

export interface ToolCall {
  readonly callId: string;
  readonly name: string;
}

export interface PairedToolCall extends ToolCall {
  /** Index of the run that holds the result; null: nothing answered it. */
  readonly resultRun: number | null;
}

export interface PairedToolResult {
  readonly callId: string;
  /** Index of the run that holds the call; null: no call asked for it. */
  readonly callRun: number | null;
}

/** Calls and results of one run, in order. */
export interface RunToolPairs {
  readonly calls: readonly PairedToolCall[];
  readonly results: readonly PairedToolResult[];
}

/**
 * The call an item makes and somebody else has to answer. A tool that the provider runs itself (web
 * search, code interpreter, image generation) has its result in the same item and no call id.
 */
export function toolCallOf(item: InputItem): ToolCall | null {
  if (item.type === 'function_call') return { callId: item.call_id, name: item.name };
  if (item.type !== 'unknown') return null;
  const { type, call_id: callId, name } = item.raw;
  if (typeof type !== 'string' || !type.endsWith('_call') || typeof callId !== 'string') return null;
  return { callId, name: typeof name === 'string' ? name : type.slice(0, -'_call'.length) };
}

/** The id of that call, for whoever asks about every item of a long file. */
export function toolCallIdOf(item: InputItem): string | null {
  return item.type === 'function_call' ? item.call_id : (toolCallOf(item)?.callId ?? null);
}

/** The id of the call an item answers. */
export function toolResultOf(item: InputItem): string | null {
  if (item.type === 'function_call_output') return item.call_id;
  if (item.type !== 'unknown') return null;
  const { type, call_id: callId } = item.raw;
  return typeof type === 'string' && type.endsWith('_output') && typeof callId === 'string' ? callId : null;
}

interface OpenCall extends ToolCall {
  readonly run: number;
  resultRun: number | null;
}

/**
 * Pairs tool calls with their results by id, never by place: results of parallel calls come in any
 * order. Ids may be used again in a later run, so a result belongs to a call of its own run first, and
 * else to the nearest earlier call that nothing has answered. Linear in the number of items.
 *
 * @returns One entry per run, in their order.
 */
export function pairToolCalls(
  runs: readonly { readonly messages: readonly Message[] }[],
): readonly RunToolPairs[] {
  const unanswered = new Map<string, OpenCall[]>();
  const pairs: { calls: OpenCall[]; results: { callId: string; callRun: number | null }[] }[] = [];

  runs.forEach((run, index) => {
    const calls: OpenCall[] = [];
    const results: { callId: string; callRun: number | null }[] = [];
    const here = new Map<string, OpenCall[]>();
    for (const message of run.messages) {
      for (const item of message.items) {
        const call = toolCallOf(item);
        if (call !== null) {
          const open = { ...call, run: index, resultRun: null };
          calls.push(open);
          push(here, call.callId, open);
        }
        const result = toolResultOf(item);
        if (result !== null) results.push({ callId: result, callRun: null });
      }
    }
    for (const result of results) {
      const call = here.get(result.callId)?.shift() ?? unanswered.get(result.callId)?.pop();
      if (call === undefined) continue;
      call.resultRun = index;
      result.callRun = call.run;
    }
    for (const [callId, rest] of here) for (const call of rest) push(unanswered, callId, call);
    pairs.push({ calls, results });
  });
  return pairs;
}

function push(calls: Map<string, OpenCall[]>, callId: string, call: OpenCall): void {
  const known = calls.get(callId);
  if (known === undefined) calls.set(callId, [call]);
  else known.push(call);
}
