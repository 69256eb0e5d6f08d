import type { ContextOccupancy } from '../../domain/context-occupancy.ts';
import type { RunId, ThreadId } from '../../domain/ids.ts';
import type { ModelCall } from '../../domain/model-call.ts';
import type { RunStatus } from '../../domain/thread.ts';
import type { RunToolPairs } from '../../inspect/pair-tool-calls.ts';
import { decodeUnpaired } from './json-columns.ts';
import type { MeasuredRun } from './measure-runs.ts';
import type { StagedRun } from './staged-thread.ts';
import { runOfRow } from './stored-runs.ts';
import type { RunRowRecord } from './thread-rows.ts';

/**
 * A run whose row is written, while its file is still being read: what its thread's findings and sums need
 * of it, and no more. In one flat object, because a file has as many as it has runs.
 */
export class WrittenRun implements MeasuredRun {
  readonly runKey: number;
  readonly runId: RunId;
  readonly status: RunStatus;
  /** Worth the same to findings and sums; see `callsForFindings`. */
  readonly calls: readonly ModelCall[];
  readonly copiedFrom: ThreadId | null;
  readonly reopened: boolean;
  /** The latest that is known of it. */
  readonly endedAtMs: number | null;
  readonly messageCount: number;
  readonly toolCallCount: number;
  readonly estimatedTokens: number;
  readonly callCount: number;
  readonly unpaired: RunToolPairs;
  readonly startMark: number;
  readonly deliveries: number;
  readonly #measuredTokens: number | null;
  readonly #pendingTokens: number;
  /** A list only for a run of several bodies. */
  readonly #bodyKeys: number | readonly number[];

  constructor(runKey: number, staged: StagedRun) {
    const { run, figures, bodyKeys } = staged;
    this.runKey = runKey;
    this.runId = run.runId;
    this.status = run.status;
    this.calls = callsForFindings(run.calls);
    this.copiedFrom = run.copiedFrom;
    this.reopened = run.reopened === true;
    this.endedAtMs = run.endedAtMs ?? run.createdAtMs;
    this.messageCount = figures.messageCount;
    this.toolCallCount = figures.toolCallCount;
    this.estimatedTokens = figures.estimatedTokens;
    this.callCount = figures.callCount;
    this.unpaired = figures.unpaired;
    this.startMark = figures.startMark;
    this.deliveries = staged.deliveries;
    this.#measuredTokens = run.occupancyAfter?.measuredTokens ?? null;
    this.#pendingTokens = run.occupancyAfter?.pendingTokens ?? 0;
    const [only] = bodyKeys;
    this.#bodyKeys = only !== undefined && bodyKeys.length === 1 ? only : bodyKeys;
  }

  get occupancyAfter(): ContextOccupancy | null {
    if (this.#measuredTokens === null) return null;
    return { measuredTokens: this.#measuredTokens, pendingTokens: this.#pendingTokens };
  }

  get bodyKeys(): readonly number[] {
    return typeof this.#bodyKeys === 'number' ? [this.#bodyKeys] : this.#bodyKeys;
  }

  get createdAtMs(): number | null {
    return this.endedAtMs;
  }

  get run(): this {
    return this;
  }

  get figures(): this {
    return this;
  }
}

const NO_CALLS: readonly ModelCall[] = [];
const alike = new Map<string, readonly ModelCall[]>();
const MOST_KINDS = 1000;

/**
 * Calls that findings and sums take for the same, shared by all runs that have such calls: only whether they
 * were reported and which models they name matters, where their reports add up.
 */
function callsForFindings(calls: readonly ModelCall[]): readonly ModelCall[] {
  const [first] = calls;
  if (first === undefined) return NO_CALLS;
  const { model, reported } = first;
  for (const call of calls) {
    if (call.model !== model || call.reported !== reported || !addsUp(call)) return calls;
  }
  const key = `${reported ? 1 : 0} ${calls.length} ${model ?? ''}`;
  const known = alike.get(key);
  if (known !== undefined && known[0]?.model === model) return known;
  if (alike.size < MOST_KINDS) alike.set(key, calls);
  return calls;
}

function addsUp({ total, prompt, output }: ModelCall): boolean {
  return total === null || total === (prompt ?? 0) + (output ?? 0);
}

/** The run as it was before it was written, read back from its row; not its text. */
export function stagedOfRow(
  written: WrittenRun,
  row: RunRowRecord,
  thread: { readonly thread_id: string; readonly conversation_id: string },
): StagedRun {
  return {
    run: runOfRow(row, thread),
    figures: {
      title: row.title,
      messageCount: row.message_count,
      itemCount: row.item_count,
      toolCallCount: row.tool_call_count,
      toolResultCount: row.tool_result_count,
      unpaired: decodeUnpaired(row.unpaired),
      estimatedTokens: row.estimated_tokens,
      flatBytes: row.flat_bytes,
      replies: row.replies,
      callCount: row.call_count,
      startMark: written.startMark,
    },
    bodyKeys: written.bodyKeys,
    deliveries: written.deliveries,
    stored: null,
  };
}
