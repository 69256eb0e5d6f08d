import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../../support/temp-dir.ts';
import { fixturePath, inspectionOf, readFixture } from '../importers/read-fixture.ts';
import { cli, jsonOf } from './run-cli.ts';

const loans = fixturePath('library-loans.jsonl');

describe('tidemark inspect', () => {
  it('prints one JSON document with files and threads, and nothing else', async () => {
    const run = await cli(['inspect', loans, '--json']);
    const fixture = await readFixture('library-loans.jsonl');
    expect(jsonOf(run)).toEqual({
      files: [
        {
          path: loans,
          format: 'hastekit-jsonl',
          threads: ['loans', 'loans-b'],
          bytes: readFileSync(loans).length,
          warnings: [],
          errors: [],
        },
      ],
      threads: fixture.inspections,
    });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('shows runs, boundaries and findings as tables', async () => {
    const run = await cli(['inspect', loans]);
    expect(run.stdout).toContain('4 runs · 6 model calls · 1,634 tokens (estimated)');
    expect(run.stdout).toContain('billed 4,350 in (1,408 cached) / 227 out');
    expect(run.stdout).toContain('a summary in place of 2 runs, then 2 runs: 50 tokens');
    expect(run.stdout).toMatch(/2 +L2 +complete +4 +2 +1\/1 +34 +668 +2026-02-02 09:05 +covered/);
    expect(run.stdout).toContain('S1 · after run 2 (L2) · 20 tokens · generation 1 · applies');
    expect(run.stdout).not.toContain('\u001b');
  });

  it('colours a terminal, and none that says NO_COLOR', async () => {
    expect((await cli(['inspect', loans], { isTerminal: true })).stdout).toContain('\u001b[1m');
    const plain = await cli(['inspect', loans], { isTerminal: true, env: { NO_COLOR: '1' } });
    expect(plain.stdout).not.toContain('\u001b');
  });

  it('never lets the text of a file reach the terminal as control characters', async () => {
    const folder = await tempDir();
    const path = join(folder, 'evil.jsonl');
    const messages = [
      { id: 'm', sender_id: 's', messages: [{ role: 'user', content: '\u001b]0;gotcha\u0007\u202edlrow' }] },
    ];
    const message = { run_id: 'r\u001b[31m', thread_id: 't\u009b2J', conversation_id: 'c', messages };
    await writeFile(path, JSON.stringify({ type: 'message', message }));
    const { stdout } = await cli(['inspect', path]);
    // eslint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  it('reads standard input', async () => {
    const run = await cli(['inspect', '-', '--json'], { stdin: readFileSync(loans, 'utf8') });
    expect(jsonOf(run)).toMatchObject({ files: [{ path: '-', threads: ['loans', 'loans-b'] }] });
  });

  it('walks folders, and skips without an error what it does not know there', async () => {
    const folder = await tempDir();
    await mkdir(join(folder, 'deep'));
    await writeFile(join(folder, 'deep', 'b.jsonl'), readFileSync(loans));
    await writeFile(join(folder, 'a.json'), '{"something":"else"}');
    await writeFile(join(folder, 'picture.png'), 'x');
    const run = await cli(['inspect', folder, '--json']);
    expect(run.exitCode).toBe(0);
    expect(jsonOf(run)).toMatchObject({
      files: [
        { path: join(folder, 'a.json'), format: null, warnings: [{ code: 'unknown-format' }], errors: [] },
        { path: join(folder, 'deep', 'b.jsonl'), format: 'hastekit-jsonl' },
      ],
    });
  });

  it('shows one thread on demand, and says which there are', async () => {
    const one = jsonOf(await cli(['inspect', loans, '--json', '--thread', 'loans-b']));
    expect(one).toMatchObject({ threads: [{ id: 'loans-b' }] });
    const none = await cli(['inspect', loans, '--thread', 'nope']);
    expect(none.exitCode).toBe(2);
    expect(none.stderr).toContain('no thread nope here; there is loans, loans-b');
  });

  it('exits with 1 when a line is broken, names file and line, and shows the rest', async () => {
    const path = fixturePath('broken-line.jsonl');
    const run = await cli(['inspect', path, '--json']);
    expect(run.exitCode).toBe(1);
    expect(jsonOf(run)).toMatchObject({
      files: [{ errors: [{ code: 'invalid-record', line: 2 }] }],
      threads: [{ runs: [{ id: 'r1' }, { id: 'r2' }] }],
    });
    expect(run.stderr).toContain(`${path}:2: error: Line 2 is not valid JSON`);
    expect(run.stderr).not.toContain('    at ');
  });

  it('exits with 0 and a warning for a torn last line', async () => {
    const run = await cli(['inspect', fixturePath('torn-last-line.jsonl'), '--json']);
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toMatch(/torn-last-line\.jsonl:4: warning: /);
  });

  it('exits with 1 when one of several files can’t be read, and reads the others', async () => {
    const run = await cli(['inspect', '/no/such/file.jsonl', loans, '--json']);
    expect(run.exitCode).toBe(1);
    expect(jsonOf(run)).toMatchObject({
      files: [
        {
          path: '/no/such/file.jsonl',
          format: null,
          bytes: null,
          threads: [],
          errors: [{ code: 'unreadable' }],
        },
        { path: loans, errors: [] },
      ],
    });
    expect(run.stderr).toContain('there is no such file');
  });

  it('exits with 3 when nothing could be read, with the document all the same', async () => {
    const run = await cli(['inspect', fixturePath('responses-error.json'), '--json']);
    expect(run.exitCode).toBe(3);
    expect(jsonOf(run)).toMatchObject({ threads: [], files: [{ format: 'openai-responses' }] });
    expect(run.stderr).toContain('Rate limit reached');
  });

  it('adds a stack trace under --debug only', async () => {
    const path = fixturePath('gateway-error.json');
    expect((await cli(['inspect', path])).stderr).not.toContain('    at ');
    expect((await cli(['inspect', path, '--debug'])).stderr).toContain('    at ');
  });

  it('reads a file as the format it is told', async () => {
    const run = await cli(['inspect', loans, '--format', 'openai-responses', '--json']);
    expect(run.exitCode).toBe(3);
    const unknown = await cli(['inspect', loans, '--format', 'word']);
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr).toContain('there is no format word; the formats are hastekit-jsonl, ');
  });

  it('takes a context window for threads that name no model', async () => {
    const run = await cli(['inspect', loans, '--limit', '700', '--thread', 'loans', '--json']);
    // Occupancies 520, 668, 712, 400
    expect(jsonOf(run)).toMatchObject({
      threads: [{ findings: [{ code: 'occupancy-over-limit', run: 'L3' }] }],
    });
  });

  it('stops with 130 when it is interrupted', async () => {
    const controller = new AbortController();
    controller.abort();
    const run = await cli(['inspect', loans, '--json'], { signal: controller.signal });
    expect(run).toMatchObject({ exitCode: 130, stdout: '' });
  });

  it('shows the ends of a long thread, and all of it on demand', async () => {
    const folder = await tempDir();
    const path = join(folder, 'long.jsonl');
    const record = (index: number): string =>
      JSON.stringify({
        type: 'message',
        message: { run_id: `r${index}`, thread_id: 't', conversation_id: 'c', messages: [] },
      });
    await writeFile(path, Array.from({ length: 60 }, (_, index) => record(index + 1)).join('\n'));
    const short = (await cli(['inspect', path])).stdout;
    expect(short).toContain('… 20 more runs (--all lists them)');
    expect(short).toMatch(/ r20 /);
    expect(short).not.toMatch(/ r21 /);
    expect((await cli(['inspect', path, '--all'])).stdout).toMatch(/ r21 /);
  });
});

describe('tidemark', () => {
  it('prints version and help, and ends with 0', async () => {
    expect(await cli(['--version'])).toEqual({ exitCode: 0, stdout: '1.2.3\n', stderr: '' });
    const help = await cli(['--help']);
    expect(help).toMatchObject({ exitCode: 0, stderr: '' });
    expect(help.stdout).toContain('inspect');
  });

  it.each([
    [[]],
    [['inspect']],
    [['inspct', 'x']],
    [['inspect', 'x', '--nope']],
    [['inspect', 'x', '--limit', 'many']],
  ])('ends with 2 for a wrong command line: %j', async (argv) => {
    const run = await cli(argv);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).not.toBe('');
  });

  it('prints the bundled samples without a problem', async () => {
    const folder = fixturePath('../../../electron/samples');
    const run = await cli(['inspect', folder, '--json']);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    const fixture = await readFixture('../../../electron/samples/harbour-festival.jsonl');
    const festival = inspectionOf(fixture, 'festival-2026');
    expect(festival.boundaries.map(({ applies, generation }) => [applies, generation])).toEqual([
      [false, 1],
      [false, 1],
      [true, 2],
    ]);
    expect(festival.findings.map(({ code }) => code).sort()).toEqual([
      'boundary-empty',
      'orphan-tool-result',
      'summary-of-summary',
    ]);
  });
});
