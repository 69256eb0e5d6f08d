import type { FindingCode } from '../domain/finding.ts';
import type { RunStatus } from '../domain/thread.ts';

/**
 * What an inspection says about a thread, as it is printed: plain JSON. Token figures are whole
 * numbers, times ISO 8601 in UTC, and null is "the source does not tell".
 */
export interface ThreadInspection {
  readonly id: string;
  readonly title: string;
  readonly namespace: string;
  readonly format: string;
  /** The thread it continues, and the last run they share. */
  readonly branchOf: { readonly threadId: string; readonly runId: string | null } | null;
  readonly runs: readonly RunInspection[];
  /** In the order they were written. */
  readonly boundaries: readonly BoundaryInspection[];
  readonly modelView: ModelViewInspection;
  /** Null when the source reports none. */
  readonly usage: UsageInspection | null;
  readonly findings: readonly FindingInspection[];
}

export interface RunInspection {
  readonly id: string;
  readonly status: RunStatus;
  /** By the summary that applies. */
  readonly covered: boolean;
  readonly copiedFrom: string | null;
  readonly messages: number;
  readonly items: number;
  /** Calls that somebody else answers; a provider's own tools have no result of their own. */
  readonly toolCalls: number;
  readonly toolResults: number;
  /** Model calls: those the source tells of, else one per reply. */
  readonly modelCalls: number;
  readonly orphans: { readonly calls: number; readonly results: number };
  readonly calls: readonly CallInspection[];
  readonly estimatedTokens: number;
  readonly occupancyAfter: { readonly measured: number; readonly pending: number } | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

export interface CallInspection {
  readonly model: string | null;
  readonly prompt: number | null;
  readonly cached: number | null;
  readonly cacheWritten: number | null;
  readonly output: number | null;
  readonly reasoning: number | null;
  readonly total: number | null;
  readonly reported: boolean;
  readonly perCall: boolean;
}

export interface BoundaryInspection {
  readonly summaryId: string;
  /** The boundary as written: it may be no run of the thread. */
  readonly afterRun: string | null;
  readonly anchored: boolean;
  readonly applies: boolean;
  /** Null when the covered runs were only dropped, and when the summary can't be read. */
  readonly text: string | null;
  readonly tokens: number | null;
  readonly tokensBefore: number | null;
  readonly tokensAfter: number | null;
  readonly trigger: 'auto' | 'manual' | 'unknown';
  readonly generation: number;
  /** There is a summary, but it is encrypted. */
  readonly opaque: boolean;
  /** The run that made it. */
  readonly madeBy: string | null;
}

export interface ModelViewInspection {
  readonly summaryId: string | null;
  readonly runs: readonly string[];
  readonly estimatedTokens: number;
}

/** Each call once: runs copied from another thread count there. */
export interface UsageInspection {
  readonly calls: number;
  readonly prompt: number | null;
  readonly cached: number | null;
  readonly output: number | null;
  readonly total: number | null;
}

export interface FindingInspection {
  readonly code: FindingCode;
  readonly run: string | null;
  readonly message: string;
}
