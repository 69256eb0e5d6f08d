import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { FakeInspectorApi } from '../support/fake-inspector-api.ts';
import { openWindow } from './window-harness.tsx';

const PATH = '/exports/tickets.json';

/** The report of a file of nobody's format, with its form opened. */
async function openForm(user: ReturnType<typeof userEvent.setup>): Promise<{
  readonly api: FakeInspectorApi;
  readonly form: HTMLElement;
}> {
  const api = await openWindow();
  act(() => {
    api.emit('import:ended', {
      jobId: 'job',
      report: {
        files: [
          {
            path: PATH,
            format: null,
            formatLabel: null,
            outcome: 'failed',
            bytes: 300,
            threads: [],
            newThreads: 0,
            newRuns: 0,
            warnings: [],
            errors: [{ code: 'unknown-format', line: null, message: 'It holds a list of objects.' }],
            canOpenAnyway: false,
          },
        ],
        cancelled: false,
        durationMs: 9,
      },
      error: null,
    });
  });
  await user.click(await screen.findByRole('button', { name: 'Map by hand…' }));
  const form = await screen.findByRole('region', { name: 'Map the fields by hand' });
  await within(form).findByRole('combobox', { name: 'Role' });
  return { api, form };
}

const chosen = (form: HTMLElement, name: string): string => {
  const select = within(form).getByRole('combobox', { name });
  return select instanceof HTMLSelectElement ? select.value : '';
};
const messages = (form: HTMLElement): (string | null)[] =>
  within(within(form).getByRole('list', { name: 'First messages' }))
    .getAllByRole('listitem')
    .map((item) => item.firstElementChild?.textContent ?? null);
const lastMapping = (api: FakeInspectorApi, channel: string): unknown => {
  const argument = api.requests.findLast((request) => request.channel === channel)?.argument;
  return argument !== null && typeof argument === 'object' && 'mapping' in argument ? argument.mapping : null;
};

describe('a file of nobody’s format', () => {
  it('is mapped by hand: what seems right is chosen, and imported as it was changed', async () => {
    const user = userEvent.setup();
    const { api, form } = await openForm(user);
    expect(['Role', 'Text', 'Time', 'Thread'].map((name) => chosen(form, name))).toEqual([
      'speaker',
      'words',
      'at',
      'ticket',
    ]);
    // Nobody knows who Ann is.
    expect(messages(form)).toEqual(['user', 'assistant', 'user?']);
    await user.selectOptions(within(form).getByRole('combobox', { name: 'Role of Ann' }), 'assistant');
    await user.selectOptions(within(form).getByRole('combobox', { name: 'Thread' }), 'All are one thread');
    await within(form).findByText(/^Ann · /);
    expect(messages(form)).toEqual(['user', 'assistant', 'assistant']);
    await user.click(within(form).getByRole('button', { name: 'Import with these fields' }));
    expect(lastMapping(api, 'import:start')).toEqual({
      list: null,
      role: 'speaker',
      text: 'words',
      time: 'at',
      thread: null,
      roles: { Ann: 'assistant' },
    });
  });

  it('can be read as something else after all', async () => {
    const user = userEvent.setup();
    const { api, form } = await openForm(user);
    expect(document.activeElement).toBe(form);
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    expect(document.activeElement?.textContent).toBe('Map by hand…');
    expect(screen.queryByRole('region', { name: 'Map the fields by hand' })).toBeNull();
    const select = await screen.findByRole('combobox', { name: 'Read tickets.json as' });
    await user.selectOptions(select, 'Map the fields by hand…');
    expect(screen.getByRole('region', { name: 'Map the fields by hand' })).toBeTruthy();
    expect(api.requests.some(({ channel }) => channel === 'import:start')).toBe(false);
  });
});
