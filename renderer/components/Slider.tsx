import { Slider as Radix } from 'radix-ui';
import type { ReactElement } from 'react';
import { classNames } from './class-names.ts';

export interface SliderZone {
  readonly from: number;
  readonly to: number;
  /** A background class, e.g. `bg-dropped-soft`. What it means is said in words beside the slider. */
  readonly className: string;
}

export interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
  /** The value in words for a screen reader. */
  readonly valueText?: string;
  readonly zones?: readonly SliderZone[];
  /** Values worth stopping at, drawn as marks under the track. */
  readonly ticks?: readonly number[];
  readonly disabled?: boolean;
  readonly className?: string;
}

export function Slider({
  label,
  value,
  min,
  max,
  step,
  onChange,
  valueText,
  zones = [],
  ticks = [],
  disabled = false,
  className,
}: SliderProps): ReactElement {
  const percent = (at: number): number =>
    max > min ? (100 * (Math.min(max, Math.max(min, at)) - min)) / (max - min) : 0;
  return (
    <Radix.Root
      value={[Math.min(max, Math.max(min, value))]}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onValueChange={([next]) => {
        if (next !== undefined) onChange(next);
      }}
      className={classNames('relative flex h-5 touch-none items-center data-disabled:opacity-50', className)}
    >
      <Radix.Track className="relative h-1 grow overflow-hidden rounded-full bg-line-strong forced-color-adjust-none">
        <Radix.Range className="absolute h-full bg-accent" />
        {zones.map((zone) => (
          <span
            key={`${zone.className} ${zone.from}`}
            className={classNames('absolute h-full', zone.className)}
            style={{ left: `${percent(zone.from)}%`, width: `${percent(zone.to) - percent(zone.from)}%` }}
          />
        ))}
      </Radix.Track>
      {ticks.map((tick) => (
        <span
          key={tick}
          className="pointer-events-none absolute bottom-0 h-1 w-px bg-faint"
          style={{ left: `${percent(tick)}%` }}
        />
      ))}
      <Radix.Thumb
        aria-label={label}
        aria-valuetext={valueText}
        className="block size-4.5 rounded-full border-2 border-accent bg-surface shadow-card transition-transform hover:scale-110 active:scale-105"
      />
    </Radix.Root>
  );
}
