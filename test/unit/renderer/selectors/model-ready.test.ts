import { describe, expect, it } from 'vitest';
import { isModelReady } from '../../../../renderer/selectors/model-ready.ts';

const model = {
  baseUrl: 'https://api.openai.com/v1',
  modelName: 'gpt-4o-mini',
  timeoutSeconds: 60,
  headers: [],
  hasKey: false,
  keyStorage: 'encrypted',
} as const;

describe('isModelReady', () => {
  it('wants a key for OpenAI', () => {
    expect(isModelReady(model)).toBe(false);
    expect(isModelReady({ ...model, hasKey: true })).toBe(true);
  });

  it('takes a service of its own without one', () => {
    expect(isModelReady({ ...model, baseUrl: 'http://127.0.0.1:8080/v1' })).toBe(true);
  });

  it('wants a name in any case', () => {
    expect(isModelReady({ ...model, hasKey: true, modelName: '' })).toBe(false);
  });
});
