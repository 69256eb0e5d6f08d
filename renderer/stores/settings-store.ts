import { create } from 'zustand';
import type { AppInfo, SettingsView } from '../../core/contract.ts';
import { IDLE, type Async } from '../data/async.ts';

/** Settings and facts about the program, as received. Written by data/settings-loader.ts only. */
export interface SettingsState {
  readonly settings: Async<SettingsView>;
  readonly app: AppInfo | null;
  readonly actions: {
    readonly putSettings: (settings: Async<SettingsView>) => void;
    readonly putApp: (app: AppInfo) => void;
  };
}

export const useSettingsStore = create<SettingsState>()((set) => ({
  settings: IDLE,
  app: null,
  actions: {
    putSettings: (settings) => {
      set({ settings });
    },
    putApp: (app) => {
      set({ app });
    },
  },
}));
