import { create } from 'zustand';
import type { ExperimentRow, ThreadRef } from '../../core/contract.ts';
import { IDLE, type Async } from '../data/async.ts';

/** The selected thread's experiments, as received. Written by data/experiment-loader.ts only. */
export interface ExperimentsState {
  readonly thread: ThreadRef | null;
  readonly experiments: Async<readonly ExperimentRow[]>;
  readonly actions: {
    readonly putExperiments: (thread: ThreadRef | null, experiments: Async<readonly ExperimentRow[]>) => void;
  };
}

export const useExperimentsStore = create<ExperimentsState>()((set) => ({
  thread: null,
  experiments: IDLE,
  actions: {
    putExperiments: (thread, experiments) => {
      set({ thread, experiments });
    },
  },
}));
