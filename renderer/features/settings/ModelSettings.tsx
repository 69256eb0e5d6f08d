import { useState, type ReactElement } from 'react';
import type { SettingsView } from '../../../core/contract.ts';
import { request } from '../../app/inspector-api.ts';
import { Button } from '../../components/Button.tsx';
import { duration } from '../../components/format.ts';
import { NumberField } from '../../components/NumberField.tsx';
import { HeaderFields } from './HeaderFields.tsx';
import { KeySetting } from './KeySetting.tsx';
import { change } from './SettingsDialog.tsx';
import { SettingsRow } from './SettingsRow.tsx';
import { SettledField } from './SettledField.tsx';

type Model = SettingsView['model'];

/** Where summaries are asked for. Anything that speaks the Responses API will do. */
export function ModelSettings({ model }: { readonly model: Model }): ReactElement {
  return (
    <>
      <SettingsRow label="Base URL" hint="Of OpenAI, or of anything that speaks its Responses API">
        <SettledField
          label="Base URL"
          type="url"
          value={model.baseUrl}
          placeholder="https://api.openai.com/v1"
          maxLength={2_000}
          onSettle={(baseUrl) => {
            change({ model: { baseUrl } });
          }}
        />
      </SettingsRow>
      <SettingsRow label="Model">
        <SettledField
          label="Model name"
          value={model.modelName}
          placeholder="gpt-4o-mini"
          maxLength={200}
          onSettle={(modelName) => {
            change({ model: { modelName } });
          }}
        />
      </SettingsRow>
      <KeySetting model={model} />
      <SettingsRow label="Timeout" hint="In seconds, for one request">
        <NumberField
          label="Timeout in seconds"
          value={model.timeoutSeconds}
          min={1}
          max={3_600}
          className="w-26"
          onChange={(timeoutSeconds) => {
            change({ model: { timeoutSeconds: Math.round(timeoutSeconds) } });
          }}
        />
      </SettingsRow>
      <HeaderFields headers={model.headers} />
      <TestModel disabled={model.modelName === ''} />
    </>
  );
}

type Test =
  | { readonly state: 'idle' | 'running' }
  | { readonly state: 'done'; readonly ok: boolean; readonly text: string };

function TestModel({ disabled }: { readonly disabled: boolean }): ReactElement {
  const [test, setTest] = useState<Test>({ state: 'idle' });
  const run = async (): Promise<void> => {
    setTest({ state: 'running' });
    const result = await request('settings:test-model', {});
    setTest({
      state: 'done',
      ok: result.ok,
      text: result.ok
        ? `${result.value.modelName} answered in ${duration(result.value.durationMs)}`
        : result.error.message,
    });
  };
  return (
    <div className="flex items-start gap-3">
      <Button disabled={disabled || test.state === 'running'} onClick={() => void run()}>
        {test.state === 'running' ? 'Asking…' : 'Test the model'}
      </Button>
      <p
        role="status"
        data-selectable
        className={`min-w-0 flex-1 py-1 text-sm break-words select-text ${test.state === 'done' && !test.ok ? 'text-dropped-ink' : 'text-muted'}`}
      >
        {test.state === 'done' ? test.text : disabled ? 'Name a model first.' : ''}
      </p>
    </div>
  );
}
