import type { ReactElement } from 'react';
import type { PolicyPreview } from '../../../core/replay/index.ts';
import { grouped, roundTokens, shortTokens } from '../../components/format.ts';
import { NumberField } from '../../components/NumberField.tsx';
import { Slider, type SliderZone } from '../../components/Slider.tsx';
import { thresholdScale } from '../../selectors/threshold-scale.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';
import { Knob } from './Knob.tsx';

const DEFINITION =
  'The LLM summarizer folds when the context occupancy is above this. At the threshold itself it does not.';
const MOST_TOKENS = 10_000_000;

export function ThresholdKnob({ preview }: { readonly preview: PolicyPreview | null }): ReactElement {
  const threshold = usePolicyStore((state) => state.knobs.tokenThreshold);
  const { turnKnob } = usePolicyStore((state) => state.actions);
  const turn = (value: number): void => {
    turnKnob('tokenThreshold', Math.round(value));
  };
  return (
    <Knob
      name="Token threshold"
      definition={DEFINITION}
      value={
        <NumberField
          label="Token threshold, number"
          value={threshold}
          min={1}
          max={MOST_TOKENS}
          step={100}
          onChange={turn}
          className="w-26 font-semibold"
        />
      }
    >
      {preview === null ? null : <ThresholdSlider preview={preview} threshold={threshold} onTurn={turn} />}
    </Knob>
  );
}

function ThresholdSlider({
  preview,
  threshold,
  onTurn,
}: {
  readonly preview: PolicyPreview;
  readonly threshold: number;
  readonly onTurn: (value: number) => void;
}): ReactElement {
  const { max, step, ticks } = thresholdScale(preview, threshold);
  const { floorTokens, neverFiresFromTokens } = preview;
  const never = neverFiresFromTokens;
  return (
    <>
      <Slider
        label="Token threshold"
        value={threshold}
        min={step}
        max={max}
        step={step}
        ticks={ticks}
        zones={zonesOf(preview, max)}
        valueText={`${grouped(threshold)} tokens. ${zoneInWords(preview, threshold)}`}
        onChange={onTurn}
      />
      <div className="flex justify-between gap-3 text-xs text-muted">
        <span>
          {floorTokens === null
            ? 'never enough runs to fold'
            : `to ${shortTokens(floorTokens)}: fires for ever`}
        </span>
        {floorTokens === null ? null : <span className="text-right">from {roundTokens(never)}: never</span>}
      </div>
    </>
  );
}

function zonesOf({ floorTokens, neverFiresFromTokens }: PolicyPreview, max: number): readonly SliderZone[] {
  const zones: SliderZone[] = [];
  if (floorTokens !== null) zones.push({ from: 0, to: floorTokens, className: 'bg-dropped' });
  if (neverFiresFromTokens < max)
    zones.push({ from: neverFiresFromTokens, to: max, className: 'bg-covered' });
  return zones;
}

function zoneInWords({ floorTokens, neverFiresFromTokens }: PolicyPreview, threshold: number): string {
  if (floorTokens === null) return 'There are never more runs than the keep window holds, so it never fires.';
  if (threshold <= floorTokens) return 'Below the floor of this thread: it would fire for ever.';
  return threshold >= neverFiresFromTokens ? 'Above everything this thread reaches: it never fires.' : '';
}
