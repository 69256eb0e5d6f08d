import { valueOf } from '../data/async.ts';
import { useSettingsStore } from '../stores/settings-store.ts';

/** 1 at 100 % text; what is as high as its lines grows by it. */
export function useTextScale(): number {
  return useSettingsStore((state) => (valueOf(state.settings)?.textSize ?? 100) / 100);
}
