import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** What the sidebar's search would find, under a name, whenever it is asked for. */
export interface SavedSearch {
  readonly name: string;
  readonly search: string;
}

export interface SavedSearchesState {
  /** By name. */
  readonly searches: readonly SavedSearch[];
  readonly actions: {
    /** Takes the place of one of the same name. */
    readonly save: (search: SavedSearch) => void;
    readonly remove: (name: string) => void;
  };
}

export const useSavedSearchesStore = create<SavedSearchesState>()(
  persist(
    (set) => ({
      searches: [],
      actions: {
        save: (search) => {
          set((state) => ({
            searches: [...without(state.searches, search.name), search].sort((left, right) =>
              left.name.localeCompare(right.name),
            ),
          }));
        },
        remove: (name) => {
          set((state) => ({ searches: without(state.searches, name) }));
        },
      },
    }),
    {
      name: 'tidemark.searches',
      version: 1,
      partialize: ({ searches }) => ({ searches }),
      merge: (stored, current) => ({ ...current, searches: checkedSearches(stored) }),
    },
  ),
);

export const savedSearchActions = (): SavedSearchesState['actions'] =>
  useSavedSearchesStore.getState().actions;

function without(searches: readonly SavedSearch[], name: string): readonly SavedSearch[] {
  return searches.filter((search) => search.name !== name);
}

/** Stored text may be from a broken or older program: what makes no sense is left out. */
function checkedSearches(stored: unknown): readonly SavedSearch[] {
  const list: unknown = isRecord(stored) ? stored['searches'] : null;
  return Array.isArray(list)
    ? list.flatMap((entry: unknown) => {
        if (!isRecord(entry)) return [];
        const { name, search } = entry;
        return typeof name === 'string' && typeof search === 'string' && name !== ''
          ? [{ name, search }]
          : [];
      })
    : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
