import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { usePolicyStore } from '../../renderer/stores/policy-store.ts';
import { fakeThread } from '../support/fake-thread-documents.ts';
import { openWindow } from './window-harness.tsx';

// 24,000 bytes / 4, and 4 for the item: 6,004 tokens.
const rules = fakeThread({
  id: 'rules',
  title: 'A long system prompt',
  format: 'openai-chat',
  runs: 2,
  words: 10,
  reports: false,
  instructions: 'RULES '.repeat(4000),
});

function turnThreshold(tokens: number): void {
  usePolicyStore.getState().actions.turnKnob('tokenThreshold', tokens);
}

describe('a system prompt that is told, and no report', () => {
  it('stands in the gauge as an estimate', async () => {
    await openWindow({ threads: [rules] });
    const gauge = within(await screen.findByRole('region', { name: 'Context occupancy' }));
    expect(gauge.getByRole('button', { name: /^system prompt/ }).textContent).toBe('system prompt ≈ 6.0k');
    expect(gauge.getByTestId('occupancy-caption').textContent).toContain('all estimated');
  });

  it('is named by the preview when it exceeds the threshold alone, though nothing can be folded', async () => {
    await openWindow({ threads: [rules] });
    turnThreshold(4000);
    const preview = within(await screen.findByRole('region', { name: 'Preview' }));
    await preview.findByText(/^Over the threshold, but nothing to summarize/);
    preview.getByText('The system prompt alone, ≈ 6.0k, exceeds the threshold: no fold can make that less.');
    turnThreshold(50_000);
    await preview.findByText(/^Never fires: this thread never has more runs/);
    expect(preview.queryByText(/exceeds the threshold/)).toBeNull();
  });

  it('is the overhead of the calibration, marked as an estimate', async () => {
    const user = userEvent.setup();
    await openWindow({ threads: [rules] });
    await user.click(await screen.findByRole('tab', { name: /^Lab/ }));
    await user.click(await screen.findByRole('radio', { name: 'Calibration' }));
    await screen.findByText(/overhead ≈ 6,004 \(its instructions, tools not known\), factor 1/);
  });
});
