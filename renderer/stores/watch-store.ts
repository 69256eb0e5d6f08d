import { create } from 'zustand';
import type { WatchedFolder } from '../../core/contract.ts';

/** Watched folders as main tells of them. Written by data/watch-feed.ts only. */
export interface WatchState {
  readonly folders: readonly WatchedFolder[];
  readonly actions: { readonly put: (folders: readonly WatchedFolder[]) => void };
}

export const useWatchStore = create<WatchState>()((set) => ({
  folders: [],
  actions: {
    put: (folders) => {
      set({ folders });
    },
  },
}));
