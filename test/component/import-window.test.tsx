import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { ImportFileReport } from '../../core/contract.ts';
import type { FakeInspectorApi } from '../support/fake-inspector-api.ts';
import { openWindow } from './window-harness.tsx';

function fileReport(index: number, more: Partial<ImportFileReport> = {}): ImportFileReport {
  return {
    path: `/exports/file-${index}.jsonl`,
    format: 'hastekit-jsonl',
    formatLabel: 'HasteKit history (JSONL)',
    outcome: 'new',
    bytes: 1_000,
    threads: [],
    newThreads: 1,
    newRuns: 2,
    warnings: [],
    errors: [],
    canOpenAnyway: false,
    ...more,
  };
}

const broken = (index: number): ImportFileReport =>
  fileReport(index, {
    outcome: 'failed',
    newThreads: 0,
    newRuns: 0,
    errors: [{ code: 'invalid-record', line: 3, message: `Line 3 of ${index} is not valid JSON.` }],
    canOpenAnyway: true,
  });

/** Ends an import as the main process tells of it. */
function endImport(api: FakeInspectorApi, jobId: string, files: readonly ImportFileReport[]): void {
  act(() => {
    api.emit('import:started', { jobId, fileCount: files.length });
    api.emit('import:ended', { jobId, report: { files, cancelled: false, durationMs: 900 }, error: null });
  });
}

const cards = (): HTMLElement[] => within(screen.getByRole('dialog')).getAllByRole('listitem');
const lastAsked = (api: FakeInspectorApi, channel: string): unknown =>
  api.requests.findLast((request) => request.channel === channel)?.argument;

describe('the report of an import', () => {
  it('of a thousand files draws those in sight, what failed first, and filters by outcome', async () => {
    const user = userEvent.setup();
    const api = await openWindow();
    const files = Array.from({ length: 1_000 }, (_, index) =>
      index % 400 === 7 ? broken(index) : fileReport(index),
    );
    endImport(api, 'job', files);
    const dialog = await screen.findByRole('dialog', { name: 'Import finished' });
    // Files 7, 407 and 807 are broken; the other 997 brought a thread of two runs each.
    expect(dialog.textContent).toContain('997 new threads, 1,994 new runs.');
    expect(cards().length).toBeLessThan(100);
    expect(cards()[0]?.textContent).toContain('file-7.jsonl');
    await user.click(within(dialog).getByRole('radio', { name: 'failed 3' }));
    const names = within(dialog).getAllByTitle(/^\/exports\//);
    expect(names.map((name) => name.textContent)).toEqual([
      'file-7.jsonl',
      'file-407.jsonl',
      'file-807.jsonl',
    ]);
  });

  it('lets a file be read as another format, and keeps what there is to read about the others', async () => {
    const user = userEvent.setup();
    const api = await openWindow();
    endImport(api, 'job', [broken(1), broken(2), fileReport(3)]);
    const dialog = await screen.findByRole('dialog', { name: 'Import finished' });
    const select = await within(dialog).findByRole('combobox', { name: 'Read file-1.jsonl as' });
    await user.selectOptions(select, 'claude-code');
    const asked = lastAsked(api, 'import:start');
    expect(asked).toMatchObject({
      paths: ['/exports/file-1.jsonl'],
      openAnyway: false,
      format: 'claude-code',
    });
    const jobId = asked !== null && typeof asked === 'object' && 'jobId' in asked ? String(asked.jobId) : '';
    endImport(api, jobId, [fileReport(1, { format: 'claude-code', formatLabel: 'Claude Code' })]);
    await screen.findByText(/Claude Code · 1.0 kB/);
    expect(cards()[0]?.textContent).toContain('failed');
    expect(screen.getByText(/Line 3 of 2 is not valid JSON/)).toBeTruthy();
    expect(screen.queryByText(/Line 3 of 1 is not valid JSON/)).toBeNull();
    // Closed is closed: the report that came before would have come up again.
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the history of imports', () => {
  it('takes an import back, and says why it can’t take back another', async () => {
    const user = userEvent.setup();
    const api = await openWindow();
    act(() => {
      api.emit('menu:command', { command: 'import-history' });
    });
    const dialog = await screen.findByRole('dialog', { name: 'Import history' });
    const row = async (name: string): Promise<HTMLElement> => {
      const list = await within(dialog).findByRole('list', { name: 'Imports' });
      const found = within(list)
        .getAllByRole('listitem')
        .find((item) => item.textContent.includes(name));
      if (found === undefined) throw new Error(`no row ${name}`);
      return found;
    };
    expect((await row('thread-3')).textContent).toContain('+3 runs');
    expect((await row('thread-3')).textContent).toContain('watched');
    await user.click(within(await row('thread-3')).getByRole('button', { name: 'Undo this import' }));
    expect(lastAsked(api, 'imports:undo')).toEqual({ importId: 3 });
    await screen.findByText('The import of thread-3.jsonl was undone.');
    await user.click(within(await row('thread-1')).getByRole('button', { name: 'Undo this import' }));
    await screen.findByText('A later import added to “Harbour”: undo that one first.');
    await user.click(within(await row('thread-2')).getByRole('button', { name: 'Import again' }));
    expect(lastAsked(api, 'imports:repeat')).toMatchObject({ importId: 2 });
  });
});

describe('watched folders', () => {
  it('stand in the sidebar with what came in, what is wrong, and a way to let them go', async () => {
    const user = userEvent.setup();
    const api = await openWindow();
    const section = await screen.findByRole('region', { name: 'Watching' });
    expect(section.textContent).toContain('…/agents/conversationslive3 new runs today');
    act(() => {
      api.emit('watch:changed', {
        folders: [
          {
            path: '/home/you/agents/conversations',
            state: 'missing',
            newRunsToday: 3,
            problems: [
              { path: '/home/you/agents/conversations/a.jsonl', message: 'Line 2 is not valid JSON.' },
            ],
          },
        ],
      });
      api.emit('watch:problem', {
        path: '/home/you/agents/conversations/a.jsonl',
        message: 'Line 2 is not JSON.',
      });
    });
    expect(section.textContent).toContain('not there');
    await screen.findByText('a.jsonl can’t be read: Line 2 is not JSON.');
    await user.click(within(section).getByRole('button', { name: '1 file can’t be read' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import thread exports' });
    expect(dialog.textContent).toContain('a.jsonl: Line 2 is not valid JSON.');
    await user.click(within(section).getByRole('button', { name: /^Stop watching/ }));
    expect(lastAsked(api, 'watch:remove')).toEqual({ path: '/home/you/agents/conversations' });
  });
});
