import { describe, expect, it } from 'vitest';
import type { ImportFileReport, ImportReport, Result } from '../../../../core/contract.ts';
import { createImportService } from '../../../../electron/services/import-service.ts';
import { createJobRegistry } from '../../../../electron/services/job-registry.ts';
import type { ImportHandlers } from '../../../../electron/workspace/worker-client.ts';
import type { ImportJob } from '../../../../electron/workspace/workspace-requests.ts';

function fileReport(path: string): ImportFileReport {
  return {
    path,
    format: 'hastekit-jsonl',
    formatLabel: 'HasteKit history (JSONL)',
    outcome: 'new',
    bytes: 10,
    threads: [1],
    newThreads: 1,
    newRuns: 2,
    warnings: [],
    errors: [],
    canOpenAnyway: false,
  };
}

/** A workspace that imports what it is given at once, or only when it is cancelled. */
function setUp(options: { readonly chosen?: readonly string[]; readonly waits?: boolean } = {}) {
  const asked: ImportJob[] = [];
  const events: (readonly [string, unknown])[] = [];
  const faults: unknown[] = [];
  const sampled: unknown[] = [];
  const jobs = createJobRegistry((_jobId, error) => faults.push(error));
  const imports = createImportService({
    jobs,
    choosePaths: async () => options.chosen ?? [],
    send: (channel, event) => events.push([channel, event]),
    workspace: {
      sampleFields: async (query) => {
        sampled.push(query);
        return { ok: true, value: null };
      },
      pastImportPath: async (importId) => ({ ok: true, value: importId === 7 ? '/past.jsonl' : null }),
      importFiles: (job: ImportJob, handlers?: ImportHandlers) => {
        asked.push(job);
        handlers?.onStarted?.(job.paths.length);
        const done = { files: job.paths.map(fileReport), cancelled: false, durationMs: 1 };
        if (options.waits !== true)
          return { report: Promise.resolve({ ok: true, value: done }), cancel: () => undefined };
        let cancel = (): void => undefined;
        const report = new Promise<Result<ImportReport>>((resolve) => {
          cancel = () => {
            resolve({ ok: true, value: { files: [], cancelled: true, durationMs: 1 } });
          };
        });
        return {
          report,
          cancel: () => {
            cancel();
          },
        };
      },
    },
  });
  return { imports, jobs, asked, events, faults, sampled };
}

describe('createImportService', () => {
  it('imports what was chosen and tells how it went', async () => {
    const { imports, jobs, asked, events } = setUp({ chosen: ['/a.jsonl', '/b.jsonl'] });
    await imports.choose('job-1', 'files');
    await jobs.close();
    expect(asked).toEqual([{ jobId: 'job-1', paths: ['/a.jsonl', '/b.jsonl'], openAnyway: false }]);
    expect(events).toEqual([
      ['import:started', { jobId: 'job-1', fileCount: 2 }],
      [
        'import:ended',
        {
          jobId: 'job-1',
          report: {
            files: [fileReport('/a.jsonl'), fileReport('/b.jsonl')],
            cancelled: false,
            durationMs: 1,
          },
          error: null,
        },
      ],
    ]);
  });

  it('does nothing when the dialog is closed', async () => {
    const { imports, asked, events } = setUp();
    await imports.choose('job-1', 'files');
    expect([asked, events]).toEqual([[], []]);
  });

  it('imports again what a report named, and refuses every other path', async () => {
    const { imports, jobs, asked } = setUp();
    imports.startGiven('job-1', ['/a.jsonl']);
    await jobs.close();
    imports.startAgain('job-2', ['/a.jsonl'], { openAnyway: true, format: 'claude-code' });
    expect(asked.at(-1)).toEqual({
      jobId: 'job-2',
      paths: ['/a.jsonl'],
      openAnyway: true,
      format: 'claude-code',
    });
    // A page that could name any path could read any file that looks like a thread.
    expect(() => {
      imports.startAgain('job-3', ['/a.jsonl', '/home/me/other.jsonl'], { openAnyway: true });
    }).toThrow('/home/me/other.jsonl');
    expect(asked).toHaveLength(2);
  });

  it('looks into a file that a report named for fields to map, and refuses every other path', async () => {
    const { imports, jobs, sampled } = setUp();
    imports.startGiven('job-1', ['/a.jsonl']);
    await jobs.close();
    expect(await imports.sample('/a.jsonl', null)).toBeNull();
    expect(sampled).toEqual([{ path: '/a.jsonl', mapping: null }]);
    await expect(imports.sample('/home/me/other.jsonl', null)).rejects.toMatchObject({ code: 'refused' });
    expect(sampled).toHaveLength(1);
  });

  it('reads the file of a past import again, by its number alone', async () => {
    const { imports, jobs, asked } = setUp();
    await imports.repeat('job-1', 7);
    await jobs.close();
    expect(asked).toEqual([{ jobId: 'job-1', paths: ['/past.jsonl'], openAnyway: false }]);
    await expect(imports.repeat('job-2', 8)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('cancels the import that is named', async () => {
    const { imports, jobs, events } = setUp({ waits: true });
    imports.startGiven('job-1', ['/a.jsonl']);
    jobs.cancel('job-1');
    await jobs.close();
    expect(events.at(-1)).toEqual([
      'import:ended',
      { jobId: 'job-1', report: { files: [], cancelled: true, durationMs: 1 }, error: null },
    ]);
  });
});
