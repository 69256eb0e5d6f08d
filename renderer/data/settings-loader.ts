import type { RequestError, SettingsChange } from '../../core/contract.ts';
import { onEvent, request } from '../app/inspector-api.ts';
import { useSettingsStore } from '../stores/settings-store.ts';
import { loading, settled } from './async.ts';

/** Reads settings and program facts once, then follows changes. @returns A function that stops. */
export function startSettings(): () => void {
  const { actions } = useSettingsStore.getState();
  const stop = onEvent('settings:changed', (value) => {
    actions.putSettings({ state: 'ready', value });
  });
  void reloadSettings();
  void request('app:info', {}).then((result) => {
    if (result.ok) actions.putApp(result.value);
  });
  return stop;
}

export async function reloadSettings(): Promise<void> {
  const { actions, settings } = useSettingsStore.getState();
  actions.putSettings(loading(settings));
  actions.putSettings(settled(await request('settings:get', {})));
}

/** @returns What went wrong, or null. */
export async function changeSettings(change: SettingsChange): Promise<RequestError | null> {
  const result = await request('settings:change', change);
  if (!result.ok) return result.error;
  useSettingsStore.getState().actions.putSettings({ state: 'ready', value: result.value });
  return null;
}
