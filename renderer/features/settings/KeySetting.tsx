import { useState, type ReactElement } from 'react';
import type { RequestError, Result, SettingsView } from '../../../core/contract.ts';
import { request } from '../../app/inspector-api.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useSettingsStore } from '../../stores/settings-store.ts';
import { SettingsRow } from './SettingsRow.tsx';

type Model = SettingsView['model'];

const STORAGE: Readonly<Record<Model['keyStorage'], string>> = {
  encrypted: 'Kept encrypted by this system. It never leaves the main process.',
  plain: 'This system offers no keyring: a key would be kept unencrypted on this disk.',
  unavailable: 'This system can keep no key; it is forgotten when the app quits.',
};

/** The key goes in and never comes out again: only whether there is one is known here. */
export function KeySetting({ model }: { readonly model: Model }): ReactElement {
  const [key, setKey] = useState('');
  const [agreed, setAgreed] = useState(false);
  const [error, setError] = useState<RequestError | null>(null);
  const take = (result: Result<SettingsView>): void => {
    setError(result.ok ? null : result.error);
    if (!result.ok) return;
    setKey('');
    setAgreed(false);
    useSettingsStore.getState().actions.putSettings({ state: 'ready', value: result.value });
  };
  const mayStore = key.trim() !== '' && (model.keyStorage !== 'plain' || agreed);
  return (
    <div className="flex flex-col gap-1.5">
      <SettingsRow label="API key" hint={STORAGE[model.keyStorage]}>
        {model.hasKey ? (
          <div className="flex items-center gap-2">
            <span className="text-muted">A key is stored</span>
            <Button size="small" onClick={() => void request('settings:clear-key', {}).then(take)}>
              Remove
            </Button>
          </div>
        ) : (
          <form
            className="flex items-center gap-1.5"
            onSubmit={(event) => {
              event.preventDefault();
              if (mayStore)
                void request('settings:set-key', { key: key.trim(), allowPlain: agreed }).then(take);
            }}
          >
            <TextField
              label="API key"
              type="password"
              value={key}
              maxLength={1_000}
              className="w-52"
              onChange={(event) => {
                setKey(event.target.value);
              }}
            />
            <Button type="submit" disabled={!mayStore}>
              Store
            </Button>
          </form>
        )}
      </SettingsRow>
      {!model.hasKey && model.keyStorage === 'plain' && key !== '' ? (
        <label className="flex items-center gap-2 self-end text-sm">
          <input
            type="checkbox"
            checked={agreed}
            className="accent-accent"
            onChange={(event) => {
              setAgreed(event.target.checked);
            }}
          />
          Keep it unencrypted nevertheless
        </label>
      ) : null}
      {error === null ? null : (
        <p role="alert" className="text-sm text-dropped-ink">
          {error.message}
        </p>
      )}
    </div>
  );
}
