import type { FunctionCallItem, FunctionCallOutputItem } from '../domain/input-item.ts';
import type { ToolDefinition } from './agent-model.ts';
import { settleOrAbort, type AbortSignalLike } from './settle-or-abort.ts';

export interface ToolCallContext {
  readonly callId: string;
  /** Aborted when the run is cancelled; a tool that goes on nevertheless is no longer waited for. */
  readonly signal?: AbortSignalLike;
}

export interface AgentTool extends ToolDefinition {
  /**
   * @param toolArguments The parsed arguments, not checked against `parameters`.
   * @returns Anything JSON can hold. A text too is sent as JSON, in quotes, as in the SDK.
   */
  execute(toolArguments: unknown, context: ToolCallContext): Promise<unknown>;
}

export const NOT_EXECUTED = 'Tool call cancelled: the run was stopped before this tool was executed.';
export const STOPPED = 'Tool call cancelled: the run was stopped while this tool was running.';

/**
 * Executes the calls of one reply at the same time; results come in the order of the calls. Every call
 * gets one: providers refuse a conversation in which a call has no result, so a tool that is unknown,
 * fails or is cancelled answers with a sentence that says so. Never rejects.
 */
export function runTools(
  tools: readonly AgentTool[],
  calls: readonly FunctionCallItem[],
  signal?: AbortSignalLike,
): Promise<readonly FunctionCallOutputItem[]> {
  return Promise.all(calls.map(async (call) => toolResult(call, await outputOf(tools, call, signal))));
}

/** The result carries its call's item id, where the call has one. */
export function toolResult(call: FunctionCallItem, output: string): FunctionCallOutputItem {
  return {
    type: 'function_call_output',
    ...(call.id === undefined ? {} : { id: call.id }),
    call_id: call.call_id,
    output,
  };
}

async function outputOf(
  tools: readonly AgentTool[],
  call: FunctionCallItem,
  signal: AbortSignalLike | undefined,
): Promise<string> {
  const tool = tools.find((candidate) => candidate.name === call.name);
  if (tool === undefined) return `Tool not found: ${call.name}`;
  if (isAborted(signal)) return NOT_EXECUTED;
  const context: ToolCallContext = { callId: call.call_id, ...(signal === undefined ? {} : { signal }) };
  try {
    const work = tool.execute(parseArguments(call.arguments), context);
    const settled = await settleOrAbort(work, signal);
    return settled.aborted ? STOPPED : toJson(settled.value);
  } catch (error) {
    if (isAborted(signal)) return STOPPED;
    return `Tool execution failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function isAborted(signal: AbortSignalLike | undefined): boolean {
  return signal?.aborted === true;
}

/** What JSON can't hold (undefined, a function) is null. */
function toJson(value: unknown): string {
  const text: unknown = JSON.stringify(value);
  return typeof text === 'string' ? text : 'null';
}

function parseArguments(text: string): unknown {
  return text.trim() === '' ? {} : JSON.parse(text);
}
