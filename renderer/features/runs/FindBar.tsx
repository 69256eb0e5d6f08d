import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { FindHits, ThreadRef } from '../../../core/contract.ts';
import { request } from '../../app/inspector-api.ts';
import { grouped } from '../../components/format.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { TextField } from '../../components/TextField.tsx';
import { IDLE, settled, valueOf, type Async } from '../../data/async.ts';
import { viewActions } from '../../stores/view-store.ts';
import { useFindHighlight } from './use-find-highlight.ts';

const DEBOUNCE_MS = 150;
export const FIND_FIELD_ID = 'find-in-thread';

/** Finds in the thread's data, whatever of it is on screen. Enter goes on, Shift+Enter back, Escape closes. */
export function FindBar({ thread }: { readonly thread: ThreadRef }): ReactElement {
  const [text, setText] = useState('');
  const [hits, setHits] = useState<Async<FindHits>>(IDLE);
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const found = valueOf(hits);
  useFindHighlight();

  useEffect(() => {
    field.current?.focus();
  }, []);
  useEffect(() => {
    const wanted = text.trim();
    viewActions().setFindText(wanted);
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        if (wanted === '') {
          setHits(IDLE);
          return;
        }
        void request('runs:find', { thread, text: wanted }).then((result) => {
          if (!isCurrent) return;
          setHits(settled(result));
          setAt(0);
          const first = result.ok ? result.value.hits[0] : undefined;
          if (first !== undefined) viewActions().goToRun(first.run, first.message);
        });
      },
      wanted === '' ? 0 : DEBOUNCE_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, thread]);

  const goTo = (step: 1 | -1): void => {
    if (found === null || found.hits.length === 0) return;
    const next = (at + step + found.hits.length) % found.hits.length;
    const hit = found.hits[next];
    setAt(next);
    if (hit !== undefined) viewActions().goToRun(hit.run, hit.message);
  };
  const close = (): void => {
    viewActions().closeFind();
  };
  return (
    <div
      role="search"
      aria-label="Find in this thread"
      className="animate-appear absolute top-0 right-6 z-20 flex items-center gap-1 rounded-card border border-line-strong bg-surface p-1.5 shadow-lift"
    >
      <TextField
        ref={field}
        id={FIND_FIELD_ID}
        label="Find in this thread"
        placeholder="Find in this thread"
        className="w-56"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') goTo(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape') close();
        }}
      />
      <span role="status" className="min-w-20 px-1 text-center text-sm text-muted tabular-nums">
        {statusOf(hits, at)}
      </span>
      <IconButton
        label="Previous hit"
        shortcut="shift+enter"
        disabled={found === null || found.hits.length === 0}
        icon={<ChevronUp aria-hidden className="size-4" />}
        onClick={() => {
          goTo(-1);
        }}
      />
      <IconButton
        label="Next hit"
        shortcut="enter"
        disabled={found === null || found.hits.length === 0}
        icon={<ChevronDown aria-hidden className="size-4" />}
        onClick={() => {
          goTo(1);
        }}
      />
      <IconButton
        label="Close"
        shortcut="escape"
        icon={<X aria-hidden className="size-4" />}
        onClick={close}
      />
    </div>
  );
}

function statusOf(hits: Async<FindHits>, at: number): string {
  if (hits.state === 'failed') return hits.error.message;
  const found = valueOf(hits);
  if (found === null) return '';
  if (found.total === 0) return 'no hits';
  const rest = found.total > found.hits.length ? ` (first ${grouped(found.hits.length)})` : '';
  return `${grouped(at + 1)} of ${grouped(found.total)}${rest}`;
}
