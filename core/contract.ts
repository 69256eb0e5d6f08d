/**
 * What the window can ask of the main process, and what it is told. Types only, but for the channel
 * names; plain data crosses: no class, no function, no Map, no Date. Preload, handlers and the fake are
 * each typed from this file.
 */
import type { Finding } from './domain/finding.ts';
import type { InspectorErrorCode } from './domain/errors.ts';
import type { PolicySpec } from './domain/policy-spec.ts';
import type { RunStatus } from './domain/thread.ts';
import type { Usage } from './domain/usage.ts';
import {
  EXPERIMENT_EVENT_CHANNELS,
  EXPERIMENT_REQUEST_CHANNELS,
  type ExperimentEvents,
  type ExperimentId,
  type ExperimentRequests,
} from './experiment-contract.ts';
import {
  IMPORT_EVENT_CHANNELS,
  IMPORT_REQUEST_CHANNELS,
  type ImportEvents,
  type ImportRequests,
} from './import-contract.ts';
import {
  LAB_EVENT_CHANNELS,
  LAB_REQUEST_CHANNELS,
  type LabEvents,
  type LabRequests,
} from './lab-contract.ts';
import type { ThreadProfile } from './replay/thread-profile.ts';
import type { AppInfo, MenuCommand, SettingsChange, SettingsView } from './shell-contract.ts';

export type * from './experiment-contract.ts';
export type * from './import-contract.ts';
export type * from './lab-contract.ts';
export type * from './shell-contract.ts';

export interface RequestError {
  readonly code: InspectorErrorCode;
  /** Which thing, what was wrong, what to do. */
  readonly message: string;
}

/** What a request comes back as. A value and not a rejection: a rejected call would keep only the text. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: RequestError };

/** A thread's number in the open workspace. */
export type ThreadRef = number;
/** Chosen by the window, so that it can cancel before the first answer. */
export type JobId = string;

// ---- threads ------------------------------------------------------------------

export interface ThreadRow {
  readonly thread: ThreadRef;
  readonly title: string;
  readonly format: string;
  readonly formatLabel: string;
  readonly runCount: number;
  /** Tokens of the newest model view: measured + pending where reported, else estimated. */
  readonly occupancyTokens: number;
  readonly occupancyMeasured: boolean;
  /** Null when neither the thread's model nor the settings tell. */
  readonly contextWindow: number | null;
  readonly boundaryCount: number;
  readonly findingCount: number;
  /** It continues another thread of the workspace. */
  readonly isBranch: boolean;
  readonly isSample: boolean;
  readonly updatedAtMs: number | null;
  /** Search hit: a piece of the text around it, with the hit between U+0001 and U+0002. */
  readonly snippet: string | null;
}

export interface ThreadPage {
  readonly totalThreads: number;
  readonly totalRuns: number;
  readonly rows: readonly ThreadRow[];
}

/** Everything about a thread but its runs' text. */
export interface ThreadOverview {
  readonly thread: ThreadRef;
  readonly threadId: string;
  readonly namespace: string;
  readonly title: string;
  readonly format: string;
  readonly formatLabel: string;
  readonly sourceName: string | null;
  readonly branchOf: {
    readonly thread: ThreadRef | null;
    readonly threadId: string;
    readonly runId: string | null;
  } | null;
  readonly runCount: number;
  readonly messageCount: number;
  readonly toolCallCount: number;
  /** The model named most often; null when the source names none. */
  readonly model: string | null;
  readonly contextWindow: number | null;
  readonly usage: UsageTotals | null;
  readonly profile: ThreadProfile;
  readonly boundaries: readonly BoundaryView[];
  /** Index in `boundaries` of the one that applies; null when none does. */
  readonly appliedBoundary: number | null;
  readonly findingCount: number;
  /** Indexes of runs with findings, ascending. */
  readonly runsWithFindings: readonly number[];
  /** Idle gaps of more than five minutes: before which run, and how long. */
  readonly gaps: readonly { readonly beforeRun: number; readonly ms: number }[];
}

export interface UsageTotals {
  readonly calls: number;
  readonly prompt: number | null;
  readonly cached: number | null;
  readonly output: number | null;
  readonly total: number | null;
}

export interface BoundaryView {
  readonly summaryId: string;
  /** Runs covered, from the thread's first: 0 when the boundary names none. */
  readonly coveredRuns: number;
  /** Index of the run that made it; null when unknown. */
  readonly madeByRun: number | null;
  readonly applies: boolean;
  /** Why it doesn't apply, one sentence; null when it applies or was replaced by a later one. */
  readonly inertReason: string | null;
  /** True: a later summary took its place. */
  readonly superseded: boolean;
  /** Null for a sliding window's boundary, and for an opaque one. */
  readonly text: string | null;
  readonly opaque: boolean;
  readonly summaryTokens: number | null;
  readonly coveredTokens: number;
  /** 1 for a summary of runs, 2 when it begins with an earlier summary, and so on. */
  readonly generation: number;
  readonly trigger: 'auto' | 'manual' | 'unknown';
  readonly createdAtMs: number | null;
  /** The experiment that wrote it; null for a summary that came with the thread, which doesn't tell. */
  readonly maker: SummaryMaker | null;
}

