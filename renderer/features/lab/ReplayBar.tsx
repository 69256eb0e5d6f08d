import { Pause, Play, SkipBack, SkipForward, StepBack, StepForward, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { classNames } from '../../components/class-names.ts';
import { grouped } from '../../components/format.ts';
import { IconButton } from '../../components/IconButton.tsx';
import { Select } from '../../components/Select.tsx';
import { Slider } from '../../components/Slider.tsx';
import { decisionWords } from '../../selectors/replay-words.ts';
import type { ReplayColumns } from '../../selectors/replay-columns.ts';
import { labActions, useLabStore } from '../../stores/lab-store.ts';
import { moveTo, PLAY_BUTTON_ID, stepBy, stopReplay, togglePlaying } from './replay-control.ts';

const SPEEDS = [1, 2, 4, 8, 16, 64, 256];
const MOST_TICKS = 60;

/** Play, step, scrub. `call`: where the replay stands. */
export function ReplayBar({
  columns,
  call,
  withReason = false,
}: {
  readonly columns: ReplayColumns;
  readonly call: number;
  /** Also why the summarizer did what it did at this call, in a line. */
  readonly withReason?: boolean;
}): ReactElement {
  const isPlaying = useLabStore((state) => state.isPlaying);
  const speed = useLabStore((state) => state.speed);
  const { callCount, folds } = columns;
  const run = columns.run[call] ?? 0;
  const foldBefore = folds.findLast((fold) => fold.call < call)?.call ?? 0;
  const foldAfter = folds.find((fold) => fold.call > call)?.call ?? callCount - 1;
  const icon = 'size-3.5';
  return (
    <div role="group" aria-label="Replay" className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <div className="flex items-center">
        <IconButton
          label="Previous fold"
          icon={<SkipBack aria-hidden className={icon} />}
          onClick={() => {
            moveTo(foldBefore);
          }}
        />
        <IconButton
          label="Back one call"
          shortcut="left"
          icon={<StepBack aria-hidden className={icon} />}
          onClick={() => {
            stepBy(-1);
          }}
        />
        <IconButton
          id={PLAY_BUTTON_ID}
          label={isPlaying ? 'Pause' : 'Play'}
          shortcut="space"
          className="bg-accent-soft text-accent-ink"
          icon={isPlaying ? <Pause aria-hidden className={icon} /> : <Play aria-hidden className={icon} />}
          onClick={togglePlaying}
        />
        <IconButton
          label="On one call"
          shortcut="right"
          icon={<StepForward aria-hidden className={icon} />}
          onClick={() => {
            stepBy(1);
          }}
        />
        <IconButton
          label="Next fold"
          icon={<SkipForward aria-hidden className={icon} />}
          onClick={() => {
            moveTo(foldAfter);
          }}
        />
      </div>
      <Slider
        label="Model call"
        className="min-w-32 flex-1"
        value={call + 1}
        min={1}
        max={Math.max(2, callCount)}
        step={1}
        ticks={folds.length > MOST_TICKS ? [] : folds.map((fold) => fold.call + 1)}
        valueText={`call ${call + 1} of ${callCount}, run ${run + 1}: ${decisionWords(columns, call)}`}
        onChange={(value) => {
          labActions().setPlaying(false);
          moveTo(value - 1);
        }}
      />
      <span className="text-sm whitespace-nowrap text-muted tabular-nums">
        call <b className="font-semibold text-text">{grouped(call + 1)}</b> of {grouped(callCount)} · run{' '}
        {grouped(run + 1)}
      </span>
      <Select
        label="Speed"
        value={String(speed)}
        options={SPEEDS.map((value) => ({ value: String(value), label: `${value} calls/s` }))}
        onChange={(value) => {
          labActions().setSpeed(Number(value));
        }}
      />
      {withReason ? (
        <>
          <IconButton label="End the replay" icon={<X aria-hidden className={icon} />} onClick={stopReplay} />
          <p
            className={classNames(
              'w-full truncate text-sm',
              folds.some((fold) => fold.call === call) ? 'text-summary-ink' : 'text-muted',
            )}
          >
            {decisionWords(columns, call)}
          </p>
        </>
      ) : null}
    </div>
  );
}
