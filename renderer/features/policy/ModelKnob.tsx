import type { ReactElement } from 'react';
import { valueOf } from '../../data/async.ts';
import { Button } from '../../components/Button.tsx';
import { NumberField } from '../../components/NumberField.tsx';
import { Select } from '../../components/Select.tsx';
import { isModelReady } from '../../selectors/model-ready.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';
import { useSettingsStore } from '../../stores/settings-store.ts';
import { viewActions } from '../../stores/view-store.ts';
import { Knob } from './Knob.tsx';

/** Who writes the summary, and with which parameters. */
export function ModelKnob(): ReactElement {
  const model = usePolicyStore((state) => state.knobs.model);
  const { turnKnob } = usePolicyStore((state) => state.actions);
  const configured = useSettingsStore((state) => valueOf(state.settings)?.model ?? null);
  const isReady = configured !== null && isModelReady(configured);
  const name = configured?.modelName ?? '';
  return (
    <>
      <Knob
        name="Model"
        definition="Who writes the summary. The offline model picks sentences of the thread itself, without network, key or cost, and always the same ones."
        value={
          <Select
            label="Summarizer model"
            value={model}
            options={[
              { value: 'offline', label: 'Offline (extractive)' },
              {
                value: 'configured',
                label: name === '' ? 'No model configured' : isReady ? name : `${name} (no key yet)`,
                disabled: !isReady,
              },
            ]}
            onChange={(value) => {
              turnKnob('model', value);
            }}
            className="max-w-45 min-w-0"
          />
        }
      />
      {configured !== null && !isReady ? (
        <Button
          variant="quiet"
          size="small"
          className="self-end text-accent-ink"
          onClick={() => {
            viewActions().openDialog('settings');
          }}
        >
          Configure a model…
        </Button>
      ) : null}
      {model === 'configured' ? <Parameters /> : null}
      <ToolArguments />
    </>
  );
}

function Parameters(): ReactElement {
  const parameters = usePolicyStore((state) => state.knobs.parameters);
  const { turnKnob } = usePolicyStore((state) => state.actions);
  return (
    <>
      <Knob
        name="Temperature"
        definition="Passed on with the request; empty leaves it to the model."
        value={
          <NumberField
            label="Temperature"
            value={parameters.temperature}
            min={0}
            max={2}
            step={0.1}
            placeholder="default"
            className="w-26"
            onChange={(temperature) => {
              turnKnob('parameters', { ...parameters, temperature });
            }}
            onClear={() => {
              turnKnob('parameters', { ...parameters, temperature: null });
            }}
          />
        }
      />
      <Knob
        name="Max output tokens"
        definition="Passed on with the request; empty leaves it to the model."
        value={
          <NumberField
            label="Max output tokens"
            value={parameters.maxOutputTokens}
            min={16}
            max={200_000}
            step={16}
            placeholder="default"
            className="w-26"
            onChange={(value) => {
              turnKnob('parameters', { ...parameters, maxOutputTokens: Math.round(value) });
            }}
            onClear={() => {
              turnKnob('parameters', { ...parameters, maxOutputTokens: null });
            }}
          />
        }
      />
    </>
  );
}

function ToolArguments(): ReactElement {
  const checked = usePolicyStore((state) => state.knobs.includeToolArguments);
  const { turnKnob } = usePolicyStore((state) => state.actions);
  return (
    <label className="flex min-h-6 items-center gap-2 text-muted">
      <input
        type="checkbox"
        checked={checked}
        className="accent-accent"
        onChange={(event) => {
          turnKnob('includeToolArguments', event.target.checked);
        }}
      />
      Include tool arguments
    </label>
  );
}
