/** The part of the contract that the lab adds: sweeps, survival, calibration, prices. Types and channel names only. */
import type { ExperimentId, JobId, LostFact, RequestError, ThreadRef, ViewChoice } from './contract.ts';
import type { PolicySpec } from './domain/policy-spec.ts';
import type { FactClass } from './facts/fact.ts';
import type { PolicyGrid } from './replay/policy-grid.ts';
import type { ModelPrice } from './replay/prices.ts';
import type { SweepRow } from './replay/sweep-row.ts';

// ---- sweep ----------------------------------------------------------------------

/** Which threads a sweep is over. An empty search is every thread of the workspace. */
export type SweepScope =
  | { readonly kind: 'threads'; readonly threads: readonly ThreadRef[] }
  | { readonly kind: 'search'; readonly search: string };

/** What the figures rest on besides the policies. */
export interface LabBasis {
  readonly instruction: string;
  /** Whose prices every thread is taken at; null: those of its own model. */
  readonly agentModel: string | null;
  /** Whose prices a thread is taken at whose own model has none; null: it then has none. */
  readonly fallbackModel: string | null;
  /** Null: the agent's model writes the summaries too. */
  readonly summarizerModel: string | null;
}

export interface SweepRequest {
  readonly scope: SweepScope;
  readonly grid: PolicyGrid;
  /** Policies to compare with, beside the grid: never recommended, never on the front. */
  readonly references: readonly PolicySpec[];
  readonly basis: LabBasis;
}

/** How one figure is spread over the threads. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
  /** Threads in each of equal steps from `min` to `max`; a single one when all are equal. */
  readonly bins: readonly number[];
}

/** How the figures of one policy are spread. */
export interface SweepSpread {
  readonly cost: Spread | null;
  readonly peakTokens: Spread | null;
  readonly summaries: Spread | null;
  readonly sentTokens: Spread | null;
  readonly retention: Spread | null;
}

/** A row of a sweep without each thread's figures: hundreds of rows reach the window while it draws. */
export type SweepRowView = Omit<SweepRow, 'byThread'>;

export interface SweepOutcome {
  /** By row: whether it is on the Pareto front. */
  readonly pareto: readonly boolean[];
  readonly recommended: { readonly policy: PolicySpec; readonly because: readonly string[] } | null;
  readonly references: readonly SweepRowView[];
  readonly threadCount: number;
  /** Threads whose model's prices aren't known: with one of them no sum is in money. */
  readonly unpricedThreads: number;
  /** Threads that were taken at the prices of `fallbackModel`. */
  readonly assumedPriceThreads: number;
  readonly durationMs: number;
}

// ---- survival ---------------------------------------------------------------------

export interface ClassCount {
  readonly factClass: FactClass;
  readonly total: number;
  readonly surviving: number;
}

export interface SurvivalReport {
  readonly coveredRuns: number;
  readonly total: number;
  readonly surviving: number;
  readonly byClass: readonly ClassCount[];
  /** Most important first; at most 1,000. */
  readonly lost: readonly LostFact[];
  /** The summary is only modelled, so what it would keep isn't known: a lower bound. */
  readonly isLowerBound: boolean;
}

/** In a kept run; only in the summary; gone; not come up yet. */
export type FactLetter = 'k' | 't' | 'l' | '-';

export interface GenerationsReport {
  readonly boundaries: readonly {
    readonly coveredRuns: number;
    /** Null: no text stands in for the covered runs, or it can't be read. */
    readonly summaryTokens: number | null;
    readonly generation: number;
    readonly kept: number;
    readonly told: number;
    readonly lost: number;
  }[];
  readonly totalFacts: number;
  /** Those that died first among the important ones come first; at most 2,000. */
  readonly facts: readonly {
    readonly factClass: FactClass;
    readonly text: string;
    readonly run: number;
    readonly mentions: number;
    /** One letter a boundary. */
    readonly states: string;
    /** The last boundary at which it was in the view; null: it was in none. */
    readonly lastSeen: number | null;
  }[];
}

export interface AlignmentReport {
  readonly summary: string;
  readonly coveredRuns: number;
  readonly sentences: readonly {
    readonly start: number;
    readonly end: number;
    readonly supports: readonly { readonly message: number; readonly share: number }[];
    readonly coverage: number;
    readonly supported: boolean | null;
    readonly unknownFacts: readonly string[];
  }[];
  readonly messageCount: number;
  /** The messages that are supports or traceless, by their place among the covered ones. */
  readonly messages: readonly {
    readonly place: number;
    readonly run: number;
    readonly message: number;
    readonly sender: string;
    readonly excerpt: string;
    readonly traceless: boolean;
  }[];
  readonly tracelessCount: number;
}

/** A piece of a covered run, and whether it was part of what the summarizer read. */
export interface XrayPart {
  readonly run: number;
  readonly message: number;
  readonly label: string;
  readonly text: string;
  readonly cutFrom: number | null;
  readonly reached: boolean;
  /** Why it never reached the summarizer; empty when it did. */
  readonly why: string;
}