export interface SummaryMaker {
  readonly experiment: ExperimentId;
  /** Null for a sliding window. */
  readonly modelName: string | null;
  readonly usage: Usage | null;
  /** US dollars; null when the model's prices are not known. */
  readonly cost: number | null;
}

/** What a folded run block shows. */
export interface RunHeader {
  readonly index: number;
  readonly runId: string;
  readonly title: string;
  readonly status: RunStatus;
  readonly messageCount: number;
  readonly modelCallCount: number;
  readonly toolCallCount: number;
  readonly toolResultCount: number;
  readonly orphanCount: number;
  readonly estimatedTokens: number;
  readonly occupancyAfter: { readonly measured: number; readonly pending: number } | null;
  readonly usage: UsageTotals | null;
  readonly startedAtMs: number | null;
  readonly durationMs: number | null;
  readonly isCopied: boolean;
  readonly findingCount: number;
}

/** A message as it is shown: text longer than 20,000 characters is cut, payloads are replaced by their size. */
export interface MessageView {
  readonly index: number;
  readonly messageId: string;
  readonly senderId: string;
  readonly estimatedTokens: number;
  readonly items: readonly ItemView[];
}

export type ItemView =
  | { readonly kind: 'text'; readonly role: string; readonly text: string; readonly cutFrom: number | null }
  | {
      readonly kind: 'tool-call';
      readonly callId: string;
      readonly name: string;
      readonly text: string;
      readonly cutFrom: number | null;
      readonly answered: boolean;
    }
  | {
      readonly kind: 'tool-result';
      readonly callId: string;
      readonly name: string | null;
      readonly text: string;
      readonly cutFrom: number | null;
      readonly called: boolean;
    }
  | {
      readonly kind: 'reasoning';
      readonly text: string;
      readonly cutFrom: number | null;
      readonly encryptedBytes: number | null;
    }
  | { readonly kind: 'image'; readonly role: string; readonly bytes: number | null; readonly label: string }
  | { readonly kind: 'file'; readonly role: string; readonly bytes: number | null; readonly label: string }
  | { readonly kind: 'other'; readonly type: string; readonly text: string; readonly cutFrom: number | null };

export interface RunBody {
  readonly index: number;
  readonly totalMessages: number;
  readonly messages: readonly MessageView[];
}

export interface FindHits {
  /** All hits, also beyond the ones listed. */
  readonly total: number;
  readonly hits: readonly { readonly run: number; readonly message: number }[];
}

// ---- diff ---------------------------------------------------------------------

/** Which model view stands beside the transcript. */
export type ViewChoice =
  | { readonly kind: 'stored' }
  | { readonly kind: 'policy'; readonly policy: PolicySpec }
  | { readonly kind: 'experiment'; readonly experiment: ExperimentId };

export interface DiffSummary {
  /** Runs 0 … coveredRuns−1 are not in the view as written. */
  readonly coveredRuns: number;
  /** Covered by a summary, or dropped by a sliding window. Null when nothing is folded. */
  readonly covering: 'summary' | 'dropped' | null;
  /** The summary in the view; `modelled`: it doesn't exist yet, only its size is assumed. */
  readonly summary: {
    readonly text: string | null;
    readonly tokens: number;
    readonly modelled: boolean;
  } | null;
  readonly before: { readonly runs: number; readonly messages: number; readonly tokens: number };
  readonly after: { readonly runs: number; readonly messages: number; readonly tokens: number };
  /** Facts of the covered runs that are nowhere in the view, most important first; null when a summary is only modelled. */
  readonly lost: readonly LostFact[] | null;
  /** Distinct facts of the covered runs, and how many of them are still in the view. */
  readonly facts: { readonly total: number; readonly surviving: number } | null;
}

export interface LostFact {
  readonly factClass: string;
  /** Its normal form, which is what facts are compared by. */
  readonly text: string;
  /** First run that mentions it. */
  readonly run: number;
  /** Later runs that mention it again, ascending. */
  readonly laterRuns: readonly number[];
  readonly mentions: number;
}

// ---- jobs, settings --------------------------------------------------------

