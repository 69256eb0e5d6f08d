// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { policyOfKnobs } from '../../../../renderer/selectors/policy-spec-of.ts';
import { DEFAULT_KNOBS, usePolicyStore } from '../../../../renderer/stores/policy-store.ts';

async function restoredFrom(text: string): Promise<void> {
  localStorage.setItem('tidemark.policy', text);
  await usePolicyStore.persist.rehydrate();
}

describe('usePolicyStore', () => {
  beforeEach(() => {
    usePolicyStore.setState({ knobs: DEFAULT_KNOBS, isTouched: false, savedInstructions: [] });
  });

  it('keeps every knob while another summarizer is chosen', () => {
    const { turnKnob } = usePolicyStore.getState().actions;
    turnKnob('tokenThreshold', 60_000);
    turnKnob('summarizer', 'sliding-window');
    turnKnob('keepCount', 7);
    turnKnob('summarizer', 'llm');
    expect(policyOfKnobs(usePolicyStore.getState().knobs)).toEqual({
      summarizer: 'llm',
      tokenThreshold: 60_000,
      keepRecentCount: 5,
    });
  });

  it('takes a suggested threshold only before a knob was turned', () => {
    const { suggestThreshold, turnKnob } = usePolicyStore.getState().actions;
    suggestThreshold(2_900);
    expect(usePolicyStore.getState().knobs.tokenThreshold).toBe(2_900);
    turnKnob('keepRecentCount', 3);
    suggestThreshold(9_000);
    expect(usePolicyStore.getState().knobs.tokenThreshold).toBe(2_900);
  });

  it('comes back after a restart', async () => {
    usePolicyStore.getState().actions.turnKnob('tokenThreshold', 12_000);
    const stored = localStorage.getItem('tidemark.policy') ?? '';
    usePolicyStore.setState({ knobs: DEFAULT_KNOBS });
    await restoredFrom(stored);
    expect(usePolicyStore.getState().knobs.tokenThreshold).toBe(12_000);
  });

  it('starts anew from what an older version left', async () => {
    await restoredFrom(JSON.stringify({ version: 0, state: { knobs: { tokenThreshold: 'many' } } }));
    expect(usePolicyStore.getState().knobs).toEqual(DEFAULT_KNOBS);
  });

  it('replaces only the knobs that make no sense', async () => {
    const knobs = { ...DEFAULT_KNOBS, tokenThreshold: -4, keepCount: 3, summarizer: 'magic' };
    const savedInstructions = [{ id: 'a', name: 'Mine', text: 'Be short.' }, { id: 'b' }];
    await restoredFrom(JSON.stringify({ version: 1, state: { knobs, savedInstructions } }));
    const state = usePolicyStore.getState();
    expect(state.knobs).toEqual({ ...DEFAULT_KNOBS, keepCount: 3 });
    expect(state.savedInstructions).toEqual([{ id: 'a', name: 'Mine', text: 'Be short.' }]);
  });
});
