import { describe, expect, it } from 'vitest';
import { CONTEXT_WINDOWS, contextWindowOf } from '../../../../core/inspect/context-windows.ts';

describe('contextWindowOf', () => {
  it('knows a model by whatever name an export gives it', () => {
    for (const name of [
      'gpt-4o-mini',
      'OpenAI/gpt-4o-mini',
      'gpt-4o-mini-2024-07-18',
      'GPT-4o-mini-latest',
    ]) {
      expect([name, contextWindowOf(name)]).toEqual([name, 128_000]);
    }
    expect(contextWindowOf('anthropic/claude-opus-4.6')).toBe(1_000_000);
    expect(contextWindowOf('claude-sonnet-4-5-20250929')).toBe(200_000);
    expect(contextWindowOf('models:gemini-2.5-pro')).toBe(1_048_576);
    expect(contextWindowOf('gpt-5-chat-latest')).toBe(128_000);
    expect(contextWindowOf('gpt-5-mini-2025-08-07')).toBe(400_000);
  });

  it('does not guess', () => {
    for (const name of [null, '', 'gpt-99', 'llama3:8b', 'gpt-4o-mini-finetuned', 'claude-next']) {
      expect(contextWindowOf(name)).toBeNull();
    }
  });

  it('names day and source of every entry', () => {
    for (const entry of CONTEXT_WINDOWS) {
      expect(entry.readOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(entry.source).toMatch(/^https:\/\//);
      expect(entry.tokens).toBeGreaterThan(4000);
    }
  });
});