/** Window → main. One argument each; the name is `noun:verb`. */
export interface InspectorRequests extends ExperimentRequests, ImportRequests, LabRequests {
  'app:info': (query: Record<string, never>) => AppInfo;
  'threads:list': (query: {
    readonly search: string;
    readonly offset: number;
    readonly limit: number;
  }) => ThreadPage;
  'threads:open': (query: { readonly thread: ThreadRef }) => ThreadOverview;
  /** Takes a thread out of the workspace; the file it came from stays. `restore` undoes it until the app quits. */
  'threads:remove': (query: { readonly thread: ThreadRef }) => null;
  'threads:restore': (query: { readonly thread: ThreadRef }) => null;
  /** Headers of runs `from` … `from + count − 1`; fewer at the end. At most 200 at a time. */
  'runs:headers': (query: {
    readonly thread: ThreadRef;
    readonly from: number;
    readonly count: number;
  }) => readonly RunHeader[];
  /** Messages of one run, at most 200 at a time. */
  'runs:body': (query: {
    readonly thread: ThreadRef;
    readonly run: number;
    readonly from: number;
    readonly count: number;
  }) => RunBody;
  /** The whole text of one cut item, up to 5 million characters. */
  'runs:item-text': (query: {
    readonly thread: ThreadRef;
    readonly run: number;
    readonly message: number;
    readonly item: number;
  }) => string;
  /** Case-insensitive; lists at most 1,000 hits. */
  'runs:find': (query: { readonly thread: ThreadRef; readonly text: string }) => FindHits;
  'findings:list': (query: {
    readonly thread: ThreadRef;
  }) => readonly (Finding & { readonly run: number | null })[];
  'diff:summary': (query: { readonly thread: ThreadRef; readonly view: ViewChoice }) => DiffSummary;
  /** The view's items exactly as they would be sent, a page at a time. */
  'diff:as-sent': (query: {
    readonly thread: ThreadRef;
    readonly view: ViewChoice;
    readonly from: number;
    readonly count: number;
  }) => {
    readonly totalItems: number;
    /** In the provider's form, JSON-like objects. */
    readonly items: readonly object[];
  };
  'job:cancel': (query: { readonly jobId: JobId }) => null;
  'settings:get': (query: Record<string, never>) => SettingsView;
  'settings:change': (change: SettingsChange) => SettingsView;
  /** `allowPlain`: the person agreed to keep it unencrypted where nothing better exists. */
  'settings:set-key': (query: { readonly key: string; readonly allowPlain: boolean }) => SettingsView;
  'settings:clear-key': (query: Record<string, never>) => SettingsView;
  /** One tiny request to the configured model. */
  'settings:test-model': (query: Record<string, never>) => {
    readonly modelName: string;
    readonly durationMs: number;
  };
  'clipboard:write': (query: { readonly text: string }) => null;
}

/** Main → window. */
export interface InspectorEvents extends ExperimentEvents, ImportEvents, LabEvents {
  /** The workspace changed (import, removal, apply): lists are to be read again. */
  'workspace:changed': { readonly threads: readonly ThreadRef[] };
  'settings:changed': SettingsView;
  'menu:command': { readonly command: MenuCommand };
}

export interface InspectorApi {
  request<Channel extends keyof InspectorRequests>(
    channel: Channel,
    argument: Parameters<InspectorRequests[Channel]>[0],
  ): Promise<Result<ReturnType<InspectorRequests[Channel]>>>;
  /** @returns A function that stops listening. */
  on<Channel extends keyof InspectorEvents>(
    channel: Channel,
    listener: (event: InspectorEvents[Channel]) => void,
  ): () => void;
  /** Starts an import of files dropped on the window; `files` are DOM File objects. */
  importDropped(jobId: JobId, files: readonly unknown[]): Promise<Result<null>>;
}

/** The preload lets through these and no others. */
export const REQUEST_CHANNELS = {
  'app:info': true,
  'threads:list': true,
  'threads:open': true,
  'threads:remove': true,
  'threads:restore': true,
  'runs:headers': true,
  'runs:body': true,
  'runs:item-text': true,
  'runs:find': true,
  'findings:list': true,
  'diff:summary': true,
  'diff:as-sent': true,
  'job:cancel': true,
  'settings:get': true,
  'settings:change': true,
  'settings:set-key': true,
  'settings:clear-key': true,
  'settings:test-model': true,
  'clipboard:write': true,
  ...EXPERIMENT_REQUEST_CHANNELS,
  ...IMPORT_REQUEST_CHANNELS,
  ...LAB_REQUEST_CHANNELS,
} as const satisfies Record<keyof InspectorRequests, true>;

export const EVENT_CHANNELS = {
  'workspace:changed': true,
  'settings:changed': true,
  'menu:command': true,
  ...EXPERIMENT_EVENT_CHANNELS,
  ...IMPORT_EVENT_CHANNELS,
  ...LAB_EVENT_CHANNELS,
} as const satisfies Record<keyof InspectorEvents, true>;
