import type { SettingsChange, ThemeChoice } from '../../../core/contract.ts';
import { valueOf } from '../../data/async.ts';
import { changeSettings } from '../../data/settings-loader.ts';
import { useSettingsStore } from '../../stores/settings-store.ts';
import { toastActions } from '../../stores/toast-store.ts';

export const THEME_NAMES: Readonly<Record<ThemeChoice, string>> = {
  light: 'Light',
  dark: 'Dark',
  system: 'System',
};
const NEXT_THEME: Readonly<Record<ThemeChoice, ThemeChoice>> = {
  light: 'dark',
  dark: 'system',
  system: 'light',
};
const SMALLEST_TEXT = 90;
const LARGEST_TEXT = 150;

async function change(wanted: SettingsChange): Promise<void> {
  const error = await changeSettings(wanted);
  if (error !== null) toastActions().complain(error.message);
}

export function nextTheme(): void {
  const settings = valueOf(useSettingsStore.getState().settings);
  if (settings !== null) setTheme(NEXT_THEME[settings.theme]);
}

export function setTheme(theme: ThemeChoice): void {
  void change({ theme });
}

/** Percent; kept between 90 and 150. */
export function changeTextSize(by: number): void {
  const settings = valueOf(useSettingsStore.getState().settings);
  if (settings === null) return;
  const textSize = Math.min(LARGEST_TEXT, Math.max(SMALLEST_TEXT, settings.textSize + by));
  if (textSize !== settings.textSize) void change({ textSize });
}

export function resetTextSize(): void {
  void change({ textSize: 100 });
}
