import { create } from 'zustand';
import type {
  JobId,
  LabBasis,
  PriceView,
  RequestError,
  SweepOutcome,
  SweepRowView,
  SweepScope,
  ThreadRef,
} from '../../core/contract.ts';
import type { PolicySpec } from '../../core/domain/policy-spec.ts';
import type { PolicyGrid } from '../../core/replay/index.ts';
import { IDLE, type Async } from '../data/async.ts';
import type { SavedSearch } from './saved-searches-store.ts';

export type LabSection = 'sweep' | 'replay' | 'cost' | 'calibration';
export type SweepMetric = 'cost' | 'peakTokens' | 'overLimit' | 'summaries' | 'sentTokens' | 'retention';
/** The open thread, what the sidebar's search has found (everything without one), a saved search, or picked threads. */
export type SweepScopeKind = 'thread' | 'found' | 'saved' | 'picked';

/** The ranges as they were typed; null: the ones that fit the thread. */
export interface GridText {
  readonly thresholds: string;
  readonly keepRecent: string;
  readonly keep: string;
}

export interface SweepJob {
  readonly jobId: JobId;
  /** What it is over, in words that change whenever the threads do. */
  readonly scopeKey: string;
  readonly scope: SweepScope;
  readonly basis: LabBasis;
  readonly grid: PolicyGrid;
  readonly policies: readonly PolicySpec[];
  /** In grid order, as far as they have come. */
  readonly rows: readonly SweepRowView[];
  readonly progress: {
    readonly phase: 'threads' | 'policies';
    readonly done: number;
    readonly total: number;
  } | null;
  /** Null while it runs, and after an error. */
  readonly outcome: SweepOutcome | null;
  readonly error: RequestError | null;
}

/** The replay's transport. The cursor is a model call of the open thread; null: no replay is shown. */
export interface ReplayCursor {
  readonly thread: ThreadRef;
  readonly call: number;
}

export interface LabState {
  readonly section: LabSection;
  readonly metric: SweepMetric;
  readonly scope: SweepScopeKind;
  readonly picked: ReadonlySet<ThreadRef>;
  /** What a saved search looks for; its scope is over what that finds when the sweep starts. */
  readonly savedSearch: SavedSearch | null;
  readonly gridText: GridText | null;
  /** Whose prices count; null: those of the thread's own model. */
  readonly agentModel: string | null;
  /** Null: the model of the settings where it has prices, else the agent's. */
  readonly summarizerModel: string | null;
  readonly sweep: SweepJob | null;
  readonly prices: Async<PriceView>;
  readonly cursor: ReplayCursor | null;
  readonly isPlaying: boolean;
  /** Model calls a second. */
  readonly speed: number;
  readonly actions: {
    readonly showSection: (section: LabSection) => void;
    readonly chooseMetric: (metric: SweepMetric) => void;
    readonly chooseScope: (scope: SweepScopeKind) => void;
    readonly sweepSaved: (search: SavedSearch) => void;
    readonly pick: (threads: ReadonlySet<ThreadRef>) => void;
    readonly typeGrid: (gridText: GridText | null) => void;
    readonly priceAs: (models: {
      readonly agentModel?: string | null;
      readonly summarizerModel?: string | null;
    }) => void;
    readonly putSweep: (sweep: SweepJob | null) => void;
    readonly updateSweep: (jobId: JobId, change: (sweep: SweepJob) => SweepJob) => void;
    readonly putPrices: (prices: Async<PriceView>) => void;
    readonly moveCursor: (cursor: ReplayCursor | null) => void;
    readonly setPlaying: (isPlaying: boolean) => void;
    readonly setSpeed: (speed: number) => void;
  };
}

export const useLabStore = create<LabState>()((set) => ({
  section: 'sweep',
  metric: 'cost',
  scope: 'thread',
  picked: new Set<ThreadRef>(),
  savedSearch: null,
  gridText: null,
  agentModel: null,
  summarizerModel: null,
  sweep: null,
  prices: IDLE,
  cursor: null,
  isPlaying: false,
  speed: 4,
  actions: {
    showSection: (section) => {
      set({ section });
    },
    chooseMetric: (metric) => {
      set({ metric });
    },
    chooseScope: (scope) => {
      set({ scope });
    },
    sweepSaved: (savedSearch) => {
      set({ savedSearch, scope: 'saved' });
    },
    pick: (picked) => {
      set({ picked, scope: 'picked' });
    },
    typeGrid: (gridText) => {
      set({ gridText });
    },
    priceAs: (models) => {
      set(models);
    },
    putSweep: (sweep) => {
      set({ sweep });
    },
    updateSweep: (jobId, change) => {
      set((state) => (state.sweep?.jobId === jobId ? { sweep: change(state.sweep) } : state));
    },
    putPrices: (prices) => {
      set({ prices });
    },
    moveCursor: (cursor) => {
      set((state) =>
        cursor === null ? { cursor, isPlaying: false } : { cursor, isPlaying: state.isPlaying },
      );
    },
    setPlaying: (isPlaying) => {
      set({ isPlaying });
    },
    setSpeed: (speed) => {
      set({ speed });
    },
  },
}));

/** Subscribes to nothing: the actions never change. */
export const labActions = (): LabState['actions'] => useLabStore.getState().actions;
