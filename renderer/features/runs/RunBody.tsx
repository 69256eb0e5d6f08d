import { useDeferredValue, useEffect, useRef, type ReactElement } from 'react';
import type { MessageView, ThreadRef } from '../../../core/contract.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { grouped } from '../../components/format.ts';
import { AfterPatience, Skeleton } from '../../components/Skeleton.tsx';
import { valueOf } from '../../data/async.ts';
import { loadRunBody, MESSAGES_PER_PAGE, useRunBody } from '../../data/run-bodies.ts';
import { useViewStore } from '../../stores/view-store.ts';
import { MessageRow } from './MessageRow.tsx';

const NONE: readonly MessageView[] = [];

/** The messages of an open run, a page at a time. */
export function RunBody({ thread, run }: { readonly thread: ThreadRef; readonly run: number }): ReactElement {
  const body = useRunBody(thread, run);
  const value = valueOf(body);
  // Long messages take a while to lay out; deferred, the window goes on answering meanwhile.
  const messages = useDeferredValue(value?.messages ?? NONE, NONE);
  const total = value?.totalMessages ?? null;
  const list = useRef<HTMLOListElement>(null);
  const target = useViewStore((state) => (state.target?.run === run ? state.target : null));
  const wanted = target?.message ?? null;
  const request = target?.request ?? 0;

  useEffect(() => {
    if (wanted !== null && body.state === 'ready' && wanted >= body.value.messages.length)
      if (wanted < body.value.totalMessages) void loadRunBody(thread, run, wanted + 1);
  }, [wanted, body, thread, run]);
  const isThere = wanted !== null && wanted < messages.length;
  useEffect(() => {
    if (!isThere) return;
    const row = list.current?.querySelector(`[data-message="${wanted}"]`);
    row?.scrollIntoView({ block: 'center' });
  }, [isThere, wanted, request]);

  if (body.state === 'failed')
    return (
      <ErrorState
        className="m-3"
        title="This run can't be read"
        message={body.error.message}
        onRetry={() => void loadRunBody(thread, run)}
      />
    );
  if (value === null)
    return (
      <div role="status" aria-label="Reading the run" className="border-t border-line px-14 py-3">
        <AfterPatience>
          <Skeleton className="h-3 w-3/4" />
          <Skeleton className="mt-2 h-3 w-1/2" />
        </AfterPatience>
      </div>
    );
  const left = (total ?? 0) - messages.length;
  return (
    <div data-selectable>
      {total === 0 ? (
        <p className="border-t border-line px-14 py-3 text-muted">This run holds no messages.</p>
      ) : null}
      <ol ref={list} aria-label={`Messages of run ${run + 1}`}>
        {messages.map((message) => (
          <MessageRow key={message.index} thread={thread} run={run} message={message} />
        ))}
      </ol>
      {left > 0 && messages.length > 0 ? (
        <div className="border-t border-line px-3.5 py-2">
          <Button
            size="small"
            variant="quiet"
            disabled={body.state === 'loading'}
            onClick={() => void loadRunBody(thread, run)}
          >
            Show {grouped(Math.min(left, MESSAGES_PER_PAGE))} more of {grouped(total ?? 0)} messages
          </Button>
        </div>
      ) : null}
    </div>
  );
}
