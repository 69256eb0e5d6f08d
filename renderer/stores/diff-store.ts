import { create } from 'zustand';
import type { ExperimentId } from '../../core/contract.ts';

/** Which model view stands beside the transcript: the policy's, the thread's own, or an experiment's. */
export type DiffChoice = 'policy' | 'stored' | ExperimentId;

export interface DiffState {
  readonly choice: DiffChoice;
  readonly onlyChanges: boolean;
  readonly asSent: boolean;
  readonly actions: {
    readonly choose: (choice: DiffChoice) => void;
    readonly setOnlyChanges: (onlyChanges: boolean) => void;
    readonly setAsSent: (asSent: boolean) => void;
  };
}

export const useDiffStore = create<DiffState>()((set) => ({
  choice: 'policy',
  onlyChanges: false,
  asSent: false,
  actions: {
    choose: (choice) => {
      set({ choice });
    },
    setOnlyChanges: (onlyChanges) => {
      set({ onlyChanges });
    },
    setAsSent: (asSent) => {
      set({ asSent });
    },
  },
}));
