import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { InspectorError } from '../../../core/domain/errors.ts';
import { openWorkspaceDatabase } from '../../../core/adapters/sqlite/open-workspace-database.ts';
import { prepareThreadReader } from '../../../core/adapters/sqlite/stored-thread.ts';
import { answerRequest } from '../../../electron/ipc/register-handlers.ts';
import { createThreadCache } from '../../../electron/workspace/thread-cache.ts';
import { flip, truncate } from '../../support/fuzz/mutate-bytes.ts';
import { Random } from '../../support/fuzz/random.ts';
import { answerFrom, refusedParts } from '../../support/fuzz/workspace-answers.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { chainLines, openWorkspace } from '../electron/workspace/workspace-fixture.ts';

const ROUNDS = Number(process.env['R'] ?? 60);
const OPTIONS = { durability: 'normal', busyTimeoutMs: 0 } as const;
const view = { kind: 'policy', policy: { summarizer: 'sliding-window', keepCount: 1 } } as const;

/** What a person does first. */
const QUESTIONS = [
  ['threads:list', { search: '', offset: 0, limit: 10 }],
  ['threads:list', { search: 'question', offset: 0, limit: 10 }],
  ['threads:open', { thread: 1 }],
  ['runs:headers', { thread: 1, from: 0, count: 10 }],
  ['runs:body', { thread: 1, run: 0, from: 0, count: 10 }],
  ['runs:body', { thread: 1, run: 7, from: 0, count: 10 }],
  ['runs:find', { thread: 1, text: 'answer 7' }],
  ['findings:list', { thread: 1 }],
  ['diff:summary', { thread: 1, view }],
  ['diff:as-sent', { thread: 1, view, from: 0, count: 10 }],
  ['imports:list', { offset: 0, limit: 10 }],
  ['threads:remove', { thread: 1 }],
] as const;

/** The file of a workspace with a thread in it, which nobody has open. */
async function workspaceBytes(): Promise<Uint8Array> {
  const workspace = await openWorkspace();
  await workspace.importLines('a.jsonl', chainLines(40));
  await workspace.importLines('b.jsonl', chainLines(3, 't-2'));
  const copy = join(workspace.directory, 'copy.sqlite');
  workspace.db.exec(`VACUUM INTO '${copy}'`);
  return readFile(copy);
}

/** Where SQLite looks: the header, the heads of pages, and anywhere. */
function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  if (random.chance(0.3)) return truncate(bytes, bytes, random);
  if (random.chance(0.3)) return flip(bytes, bytes, random);
  const copy = new Uint8Array(bytes);
  const page = random.below(bytes.length / 32_768) * 32_768;
  const start = random.chance(0.2)
    ? random.below(100)
    : page + random.below(random.chance(0.7) ? 40 : 32_768);
  copy.fill(random.below(256), start, start + 1 + random.below(random.chance(0.5) ? 4 : 3000));
  return copy;
}

function openOrFail(path: string): Database.Database | InspectorError {
  try {
    return openWorkspaceDatabase(path, OPTIONS);
  } catch (error) {
    if (error instanceof InspectorError) return error;
    throw error;
  }
}

it('opens a damaged workspace or says what to do, leaves it as it was, and answers every request', async () => {
  const good = await workspaceBytes();
  const path = join(await tempDir(), 'workspace.sqlite');
  const counts = { refused: 0, answered: 0, failed: 0 };
  const wrong: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bytes = damaged(good, new Random(round));
    for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true });
    await writeFile(path, bytes);
    const db = openOrFail(path);
    if (db instanceof InspectorError) {
      counts.refused += 1;
      if (db.code !== 'storage-failed' || !db.message.includes(path)) wrong.push(`${round}: ${db.message}`);
      if (Buffer.compare(await readFile(path), bytes) !== 0) wrong.push(`${round}: it was changed`);
      continue;
    }
    onTestFinished(() => void db.close());
    for (const told of await answersOf(db)) {
      counts[told === null ? 'answered' : 'failed'] += 1;
      if (told !== null && !told.startsWith('storage-failed') && !told.startsWith('not-found'))
        wrong.push(`${round}: ${told}`);
    }
    db.close();
  }
  expect(wrong).toEqual([]);
  expect(counts.refused).toBeGreaterThan(5);
  expect(counts.failed).toBeGreaterThan(5);
  expect(counts.answered).toBeGreaterThan(100);
}, 60_000);

/** What each question was answered with; null for a value. */
async function answersOf(db: Database.Database): Promise<readonly (string | null)[]> {
  const reader = prepareThreadReader(db);
  const context = {
    db,
    reader,
    cache: createThreadCache(reader),
    nowMs: () => 1,
    defaultContextWindow: null,
  };
  const answering = answerFrom(context, refusedParts);
  const told: (string | null)[] = [];
  for (const [channel, argument] of QUESTIONS) {
    const answer = await answerRequest(answering, channel, argument);
    told.push(answer.ok ? null : `${answer.error.code}: ${channel}: ${answer.error.message}`);
  }
  return told.map((each, index) =>
    each?.startsWith('internal') === true
      ? `${each} ${answering.faults[index] ?? answering.faults.at(-1) ?? ''}`
      : each,
  );
}
