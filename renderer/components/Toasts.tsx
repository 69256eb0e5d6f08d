import { CircleAlert, X } from 'lucide-react';
import { useEffect, useRef, type ReactElement } from 'react';
import { useToastStore, type Toast } from '../stores/toast-store.ts';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';

const SHOWN_MS = 6000;
/** An undo is worth more time. */
const SHOWN_WITH_UNDO_MS = 10_000;
/** How soon to look again whether the pointer or the focus has left. */
const LINGER_MS = 1500;

/** What just happened, in a sentence, perhaps with an undo. Waits while the pointer or focus is on it. */
export function Toasts(): ReactElement {
  const toasts = useToastStore((state) => state.toasts);
  return (
    <div
      role="region"
      aria-label="Notices"
      className="pointer-events-none fixed inset-x-0 bottom-9 z-40 flex flex-col items-center gap-2"
    >
      <div role="status" aria-live="polite" className="contents">
        {toasts.map((toast) => (
          <ToastRow key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  );
}

function ToastRow({ toast }: { readonly toast: Toast }): ReactElement {
  const { dismiss } = useToastStore((state) => state.actions);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer = 0;
    const wait = (ms: number): void => {
      timer = window.setTimeout(() => {
        if (row.current?.matches(':hover, :focus-within') === true) wait(LINGER_MS);
        else dismiss(toast.id);
      }, ms);
    };
    wait(toast.undo === null ? SHOWN_MS : SHOWN_WITH_UNDO_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [toast, dismiss]);
  return (
    <div
      ref={row}
      className="animate-appear pointer-events-auto flex max-w-[min(560px,90vw)] items-center gap-2 rounded-card border border-line-strong bg-surface py-1.5 pr-1.5 pl-3.5 shadow-lift"
    >
      {toast.tone === 'error' ? (
        <CircleAlert aria-hidden className="size-4 shrink-0 text-dropped-ink" />
      ) : null}
      <span className="min-w-0 py-1">{toast.text}</span>
      {toast.undo === null ? null : (
        <Button
          variant="quiet"
          size="small"
          className="text-accent-ink"
          onClick={() => {
            toast.undo?.();
            dismiss(toast.id);
          }}
        >
          Undo
        </Button>
      )}
      <IconButton
        label="Dismiss"
        size="small"
        icon={<X aria-hidden className="size-3.5" />}
        onClick={() => {
          dismiss(toast.id);
        }}
      />
    </div>
  );
}
