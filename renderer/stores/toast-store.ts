import { create } from 'zustand';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'error';
  readonly undo: (() => void) | null;
}

export interface ToastState {
  /** Oldest first; at most three are kept. */
  readonly toasts: readonly Toast[];
  readonly actions: {
    readonly say: (text: string, undo?: () => void) => void;
    readonly complain: (text: string) => void;
    readonly dismiss: (id: number) => void;
  };
}

const MOST_TOASTS = 3;
let lastId = 0;

export const useToastStore = create<ToastState>()((set) => {
  const add = (toast: Omit<Toast, 'id'>): void => {
    lastId += 1;
    const id = lastId;
    set((state) => ({ toasts: [...state.toasts, { ...toast, id }].slice(-MOST_TOASTS) }));
  };
  return {
    toasts: [],
    actions: {
      say: (text, undo) => {
        add({ text, tone: 'plain', undo: undo ?? null });
      },
      complain: (text) => {
        add({ text, tone: 'error', undo: null });
      },
      dismiss: (id) => {
        set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }));
      },
    },
  };
});

/** Subscribes to nothing: the actions never change. */
export const toastActions = (): ToastState['actions'] => useToastStore.getState().actions;
