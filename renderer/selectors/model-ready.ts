import type { SettingsView } from '../../core/contract.ts';

const NEEDS_KEY = 'https://api.openai.com';

/** Whether the configured model could answer: named, and with a key where its service certainly wants one. */
export function isModelReady({ baseUrl, modelName, hasKey }: SettingsView['model']): boolean {
  return modelName !== '' && (hasKey || !baseUrl.startsWith(NEEDS_KEY));
}
