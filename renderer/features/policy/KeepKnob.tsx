import type { ReactElement } from 'react';
import { NumberField } from '../../components/NumberField.tsx';
import { Slider } from '../../components/Slider.tsx';
import { counted } from '../../components/format.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';
import { Knob } from './Knob.tsx';

const KNOBS = {
  keepRecentCount: {
    name: 'Keep recent runs',
    definition:
      'So many of the newest runs stay word for word; the run in flight is one of them. Older ones are summarized.',
  },
  keepCount: {
    name: 'Keep runs',
    definition:
      'Only so many of the newest runs stay; the run in flight is one of them. Older ones are dropped without a summary.',
  },
} as const;

const MOST_RUNS = 10_000;
const SLIDER_RUNS = 40;

/** The keep window of either summarizer. */
export function KeepKnob({
  knob,
  runCount,
}: {
  readonly knob: keyof typeof KNOBS;
  /** Of the thread that is shown; null when none is. */
  readonly runCount: number | null;
}): ReactElement {
  const value = usePolicyStore((state) => state.knobs[knob]);
  const { turnKnob } = usePolicyStore((state) => state.actions);
  const { name, definition } = KNOBS[knob];
  const turn = (next: number): void => {
    turnKnob(knob, Math.round(next));
  };
  const max = Math.max(value, Math.min(SLIDER_RUNS, runCount ?? SLIDER_RUNS), 2);
  return (
    <Knob
      name={name}
      definition={definition}
      value={
        <NumberField
          label={`${name}, number`}
          value={value}
          min={1}
          max={MOST_RUNS}
          onChange={turn}
          className="w-26 font-semibold"
        />
      }
    >
      <Slider
        label={name}
        value={value}
        min={1}
        max={max}
        step={1}
        valueText={counted(value, 'run')}
        onChange={turn}
      />
    </Knob>
  );
}
