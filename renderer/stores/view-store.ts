import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { ThreadRef } from '../../core/contract.ts';

export type TabId = 'runs' | 'diff' | 'lab' | 'survival' | 'findings';
export type DialogId =
  'palette' | 'settings' | 'import' | 'import-history' | 'keyboard-help' | 'go-to-run' | 'prices';
/** The chart shows the thread as it was recorded, or as the policy would have left it. */
export type ChartMode = 'recorded' | 'policy';

/** What the person is asked to look at: a run, and perhaps one of its messages. */
export interface RunTarget {
  readonly run: number;
  readonly message: number | null;
  /** Whether the keyboard goes there too, as it does for j and k but not while a search is typed. */
  readonly takesFocus: boolean;
  /** Grows with every request, so that asking for the same run again scrolls again. */
  readonly request: number;
}

export interface ViewState {
  readonly selectedThread: ThreadRef | null;
  readonly tab: TabId;
  /** The run the keyboard stands on. */
  readonly currentRun: number | null;
  readonly target: RunTarget | null;
  /** Runs whose body is open. Replaced on change, so identity tells. */
  readonly openRuns: ReadonlySet<number>;
  /** Summary boundaries that are open, by their index in the overview; -1 is the previewed one. */
  readonly openBoundaries: ReadonlySet<number>;
  readonly chartMode: ChartMode;
  readonly dialog: DialogId | null;
  readonly findOpen: boolean;
  /** What is being found in the thread; empty while nothing is. */
  readonly findText: string;
  readonly sidebarOpen: boolean;
  readonly policyOpen: boolean;
}

export interface ViewActions {
  readonly selectThread: (thread: ThreadRef | null) => void;
  readonly showTab: (tab: TabId) => void;
  readonly standOnRun: (run: number) => void;
  /** Goes to the Runs tab, scrolls to the run; opens it when a message is named. */
  readonly goToRun: (run: number, message?: number) => void;
  /** The same, and the keyboard follows. */
  readonly moveToRun: (run: number) => void;
  readonly toggleRun: (run: number) => void;
  readonly closeAllRuns: () => void;
  readonly toggleBoundary: (boundary: number) => void;
  readonly setChartMode: (mode: ChartMode) => void;
  readonly openDialog: (dialog: DialogId) => void;
  readonly closeDialog: () => void;
  readonly openFind: () => void;
  readonly setFindText: (text: string) => void;
  readonly closeFind: () => void;
  readonly toggleSidebar: () => void;
  readonly togglePolicy: () => void;
  readonly setPanels: (open: { readonly sidebar?: boolean; readonly policy?: boolean }) => void;
}

function toggled(set: ReadonlySet<number>, member: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(member)) next.add(member);
  return next;
}

function targetAfter(last: RunTarget | null, next: Omit<RunTarget, 'request'>): RunTarget {
  return { ...next, request: (last?.request ?? 0) + 1 };
}

const VERSION = 1;

export const useViewStore = create<ViewState & { readonly actions: ViewActions }>()(
  persist(
    (set) => ({
      selectedThread: null,
      tab: 'runs',
      currentRun: null,
      target: null,
      openRuns: new Set<number>(),
      openBoundaries: new Set<number>(),
      chartMode: 'policy',
      dialog: null,
      findOpen: false,
      findText: '',
      sidebarOpen: true,
      policyOpen: true,
      actions: {
        selectThread: (selectedThread) => {
          set((state) =>
            state.selectedThread === selectedThread
              ? state
              : {
                  selectedThread,
                  currentRun: null,
                  target: null,
                  openRuns: new Set(),
                  openBoundaries: new Set(),
                  findOpen: false,
                  findText: '',
                },
          );
        },
        showTab: (tab) => {
          set({ tab });
        },
        standOnRun: (currentRun) => {
          set({ currentRun });
        },
        goToRun: (run, message) => {
          set((state) => ({
            tab: 'runs',
            currentRun: run,
            target: targetAfter(state.target, { run, message: message ?? null, takesFocus: false }),
            openRuns: message === undefined ? state.openRuns : new Set([...state.openRuns, run]),
          }));
        },
        moveToRun: (run) => {
          set((state) => ({
            tab: 'runs',
            currentRun: run,
            target: targetAfter(state.target, { run, message: null, takesFocus: true }),
          }));
        },
        toggleRun: (run) => {
          set((state) => ({ openRuns: toggled(state.openRuns, run), currentRun: run }));
        },
        closeAllRuns: () => {
          set({ openRuns: new Set(), openBoundaries: new Set() });
        },
        toggleBoundary: (boundary) => {
          set((state) => ({ openBoundaries: toggled(state.openBoundaries, boundary) }));
        },
        setChartMode: (chartMode) => {
          set({ chartMode });
        },
        openDialog: (dialog) => {
          set({ dialog });
        },
        closeDialog: () => {
          set({ dialog: null });
        },
        openFind: () => {
          set({ findOpen: true, tab: 'runs' });
        },
        setFindText: (findText) => {
          set({ findText });
        },
        closeFind: () => {
          set({ findOpen: false, findText: '' });
        },
        toggleSidebar: () => {
          set((state) => ({ sidebarOpen: !state.sidebarOpen }));
        },
        togglePolicy: () => {
          set((state) => ({ policyOpen: !state.policyOpen }));
        },
        setPanels: (open) => {
          set((state) => ({
            sidebarOpen: open.sidebar ?? state.sidebarOpen,
            policyOpen: open.policy ?? state.policyOpen,
          }));
        },
      },
    }),
    {
      name: 'tidemark.view',
      version: VERSION,
      // The layout and where one was; never what the main process holds.
      partialize: ({ selectedThread, tab, chartMode, sidebarOpen, policyOpen }) => ({
        selectedThread,
        tab,
        chartMode,
        sidebarOpen,
        policyOpen,
      }),
      // An older or newer layout is not worth an error: start with the default one.
      migrate: () => ({}),
    },
  ),
);

/** Subscribes to nothing: the actions never change. */
export const viewActions = (): ViewActions => useViewStore.getState().actions;