export interface XrayReport {
  readonly instruction: string;
  /** Head of the request as sent; the parts that reached it follow in this order. */
  readonly preamble: string;
  /** The summary that the request begins with, in place of the runs it covers; null: it begins with the first run. */
  readonly earlierSummary: {
    readonly coveredRuns: number;
    /** Null: it can't be read. */
    readonly text: string | null;
  } | null;
  readonly requestCharacters: number;
  readonly parts: readonly XrayPart[];
  readonly totalParts: number;
  readonly reachedParts: number;
  readonly estimatedTokens: number;
  /** The summary is modelled: this is the request that would be sent. */
  readonly isModelled: boolean;
}

// ---- calibration ---------------------------------------------------------------------

export type ContentKind = 'prose' | 'code' | 'json' | 'other-script';

export interface TokenizerReport {
  readonly encoding: string;
  /** Exact counts of the transcript before each reporting call, at most 400 of them. */
  readonly points: readonly { readonly call: number; readonly exactTokens: number }[];
  readonly byKind: readonly {
    readonly kind: ContentKind;
    readonly texts: number;
    readonly characters: number;
    readonly estimatedTokens: number;
    readonly exactTokens: number;
  }[];
  readonly estimatedTokens: number;
  readonly exactTokens: number;
  /** Texts beyond this many characters were counted by a sample. Null: all were counted. */
  readonly sampledCharacters: number | null;
}

// ---- prices -----------------------------------------------------------------------------

export interface PriceView {
  /** The table in force: the defaults, with the person's own in their place. */
  readonly table: readonly ModelPrice[];
  /** Models whose prices are the person's own. */
  readonly edited: readonly string[];
}

export interface LabRequests {
  /** Answers when the job has started; 'lab:rows' bring its rows in grid order, 'lab:ended' closes it. */
  'lab:sweep': (query: SweepRequest & { readonly jobId: JobId }) => null;
  /** One policy of a sweep over several threads; null for a single one. */
  'lab:spread': (query: {
    readonly scope: SweepScope;
    readonly policy: PolicySpec;
    readonly basis: LabBasis;
  }) => SweepSpread | null;
  'lab:survival': (query: { readonly thread: ThreadRef; readonly view: ViewChoice }) => SurvivalReport;
  'lab:generations': (query: {
    readonly thread: ThreadRef;
    /** The thread's own boundaries, or the folds of a policy (without texts: a lower bound). */
    readonly of: { readonly kind: 'stored' } | { readonly kind: 'policy'; readonly policy: PolicySpec };
  }) => GenerationsReport;
  'lab:alignment': (query: { readonly thread: ThreadRef; readonly view: ViewChoice }) => AlignmentReport;
  'lab:xray': (query: {
    readonly thread: ThreadRef;
    readonly view: ViewChoice;
    readonly instruction: string;
    readonly includeToolArguments: boolean;
    readonly from: number;
    readonly count: number;
  }) => XrayReport;
  /** Survival by class of two experiments and more, for a comparison. */
  'lab:experiment-survival': (query: {
    readonly experiments: readonly ExperimentId[];
  }) => readonly { readonly experiment: ExperimentId; readonly byClass: readonly ClassCount[] }[];
  'lab:tokenize': (query: { readonly thread: ThreadRef }) => TokenizerReport;
  'prices:get': (query: Record<string, never>) => PriceView;
  /** Takes the place of the default of that model, or adds one. */
  'prices:put': (query: { readonly price: ModelPrice }) => PriceView;
  /** Back to the default; a model that has none goes. */
  'prices:reset': (query: { readonly model: string }) => PriceView;
}

export interface LabEvents {
  'lab:progress': {
    readonly jobId: JobId;
    readonly phase: 'threads' | 'policies';
    readonly done: number;
    readonly total: number;
  };
  'lab:rows': { readonly jobId: JobId; readonly from: number; readonly rows: readonly SweepRowView[] };
  'lab:ended': {
    readonly jobId: JobId;
    readonly outcome: SweepOutcome | null;
    readonly error: RequestError | null;
  };
  'prices:changed': PriceView;
}

export const LAB_REQUEST_CHANNELS = {
  'lab:sweep': true,
  'lab:spread': true,
  'lab:survival': true,
  'lab:generations': true,
  'lab:alignment': true,
  'lab:xray': true,
  'lab:experiment-survival': true,
  'lab:tokenize': true,
  'prices:get': true,
  'prices:put': true,
  'prices:reset': true,
} as const satisfies Record<keyof LabRequests, true>;

export const LAB_EVENT_CHANNELS = {
  'lab:progress': true,
  'lab:rows': true,
  'lab:ended': true,
  'prices:changed': true,
} as const satisfies Record<keyof LabEvents, true>;
