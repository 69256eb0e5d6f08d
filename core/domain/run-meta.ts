import type { ContextOccupancy } from './context-occupancy.ts';
import type { RunStatus } from './thread.ts';
import type { Usage } from './usage.ts';

/** What a run's `meta.run_state` tells. Null is "it does not tell". */
export interface RunState {
  /** As written: `running`, `paused`, `completed`, `error`. */
  readonly status: string | null;
  readonly currentStep: string | null;
  /** Model calls before the last one. */
  readonly loopIteration: number | null;
  /** Of the whole run, what its summaries cost included. */
  readonly usage: Usage | null;
  readonly occupancy: ContextOccupancy | null;
  readonly lastAgentName: string | null;
}

type JsonObject = Readonly<Record<string, unknown>>;

const NOTHING_TOLD: RunState = {
  status: null,
  currentStep: null,
  loopIteration: null,
  usage: null,
  occupancy: null,
  lastAgentName: null,
};

/** Reads `meta.run_state`; every field on its own, so an odd one hides no other. */
export function readRunState(meta: JsonObject): RunState {
  const state = meta['run_state'];
  if (!isObject(state)) return NOTHING_TOLD;
  return {
    status: textOrNull(state['status']),
    currentStep: textOrNull(state['current_step']),
    loopIteration: countOrNull(state['loop_iteration']),
    usage: readUsage(state['usage']),
    occupancy: readOccupancy(state),
    lastAgentName: textOrNull(state['last_agent_name']),
  };
}

/** How a run that says `status` about itself is shown. A run that says nothing was written whole. */
export function runStatusOf(state: RunState): RunStatus {
  switch (state.status) {
    case 'paused':
      return 'paused';
    case 'error':
      return 'error';
    case 'running':
      return 'open';
    default:
      return 'complete';
  }
}

/**
 * Usage in the field names of the Responses API. Null unless input, output or total is a number; the
 * ones missing are then filled from the others, the details count as 0.
 */
export function readUsage(value: unknown): Usage | null {
  if (!isObject(value)) return null;
  const input = countOrNull(value['input_tokens']);
  const output = countOrNull(value['output_tokens']);
  const total = countOrNull(value['total_tokens']);
  if (input === null && output === null && total === null) return null;
  const inputTokens = input ?? Math.max(0, (total ?? 0) - (output ?? 0));
  const outputTokens = output ?? Math.max(0, (total ?? 0) - inputTokens);
  return {
    inputTokens,
    cachedTokens: detail(value['input_tokens_details'], 'cached_tokens'),
    outputTokens,
    reasoningTokens: detail(value['output_tokens_details'], 'reasoning_tokens'),
    totalTokens: total ?? inputTokens + outputTokens,
  };
}

/** The same fields, as the SDK writes them. */
export function writeUsage(usage: Usage): JsonObject {
  return {
    input_tokens: usage.inputTokens,
    input_tokens_details: { cached_tokens: usage.cachedTokens },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    total_tokens: usage.totalTokens,
  };
}

function readOccupancy(state: JsonObject): ContextOccupancy | null {
  const measuredTokens = countOrNull(state['context_tokens']);
  if (measuredTokens === null) return null;
  return { measuredTokens, pendingTokens: countOrNull(state['pending_context_tokens']) ?? 0 };
}

function detail(value: unknown, name: string): number {
  return isObject(value) ? (countOrNull(value[name]) ?? 0) : 0;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Null too for what is beyond counting, such as 1e308: nothing can be added to it. */
function countOrNull(value: unknown): number | null {
  if (typeof value !== 'number' || value < 0) return null;
  const count = Math.round(value);
  return Number.isSafeInteger(count) ? count : null;
}
