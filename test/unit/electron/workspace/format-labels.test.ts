import { describe, expect, it } from 'vitest';
import { ALL_IMPORTERS } from '../../../../core/importers/all-importers.ts';
import { FORMAT_LABELS, formatLabel } from '../../../../electron/workspace/format-labels.ts';

describe('the names of formats', () => {
  it('are those of the importers, every one and no other', () => {
    const told = Object.fromEntries(ALL_IMPORTERS.map(({ format, label }) => [format, label]));
    expect(FORMAT_LABELS).toEqual(told);
  });

  it('have one for what Tidemark itself wrote, and fall back on the format', () => {
    expect(formatLabel('tidemark')).toBe('Tidemark');
    expect(formatLabel('codex-rollout')).toBe('Codex CLI rollout (JSONL)');
    expect(formatLabel('of-tomorrow')).toBe('of-tomorrow');
    expect(formatLabel('toString')).toBe('toString');
  });
});
