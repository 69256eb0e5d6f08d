import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { ThreadRef } from '../../core/contract.ts';

export type TabId = 'runs' | 'diff' | 'findings';
export type DialogId = 'palette' | 'settings' | 'import' | 'keyboard-help' | 'go-to-run';
/** The chart shows the thread as it was recorded, or as the policy would have left it. */
export type ChartMode = 'recorded' | 'policy';

/** What the person is asked to look at: a run, and perhaps one of its messages. */
export interface RunTarget {
  readonly run: number;
  readonly message: number | null;
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
  readonly sidebarOpen: boolean;
  readonly policyOpen: boolean;
}

export interface ViewActions {
  selectThread(thread: ThreadRef | null): void;
  showTab(tab: TabId): void;
  standOnRun(run: number): void;
  /** Goes to the Runs tab, scrolls to the run; opens it when a message is named. */
  goToRun(run: number, message?: number): void;
  toggleRun(run: number): void;
  closeAllRuns(): void;
  toggleBoundary(boundary: number): void;
  setChartMode(mode: ChartMode): void;
  openDialog(dialog: DialogId): void;
  closeDialog(): void;
  openFind(): void;
  closeFind(): void;
  toggleSidebar(): void;
  togglePolicy(): void;
  setPanels(open: { readonly sidebar?: boolean; readonly policy?: boolean }): void;
}

function toggled(set: ReadonlySet<number>, member: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(member)) next.add(member);
  return next;
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
            target: { run, message: message ?? null, request: (state.target?.request ?? 0) + 1 },
            openRuns: message === undefined ? state.openRuns : new Set([...state.openRuns, run]),
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
        closeFind: () => {
          set({ findOpen: false });
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
