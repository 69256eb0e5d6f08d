import { create } from 'zustand';
import type { ThreadOverview, ThreadPage, ThreadRef, ThreadRow } from '../../core/contract.ts';
import { IDLE, type Async } from '../data/async.ts';

/** Rows of the sidebar, as far as they were asked for. */
export interface ThreadListing {
  readonly search: string;
  readonly totalThreads: number;
  readonly totalRuns: number;
  /** Rows from the first on; shorter than `totalThreads` until the rest is scrolled to. */
  readonly rows: readonly ThreadRow[];
}

/** As received, replaced whole. Written by data/thread-loader.ts only. */
export interface ThreadState {
  readonly listing: Async<ThreadListing>;
  /** Totals of the whole workspace, whatever is searched for. */
  readonly totals: { readonly threads: number; readonly runs: number } | null;
  /** The selected thread. */
  readonly overview: Async<ThreadOverview>;
  /** Which thread `overview` is of, or is being asked for. */
  readonly overviewOf: ThreadRef | null;
  readonly actions: {
    readonly putListing: (listing: Async<ThreadListing>) => void;
    readonly putTotals: (page: ThreadPage) => void;
    readonly putOverview: (thread: ThreadRef | null, overview: Async<ThreadOverview>) => void;
  };
}

export const useThreadStore = create<ThreadState>()((set) => ({
  listing: IDLE,
  totals: null,
  overview: IDLE,
  overviewOf: null,
  actions: {
    putListing: (listing) => {
      set({ listing });
    },
    putTotals: (page) => {
      set({ totals: { threads: page.totalThreads, runs: page.totalRuns } });
    },
    putOverview: (overviewOf, overview) => {
      set({ overviewOf, overview });
    },
  },
}));
