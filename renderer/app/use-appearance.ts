import { useEffect, useSyncExternalStore } from 'react';
import { valueOf } from '../data/async.ts';
import { useSettingsStore } from '../stores/settings-store.ts';

const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');

function subscribeToSystem(listener: () => void): () => void {
  prefersDark.addEventListener('change', listener);
  return () => {
    prefersDark.removeEventListener('change', listener);
  };
}

/** The theme in force: the chosen one, or the system's. */
export function useTheme(): 'light' | 'dark' {
  const choice = useSettingsStore((state) => valueOf(state.settings)?.theme ?? 'system');
  const systemDark = useSyncExternalStore(subscribeToSystem, () => prefersDark.matches);
  if (choice !== 'system') return choice;
  return systemDark ? 'dark' : 'light';
}

/** Puts theme and text size on the page, where the tokens read them. */
export function useAppearance(): void {
  const theme = useTheme();
  const textSize = useSettingsStore((state) => valueOf(state.settings)?.textSize ?? 100);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  useEffect(() => {
    document.documentElement.style.setProperty('--text-scale', String(textSize / 100));
  }, [textSize]);
}
