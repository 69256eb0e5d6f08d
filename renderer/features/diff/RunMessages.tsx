import type { ReactElement } from 'react';
import type { ThreadRef } from '../../../core/contract.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { valueOf } from '../../data/async.ts';
import { loadRunBody, useRunBody } from '../../data/run-bodies.ts';
import type { DiffState } from '../../selectors/diff-rows.ts';
import { DiffMessage } from './DiffMessage.tsx';
import type { LostKeys } from './mark-facts.ts';

/** The messages of one run, as cards below each other. */
export function RunMessages({
  thread,
  run,
  state,
  lost,
}: {
  readonly thread: ThreadRef;
  readonly run: number;
  readonly state: DiffState;
  readonly lost: LostKeys | null;
}): ReactElement {
  const body = useRunBody(thread, run);
  const shown = valueOf(body);
  if (body.state === 'failed')
    return (
      <ErrorState
        title={`Run ${run + 1} can't be read`}
        message={body.error.message}
        onRetry={() => void loadRunBody(thread, run)}
      />
    );
  if (shown === null) return <Skeleton className="h-16 w-full rounded-card" />;
  const rest = shown.totalMessages - shown.messages.length;
  return (
    <div className="flex flex-col gap-2">
      {shown.messages.map((message) => (
        <DiffMessage key={message.index} run={run} message={message} state={state} lost={lost} />
      ))}
      {rest > 0 ? (
        <Button
          size="small"
          variant="quiet"
          onClick={() => void loadRunBody(thread, run, shown.messages.length + 60)}
        >
          Show {rest} more messages
        </Button>
      ) : null}
    </div>
  );
}
