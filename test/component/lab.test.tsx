import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { useLabStore } from '../../renderer/stores/lab-store.ts';
import { useSavedSearchesStore } from '../../renderer/stores/saved-searches-store.ts';
import { usePolicyStore } from '../../renderer/stores/policy-store.ts';
import { fakeThread } from '../support/fake-thread-documents.ts';
import { openWindow } from './window-harness.tsx';

const thread = fakeThread({
  id: 'ledger',
  title: 'Migrate billing to the new ledger',
  format: 'hastekit-jsonl',
  runs: 17,
  words: 300,
});

async function openLab(): ReturnType<typeof openWindow> {
  useLabStore.setState(useLabStore.getInitialState(), true);
  const api = await openWindow({ threads: [thread] });
  await userEvent.click(await screen.findByRole('tab', { name: 'Lab' }));
  await screen.findByRole('region', { name: 'Recommendation' });
  return api;
}

describe('the lab', () => {
  it('sweeps the open thread by itself, and a cell loads its policy', async () => {
    await openLab();
    const cells = [...document.querySelectorAll<HTMLElement>('[data-policy^="llm/"]')];
    expect(cells.length).toBeGreaterThan(20);
    const other = cells.find((cell) => cell.getAttribute('aria-selected') === 'false');
    await userEvent.click(other!);
    const { tokenThreshold, keepRecentCount } = usePolicyStore.getState().knobs;
    expect(other!.dataset['policy']).toBe(`llm/${tokenThreshold}/${keepRecentCount}`);
    await waitFor(() => {
      expect(other!.getAttribute('aria-selected')).toBe('true');
    });
  });

  it('moves through the cells with the arrow keys', async () => {
    await openLab();
    const grid = screen.getByRole('grid', { name: /by threshold/ });
    const columns = within(grid).getAllByRole('columnheader').length - 1;
    const first = document.querySelector<HTMLElement>('[data-place="0"]');
    first!.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    // One row down is as many policies further as there are keep windows.
    expect(document.activeElement?.getAttribute('data-place')).toBe(String(columns + 1));
    // Of hundreds of cells only this one is in the order of Tab, and says everything about its policy.
    expect(document.querySelectorAll('[data-place][tabindex="0"]')).toHaveLength(1);
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^LLM · .* total cost/);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => {
      expect(document.activeElement?.getAttribute('aria-selected')).toBe('true');
    });
  });

  it('says what is wrong with a range, and sweeps the one that was typed', async () => {
    const api = await openLab();
    await userEvent.click(screen.getByRole('button', { name: /priced as/ }));
    const field = screen.getByRole('textbox', { name: /^Thresholds/ });
    await userEvent.clear(field);
    await userEvent.type(field, 'many');
    expect(screen.getByRole('alert').textContent).toContain('Thresholds: write e.g.');
    await userEvent.clear(field);
    await userEvent.type(field, '1k, 2k{Enter}');
    await waitFor(() => {
      const last = api.requests.findLast(({ channel }) => channel === 'lab:sweep');
      expect(last?.argument).toMatchObject({ grid: { tokenThresholds: [1000, 2000] } });
    });
  });

  it('saves a search under a name and sweeps over what it finds', async () => {
    const api = await openLab();
    await userEvent.click(screen.getByRole('radio', { name: 'Saved…' }));
    const dialog = screen.getByRole('dialog', { name: 'Saved searches' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Look for' }), 'ledger');
    await userEvent.type(
      within(dialog).getByRole('textbox', { name: 'Name of the search' }),
      'Billing{Enter}',
    );
    expect(screen.getByRole('radio', { name: 'Billing' }).getAttribute('aria-checked')).toBe('true');
    expect(useSavedSearchesStore.getState().searches).toEqual([{ name: 'Billing', search: 'ledger' }]);
    await userEvent.click(screen.getByRole('button', { name: /^Sweep \d/ }));
    const last = api.requests.findLast(({ channel }) => channel === 'lab:sweep');
    expect(last?.argument).toMatchObject({ scope: { kind: 'search', search: 'ledger' } });
  });

  it('copies the recommendation as Go', async () => {
    const api = await openLab();
    await userEvent.click(screen.getByRole('button', { name: 'Copy as Go' }));
    expect(api.clipboard()).toContain('LLMHistorySummarizerOptions{');
  });

  it('sorts the table by a figure', async () => {
    await openLab();
    const table = screen.getByRole('table', { name: 'Policies that were tried' });
    await userEvent.click(within(table).getByRole('button', { name: 'peak' }));
    expect(within(table).getByRole('columnheader', { name: 'peak' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
  });

  it('replays with the arrow keys, and says why nothing is folded', async () => {
    await openLab();
    await userEvent.click(screen.getByRole('button', { name: 'Replay' }));
    const transport = await screen.findByRole('group', { name: 'Replay' });
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
    await waitFor(() => {
      expect(transport.textContent).toContain('call 2 of');
    });
    expect(screen.getByRole('region', { name: /does not fire/ }).textContent).toContain('nothing is folded');
  });
});
