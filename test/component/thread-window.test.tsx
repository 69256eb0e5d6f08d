import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeThread } from '../support/fake-thread-documents.ts';
import { openWindow } from './window-harness.tsx';

const ledger = fakeThread({
  id: 'ledger',
  title: 'Migrate billing to the new ledger',
  format: 'hastekit-jsonl',
  runs: 17,
  words: 300,
  summariesAfter: [12],
});
const onboarding = fakeThread({
  id: 'onboarding',
  title: 'Onboarding questions',
  format: 'openai-responses',
  runs: 9,
  reports: false,
});
const crane = fakeThread({
  id: 'crane',
  title: 'Crane',
  format: 'hastekit-jsonl',
  runs: 20,
  summariesAfter: [8],
  inert: true,
});

const threadCalled = (name: string): Promise<HTMLElement> => screen.findByRole('heading', { level: 1, name });
const rows = (): HTMLElement[] => within(screen.getByRole('listbox')).getAllByRole('option');
const focused = (): string => document.activeElement?.textContent ?? '';

describe('the window', () => {
  it('lists the workspace and opens its first thread', async () => {
    await openWindow({ threads: [ledger, onboarding] });
    await threadCalled('Migrate billing to the new ledger');
    expect(rows().map((row) => row.getAttribute('aria-selected'))).toEqual(['true', 'false']);
    expect(rows()[0]?.getAttribute('aria-label')).toContain('17 runs');
    expect(rows()[0]?.getAttribute('aria-label')).toContain('1 summary boundary');
  });

  it('shows which runs a stored summary covers, and the summary between them', async () => {
    await openWindow({ threads: [ledger] });
    const boundary = await screen.findByTestId('boundary');
    expect(boundary.textContent).toContain('Summary covers runs 1–12');
    const states = [...document.querySelectorAll('[data-run]')].map((run) => run.getAttribute('data-state'));
    expect(states.slice(0, 13)).toEqual([...Array<string>(12).fill('covered'), 'verbatim']);
  });

  it('says that every figure is an estimate where nothing was reported', async () => {
    await openWindow({ threads: [onboarding] });
    const caption = await screen.findByTestId('occupancy-caption');
    expect(caption.textContent).toContain('all estimated');
    expect(screen.getByText('All figures estimated (no reports)')).toBeTruthy();
  });

  it('opens a run with its messages by role, and nothing in it is live', async () => {
    const user = userEvent.setup();
    await openWindow({ threads: [ledger] });
    await user.click(await screen.findByRole('button', { name: /^13/ }));
    const messages = within(await screen.findByRole('list', { name: 'Messages of run 13' }));
    // Run 13: two tool calls (12 mod 3 = 0 more), each with its result, and one answer.
    expect((await messages.findAllByText('tool call')).length).toBe(2);
    expect(messages.getAllByText('assistant').length).toBe(1);
    expect(document.querySelectorAll('a[href], img, iframe, script').length).toBe(0);
  });

  it('shows what the policy would do as soon as its threshold is turned', async () => {
    const user = userEvent.setup();
    await openWindow({ threads: [ledger] });
    const line = await screen.findByTestId('threshold-line');
    expect(screen.queryByTestId('preview-boundary')).toBeNull();
    line.focus();
    await user.keyboard('{ArrowDown}');
    const preview = await screen.findByTestId('preview-boundary');
    expect(preview.textContent).toContain('This policy summarizes runs 1–');
    const choice = screen.getByRole('radio', { name: 'Under this policy' });
    expect(choice.getAttribute('aria-checked')).toBe('true');
  });

  it('moves over runs and boundaries by keyboard, and the focus follows', async () => {
    const user = userEvent.setup();
    await openWindow({ threads: [ledger] });
    await screen.findByRole('button', { name: /^13/ });
    await user.keyboard('jj');
    await waitFor(() => {
      expect(focused()).toMatch(/^2T/);
    });
    await user.keyboard(']');
    await waitFor(() => {
      expect(focused()).toMatch(/^13T/);
    });
    await user.keyboard('gg');
    await waitFor(() => {
      expect(focused()).toMatch(/^1B/);
    });
  });

  it('finds in the data and opens the run of the hit', async () => {
    const user = userEvent.setup();
    await openWindow({ threads: [ledger] });
    await screen.findByRole('button', { name: /^13/ });
    await user.keyboard('{Control>}f{/Control}');
    await user.type(screen.getByRole('textbox', { name: 'Find in this thread' }), 'LEDGER-7705');
    // Entry 7705 is of run 6, which called its tools four times (two, and 5 mod 3 = 2 more).
    await screen.findByText('1 of 4');
    await screen.findByRole('list', { name: 'Messages of run 6' });
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    await screen.findByText('4 of 4');
    await user.keyboard('{Enter}');
    await screen.findByText('1 of 4');
  });

  it('takes a thread out and brings it back', async () => {
    const user = userEvent.setup();
    await openWindow({ threads: [ledger, onboarding] });
    await threadCalled('Migrate billing to the new ledger');
    screen.getByRole('listbox').focus();
    await user.keyboard('{Delete}');
    await threadCalled('Onboarding questions');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await threadCalled('Migrate billing to the new ledger');
    await waitFor(() => {
      expect(rows().length).toBe(2);
    });
  });

  it('searches titles and text, marks the hit and says when there is none', async () => {
    const user = userEvent.setup();
    await openWindow({ threads: [ledger, onboarding] });
    const field = screen.getByRole('textbox', { name: 'Search threads' });
    await user.type(field, 'crane alarm');
    await waitFor(() => {
      expect(document.querySelector('mark')?.textContent).toBe('crane alarm');
    });
    expect(rows().length).toBe(2);
    await user.clear(field);
    await user.type(field, 'submarine');
    await screen.findByText('No thread says that');
  });

  it('carries out any command from the palette', async () => {
    const user = userEvent.setup();
    await openWindow({ threads: [ledger] });
    await threadCalled('Migrate billing to the new ledger');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByPlaceholderText('Search threads, runs, commands'), 'dark theme');
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(document.documentElement.dataset['theme']).toBe('dark');
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('does what the native menu asks for', async () => {
    const api = await openWindow({ threads: [ledger] });
    await threadCalled('Migrate billing to the new ledger');
    api.emit('menu:command', { command: 'view-findings' });
    await screen.findByText('Nothing is wrong with this thread');
  });

  it('says what is wrong with a thread, and leads to the run', async () => {
    const user = userEvent.setup();
    await openWindow({ threads: [crane] });
    await user.click(await screen.findByRole('tab', { name: /Findings/ }));
    await screen.findByText('boundary-unknown-run');
    // The summary was made by run 11.
    await user.click(screen.getAllByRole('button', { name: 'Run 11' })[0]!);
    const boundary = await screen.findByTestId('boundary');
    expect(boundary.textContent).toContain('names run-of-another-thread');
    expect(screen.getByRole('tab', { name: 'Runs' }).getAttribute('aria-selected')).toBe('true');
  });
});

describe('a window with nothing to show', () => {
  it('offers the one thing there is to do in an empty workspace', async () => {
    await openWindow({ threads: [] });
    await screen.findByText('Nothing here yet');
    expect(screen.getAllByRole('button', { name: /Import exports/ }).length).toBe(2);
  });

  it('says what went wrong, and tries again', async () => {
    const user = userEvent.setup();
    const failing = {
      'threads:open': 'The workspace file is locked by another program. Close it and try again.',
    };
    const api = await openWindow({ threads: [ledger], failing });
    expect((await screen.findByRole('alert')).textContent).toContain('locked by another program');
    api.fail('threads:open', null);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await threadCalled('Migrate billing to the new ledger');
  });

  it('does not reopen a thread after a crash', async () => {
    await openWindow({ threads: [ledger], crashedBefore: true });
    await screen.findByText('No thread selected');
    expect(rows()[0]?.getAttribute('aria-selected')).toBe('false');
  });

  it('keeps the rest of the list when some runs cannot be read', async () => {
    const user = userEvent.setup();
    const api = await openWindow({ threads: [ledger], failing: { 'runs:headers': 'Page 3 is damaged.' } });
    expect((await screen.findByRole('alert')).textContent).toContain('Page 3 is damaged.');
    expect(document.querySelectorAll('[data-run]').length).toBeGreaterThan(5);
    api.fail('runs:headers', null);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: /^13/ });
  });
});
