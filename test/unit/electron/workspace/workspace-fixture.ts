import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { ImportFileReport } from '../../../../core/contract.ts';
import { openWorkspaceDatabase } from '../../../../core/adapters/sqlite/open-workspace-database.ts';
import { prepareThreadReader } from '../../../../core/adapters/sqlite/stored-thread.ts';
import { runImportJob } from '../../../../electron/workspace/import-job.ts';
import { createThreadCache } from '../../../../electron/workspace/thread-cache.ts';
import type { WorkspaceContext } from '../../../../electron/workspace/workspace-context.ts';
import type { ImportJob } from '../../../../electron/workspace/workspace-requests.ts';
import { tempDir } from '../../../support/temp-dir.ts';

export const NOT_CANCELLED = { aborted: false, throwIfAborted: (): void => undefined };

/** A workspace in a file of the test's own, with what answers need. */
export interface WorkspaceFixture extends WorkspaceContext {
  readonly directory: string;
  readonly path: string;
  importPaths(
    paths: readonly string[],
    openAnyway?: boolean,
    more?: Partial<ImportJob>,
  ): Promise<readonly ImportFileReport[]>;
  /** Writes lines to a file of that name and imports it. */
  importLines(
    name: string,
    lines: readonly string[],
    openAnyway?: boolean,
    format?: string,
  ): Promise<ImportFileReport>;
  /** The same, as a watched folder does it. Null: the file stays as it is. */
  watchLines(name: string, lines: readonly string[] | null): Promise<ImportFileReport>;
}

export async function openWorkspace(): Promise<WorkspaceFixture> {
  const directory = await tempDir();
  const path = join(directory, 'workspace.sqlite');
  const db = openWorkspaceDatabase(path, { durability: 'normal', busyTimeoutMs: 1000 });
  onTestFinished(() => {
    db.close();
  });
  return workspaceOver(db, directory, path);
}

/** Threads, runs and how many texts the workspace holds. */
export function stored({ db }: WorkspaceFixture): object {
  return {
    threads: db.prepare('SELECT thread_id, run_count, message_count FROM threads ORDER BY thread_ref').all(),
    runs: db.prepare('SELECT run_id, position, message_count, status FROM runs ORDER BY run_key').all(),
    bodies: db.prepare<[], number>('SELECT count(*) FROM bodies').pluck().get(),
  };
}

function workspaceOver(db: Database.Database, directory: string, path: string): WorkspaceFixture {
  const reader = prepareThreadReader(db);
  let now = 1_790_000_000_000;
  const nowMs = (): number => (now += 1);
  const importPaths: WorkspaceFixture['importPaths'] = async (paths, openAnyway = false, more = {}) => {
    const report = await runImportJob(
      db,
      { jobId: 'job', paths, openAnyway, ...more },
      {
        signal: NOT_CANCELLED,
        nowMs,
        onStarted: () => undefined,
        onProgress: () => undefined,
        onChanged: () => undefined,
      },
    );
    return report.files;
  };
  return {
    db,
    reader,
    cache: createThreadCache(reader),
    nowMs,
    defaultContextWindow: null,
    directory,
    path,
    importPaths,
    importLines: async (name, lines, openAnyway, format) => {
      const file = join(directory, name);
      await writeFile(file, lines.map((line) => `${line}\n`).join(''));
      return only(await importPaths([file], openAnyway, format === undefined ? {} : { format }));
    },
    watchLines: async (name, lines) => {
      const file = join(directory, name);
      if (lines !== null) await writeFile(file, lines.map((line) => `${line}\n`).join(''));
      return only(await importPaths([file], false, { watched: true }));
    },
  };
}

function only(reports: readonly ImportFileReport[]): ImportFileReport {
  const [report] = reports;
  if (report === undefined) throw new Error('an import of one file reports on one file');
  return report;
}

export interface RunLine {
  readonly run: string;
  readonly previous?: string;
  readonly thread?: string;
  readonly messages?: readonly object[] | null;
  readonly meta?: object;
  readonly atMinute?: number;
}

/** A record of HasteKit history. */
export function runLine(options: RunLine): string {
  const { run, previous, thread = 't-1', messages, meta, atMinute = 0 } = options;
  return JSON.stringify({
    type: 'message',
    message: {
      run_id: run,
      ...(previous === undefined ? {} : { previous_run_id: previous }),
      thread_id: thread,
      conversation_id: 'c-1',
      namespace: 'default',
      messages: messages === undefined ? [userMessage(`u-${run}`, `question of ${run}`)] : messages,
      ...(meta === undefined ? {} : { meta }),
      created_at: new Date(Date.UTC(2026, 7, 20, 9, atMinute)).toISOString(),
    },
  });
}

export function summaryLine(id: string, lastRun: string, text: string, thread = 't-1'): string {
  return JSON.stringify({
    type: 'summary',
    summary: {
      id,
      thread_id: thread,
      namespace: 'default',
      summary_message: {
        id: `${id}-m`,
        sender_id: '',
        messages: [{ type: 'message', role: 'system', content: [{ type: 'input_text', text }] }],
      },
      last_summarized_run_id: lastRun,
      created_at: '2026-08-20T10:00:00Z',
      meta: { is_summary: true },
    },
  });
}

export function userMessage(id: string, text: string): object {
  return {
    id,
    sender_id: 'anna',
    messages: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }],
  };
}

export function assistantMessage(id: string, text: string): object {
  return {
    id,
    sender_id: 'desk',
    messages: [
      { id: `${id}-o`, role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] },
    ],
  };
}

export function toolCall(id: string, callId: string): object {
  return {
    id,
    sender_id: 'desk',
    messages: [
      { type: 'function_call', id: `${id}-i`, call_id: callId, name: 'stock', arguments: '{"sku":"KT-100"}' },
    ],
  };
}

export function toolResult(id: string, callId: string, output = '"12"'): object {
  return { id, sender_id: 'anna', messages: [{ type: 'function_call_output', call_id: callId, output }] };
}

/** Runs r1 … rn of one thread, each a question and an answer. */
export function chainLines(count: number, thread = 't-1'): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const run = `${thread}-r${index + 1}`;
    return runLine({
      run,
      thread,
      ...(index === 0 ? {} : { previous: `${thread}-r${index}` }),
      messages: [
        userMessage(`u-${run}`, `question ${index + 1}`),
        assistantMessage(`a-${run}`, `answer ${index + 1}`),
      ],
      atMinute: index,
    });
  });
}
