import type { SettingsView } from '../../core/contract.ts';

const OPENAI = 'api.openai.com';

/** Whether a model can be asked: it has a key, or an address of its own, where a key may not be needed. */
export function isModelConfigured(model: SettingsView['model']): boolean {
  if (model.modelName === '') return false;
  return model.hasKey || !model.baseUrl.includes(OPENAI);
}
