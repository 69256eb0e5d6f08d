import { readdirSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOSSES } from '../../../../core/exporters/round-trip.ts';
import { isRecord } from '../../../../core/importers/raw-record.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { fixturePath } from '../importers/read-fixture.ts';
import { cli, jsonOf, type CliRun } from './run-cli.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

const FIXTURES = readdirSync(fixturePath('')).sort();
const loans = fixturePath('library-loans.jsonl');

function rowsOf(value: unknown): Rows {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function without(row: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

async function threadsIn(path: string): Promise<Rows> {
  const run = await cli(['inspect', path, '--json']);
  return run.exitCode === 3 ? [] : rowsOf(fieldOf(jsonOf(run), 'threads'));
}

async function convert(source: string, target: string, out: string, ...options: string[]): Promise<CliRun> {
  return cli(['convert', source, '--to', target, '--out', out, '--json', ...options]);
}

function warningsOf(run: CliRun): readonly string[] {
  return rowsOf(fieldOf(jsonOf(run), 'warnings')).map(({ code }) => String(code));
}

/** What is left to compare of threads where some kinds of things may be lost. */
function comparable(threads: Rows, lost: readonly string[]): unknown {
  const losses = LOSSES.filter(({ code }) => lost.includes(code));
  const namesOf = (of: (loss: (typeof LOSSES)[number]) => readonly string[]): readonly string[] =>
    losses.flatMap(of);
  const threadNames = namesOf(({ thread }) => thread);
  return threads.map((thread) => ({
    ...without(thread, ['format', 'runs', 'boundaries', 'modelView', 'findings', ...threadNames]),
    ...(lost.length === 0 ? { findings: thread['findings'] } : {}),
    ...(threadNames.includes('runs')
      ? {}
      : {
          runs: rowsOf(thread['runs']).map((run) =>
            without(
              run,
              namesOf(({ run: names }) => names),
            ),
          ),
        }),
    ...(threadNames.includes('boundaries')
      ? {}
      : {
          boundaries: rowsOf(thread['boundaries']).map((row) =>
            without(
              row,
              namesOf(({ boundary }) => boundary),
            ),
          ),
        }),
  }));
}

describe('tidemark convert', () => {
  let sources: ReadonlyMap<string, Rows>;
  beforeAll(async () => {
    const read = await Promise.all(
      FIXTURES.map(async (name): Promise<[string, Rows]> => [name, await threadsIn(fixturePath(name))]),
    );
    sources = new Map(read.filter(([, threads]) => threads.some(({ runs }) => rowsOf(runs).length > 0)));
  });

  it('writes every fixture as HasteKit history that is inspected like its source', async () => {
    const directory = await tempDir();
    for (const [name, threads] of sources) {
      const out = join(directory, `${name}.hastekit.jsonl`);
      const run = await convert(fixturePath(name), 'hastekit-jsonl', out);
      expect([name, warningsOf(run)]).toEqual([name, []]);
      expect([name, comparable(await threadsIn(out), [])]).toEqual([name, comparable(threads, [])]);
    }
  });

  it('writes every fixture as a log of responses, and tells of everything that it can’t hold', async () => {
    const directory = await tempDir();
    for (const [name, threads] of sources) {
      const out = join(directory, `${name}.responses.json`);
      const lost = warningsOf(await convert(fixturePath(name), 'responses-json', out));
      const written = await threadsIn(out);
      if (!lost.includes('lost-thread')) expect([name, written.length]).toEqual([name, threads.length]);
      const ids = new Set(written.map(({ id }) => id));
      const kept = lost.includes('lost-thread') ? threads.filter(({ id }) => ids.has(id)) : threads;
      expect([name, comparable(sorted(written, kept), lost)]).toEqual([name, comparable(kept, lost)]);
    }
  });

  it('writes every answer of a log of responses, also those that the provider called the same', async () => {
    const out = join(await tempDir(), 'out.json');
    const source = join(await tempDir(), 'pi.jsonl');
    const entry = (id: string, parentId: string | null, message: object): object => ({
      type: 'message',
      id,
      parentId,
      timestamp: '2026-08-20T09:00:01.000Z',
      message,
    });
    const answer = (text: string, output: number): object => ({
      role: 'assistant',
      content: [{ type: 'text', text }],
      responseId: 'chatcmpl-0',
      usage: { input: 10, output, cacheRead: 0, cacheWrite: 0, totalTokens: 10 + output },
    });
    const lines = [
      { type: 'session', version: 3, id: 'pi-2', timestamp: '2026-08-20T09:00:00.000Z', cwd: '/w' },
      entry('u1', null, { role: 'user', content: 'Plums?' }),
      entry('a1', 'u1', answer('Ripe.', 2)),
      entry('u2', 'a1', { role: 'user', content: 'And pears?' }),
      entry('a2', 'u2', answer('Not yet.', 3)),
    ];
    await writeFile(source, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const run = await convert(source, 'responses-json', out);
    expect(warningsOf(run)).not.toContain('lost-usage');
    // Nothing was summarized, so there is no summary to lose.
    expect(warningsOf(run)).not.toContain('lost-summaries');
    const [thread] = await threadsIn(out);
    // Twice 10 in, 2 + 3 out.
    expect(thread?.['usage']).toMatchObject({ calls: 2, prompt: 20, output: 5, total: 25 });
  });

  it('keeps what the SDK has no field for beside the record, and the sum where the SDK looks for it', async () => {
    const out = join(await tempDir(), 'out.jsonl');
    await convert(fixturePath('claude-code-usage-per-block.jsonl'), 'hastekit-jsonl', out);
    const records = (await readFile(out, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    const message = fieldOf(records[0], 'message');
    const meta = fieldOf(message, 'meta');
    const calls = rowsOf(fieldOf(fieldOf(meta, 'tidemark'), 'calls'));
    const sum = calls.reduce((total, { prompt }) => total + Number(prompt), 0);
    expect(calls.length).toBeGreaterThan(1);
    expect(fieldOf(fieldOf(fieldOf(meta, 'run_state'), 'usage'), 'input_tokens')).toBe(sum);
  });

  it('adds nothing to what HasteKit wrote itself', async () => {
    const out = join(await tempDir(), 'out.jsonl');
    await convert(loans, 'hastekit-jsonl', out);
    expect(await readFile(out, 'utf8')).not.toContain('"tidemark"');
  });

  it('overwrites a file only when it is told to, and never its own source', async () => {
    const directory = await tempDir();
    const out = join(directory, 'out.jsonl');
    await writeFile(out, 'mine');
    const refused = await convert(loans, 'hastekit-jsonl', out);
    expect([refused.exitCode, refused.stderr]).toEqual([
      2,
      `tidemark: ${out} exists; --force overwrites it\n`,
    ]);
    expect(await readFile(out, 'utf8')).toBe('mine');
    expect((await convert(loans, 'hastekit-jsonl', out, '--force')).exitCode).toBe(0);
    expect(await readdir(directory)).toEqual(['out.jsonl']);
    const own = await convert(out, 'responses-json', join(directory, '.', 'out.jsonl'), '--force');
    expect([own.exitCode, own.stderr]).toEqual([2, expect.stringContaining('is the file to read')]);
  });

  it('says what is wrong with where it is to write', async () => {
    const directory = await tempDir();
    await mkdir(join(directory, 'folder'));
    const folder = await convert(loans, 'hastekit-jsonl', join(directory, 'folder'), '--force');
    expect([folder.exitCode, folder.stderr]).toEqual([2, expect.stringContaining('is a folder')]);
    const nowhere = await convert(loans, 'hastekit-jsonl', join(directory, 'no', 'out.jsonl'));
    expect([nowhere.exitCode, nowhere.stderr]).toEqual([2, expect.stringContaining('there is no folder')]);
    expect((await convert(loans, 'pdf', join(directory, 'out'))).exitCode).toBe(2);
    expect(await readdir(directory)).toEqual(['folder']);
  });

  it('reads standard input, and one thread alone with the runs it shares', async () => {
    const out = join(await tempDir(), 'out.jsonl');
    const stdin = await readFile(loans, 'utf8');
    const [branch] = (await threadsIn(loans)).filter(({ branchOf }) => branchOf !== null);
    const id = String(branch?.['id']);
    const run = await cli(
      ['convert', '-', '--to', 'hastekit-jsonl', '--out', out, '--thread', id, '--json'],
      { stdin },
    );
    expect(run.exitCode).toBe(0);
    expect(warningsOf(run)).toEqual([]);
    expect(comparable(await threadsIn(out), [])).toEqual(
      comparable(branch === undefined ? [] : [branch], []),
    );
  });

  it('writes what can be read of a file with a broken line, and ends with 1', async () => {
    const out = join(await tempDir(), 'out.jsonl');
    const run = await convert(fixturePath('broken-line.jsonl'), 'hastekit-jsonl', out);
    expect([run.exitCode, run.stderr]).toEqual([1, expect.stringMatching(/broken-line\.jsonl:\d+: error/)]);
    expect(await threadsIn(out)).not.toEqual([]);
  });

  it('writes nothing where there is nothing to write, and ends with 3', async () => {
    const directory = await tempDir();
    const source = join(directory, 'noise.json');
    await writeFile(source, '{"nothing":"known"}');
    const run = await convert(source, 'responses-json', join(directory, 'out.json'));
    expect(run.exitCode).toBe(3);
    expect(jsonOf(run)).toMatchObject({ out: null, files: [{ format: null }] });
    expect(await readdir(directory)).toEqual(['noise.json']);
  });

  it('says in words what it wrote and what it could not', async () => {
    const out = join(await tempDir(), 'out.json');
    const run = await cli(['convert', loans, '--to', 'responses-json', '--out', out]);
    expect(run.stdout).toContain('responses-json · ');
    expect(run.stderr).toContain(`${out}: warning: Summaries are not kept`);
  });

  it('leaves nothing behind when it is interrupted', async () => {
    const directory = await tempDir();
    const signal = AbortSignal.abort();
    const run = await cli(['convert', loans, '--to', 'hastekit-jsonl', '--out', join(directory, 'out')], {
      signal,
    });
    expect(run.exitCode).toBe(130);
    expect(await readdir(directory)).toEqual([]);
  });
});

/** Threads in the order of others: a log has a thread where its first response is. */
function sorted(threads: Rows, like: Rows): Rows {
  const order = new Map(like.map(({ id }, place) => [id, place]));
  return threads
    .filter(({ id }) => order.has(id) || (like.length === 1 && threads.length === 1))
    .sort((left, right) => (order.get(left['id']) ?? 0) - (order.get(right['id']) ?? 0));
}
