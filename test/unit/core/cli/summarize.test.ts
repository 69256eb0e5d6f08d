import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startResponsesServer, textReply, type ResponsesScript } from '../../../support/responses-server.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { fixturePath, inspectionOf, readFixture, readSource } from '../importers/read-fixture.ts';
import { openFileSource } from '../../../../core/adapters/fs/byte-sources.ts';
import { cli, jsonOf } from './run-cli.ts';

const loans = fixturePath('library-loans.jsonl');
const summarizeLoans = ['summarize', loans, '--thread', 'loans', '--json'];

async function server(script: ResponsesScript) {
  const started = await startResponsesServer(script);
  onTestFinished(() => started.close());
  return started;
}

describe('tidemark summarize', () => {
  it('asks the configured model with the real request, and reports what it answered', async () => {
    const { baseUrl, requests } = await server([textReply('Loan 77 is renewed.', { input: 90, output: 7 })]);
    const run = await cli(
      [
        ...summarizeLoans,
        '--summarizer',
        'llm',
        '--keep-recent',
        '1',
        '--model',
        'gpt-4o-mini',
        '--base-url',
        baseUrl,
        '--instruction',
        'Be short.',
      ],
      { env: { TIDEMARK_API_KEY: 'secret-key' } },
    );
    // The model sees S1, L3 and L4; L4 is kept, so S1 and L3 are folded.
    const input =
      'Please summarize the following conversation history, preserving important context, decisions, and ' +
      'information that would be needed for future interactions:\n\n' +
      'system: Previous conversation summary: Copy on shelf 12; loan 77 renewed\n' +
      'user: Any new Jansson?\nassistant: Not yet.\n';
    expect(run.exitCode).toBe(0);
    expect(jsonOf(run)).toEqual({
      summary: 'Previous conversation summary: Loan 77 is renewed.',
      coveredRuns: ['L1', 'L2', 'L3'],
      keptRuns: ['L4'],
      boundary: 'L3',
      request: { instructions: 'Be short.', input },
      usage: { prompt: 90, cached: 0, output: 7, reasoning: 0, total: 97 },
      // The clock of the test moves on by 250 ms with every look.
      ms: 250,
      model: 'gpt-4o-mini',
      reason: null,
      stored: null,
    });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers.authorization).toBe('Bearer secret-key');
    expect(requests[0]?.body).toMatchObject({ model: 'gpt-4o-mini', instructions: 'Be short.' });
  });

  it('uses the offline model when none is configured or --offline is given', async () => {
    const argv = [...summarizeLoans, '--summarizer', 'llm', '--keep-recent', '1'];
    const first = await cli(argv);
    expect(first.exitCode).toBe(0);
    expect(jsonOf(first)).toMatchObject({ model: 'offline-extractive', boundary: 'L3' });
    const second = await cli([...argv, '--offline', '--model', 'x', '--base-url', 'http://127.0.0.1:1/v1']);
    expect(jsonOf(second)).toEqual(jsonOf(first));
  });

  it('drops runs with a sliding window and asks no model', async () => {
    const run = await cli([...summarizeLoans, '--summarizer', 'sliding-window', '--keep', '1']);
    expect(jsonOf(run)).toMatchObject({
      summary: null,
      coveredRuns: ['L1', 'L2', 'L3'],
      keptRuns: ['L4'],
      boundary: 'L3',
      request: null,
      usage: null,
      model: null,
      reason: null,
    });
  });

  it('says why nothing was summarized', async () => {
    // The last run ended at 400 tokens, which is not above 400.
    const below = await cli([
      ...summarizeLoans,
      '--summarizer',
      'llm',
      '--threshold',
      '400',
      '--keep-recent',
      '1',
    ]);
    expect(below.exitCode).toBe(0);
    expect(jsonOf(below)).toMatchObject({
      summary: null,
      coveredRuns: ['L1', 'L2'],
      keptRuns: ['L3', 'L4'],
      boundary: null,
      reason: 'below the threshold: 400 of 400 tokens',
    });
    const few = await cli([...summarizeLoans, '--summarizer', 'llm', '--keep-recent', '3']);
    expect(jsonOf(few)).toMatchObject({ reason: 'too few runs: the model sees 2 runs, and 3 are kept' });
  });

  it('stores the summary into a copy and leaves the original as it is', async () => {
    const folder = await tempDir();
    const before = await readFile(loans, 'utf8');
    const argv = [...summarizeLoans, '--summarizer', 'llm', '--keep-recent', '1', '--out', folder];
    const run = await cli(argv);
    const path = join(folder, 'library.jsonl');
    expect(jsonOf(run)).toMatchObject({ stored: path });
    expect(await readFile(loans, 'utf8')).toBe(before);

    const copy = inspectionOf(await readSource(await openFileSource(path)), 'loans');
    const original = inspectionOf(await readFixture('library-loans.jsonl'), 'loans');
    const shown = (inspection: typeof copy) =>
      inspection.runs.map(({ covered: _covered, ...others }) => others);
    expect(shown(copy)).toEqual(shown(original));
    expect(copy.usage).toEqual(original.usage);
    expect(
      copy.boundaries.map(({ afterRun, applies, generation }) => [afterRun, applies, generation]),
    ).toEqual([
      ['L2', false, 1],
      ['L3', true, 2],
    ]);

    const again = await cli(argv);
    expect(again).toMatchObject({ exitCode: 2, stdout: '' });
    expect(again.stderr).toContain('--force overwrites it');
    expect((await cli([...argv, '--force'])).exitCode).toBe(0);
  });

  it('makes a copy that stands alone of a branch', async () => {
    const folder = await tempDir();
    const run = await cli([
      'summarize',
      loans,
      '--thread',
      'loans-b',
      '--summarizer',
      'sliding-window',
      '--out',
      folder,
      '--json',
    ]);
    expect(run.exitCode).toBe(0);
    const copy = inspectionOf(
      await readSource(await openFileSource(join(folder, 'library.jsonl'))),
      'loans-b',
    );
    expect(copy.branchOf).toBeNull();
    expect(copy.runs.map(({ id, copiedFrom, covered }) => [id, copiedFrom, covered])).toEqual([
      ['L1', null, true],
      ['L2b', null, false],
    ]);
  });

  it('reads the instruction from a file', async () => {
    const folder = await tempDir();
    const path = join(folder, 'instruction.txt');
    await writeFile(path, 'From a file.');
    const argv = [...summarizeLoans, '--summarizer', 'llm', '--keep-recent', '1'];
    expect(jsonOf(await cli([...argv, '--instruction-file', path]))).toMatchObject({
      request: { instructions: 'From a file.' },
    });
    const both = await cli([...argv, '--instruction-file', path, '--instruction', 'x']);
    expect(both.exitCode).toBe(2);
  });

  it('wants to know which thread when there are several', async () => {
    const run = await cli(['summarize', loans, '--summarizer', 'llm']);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('name one with --thread: loans, loans-b');
  });

  it('ends with 1 and one sentence when the model fails', async () => {
    const { baseUrl } = await server([{ failure: { status: 401, message: 'no such key' } }]);
    const run = await cli([
      ...summarizeLoans,
      '--summarizer',
      'llm',
      '--keep-recent',
      '1',
      '--model',
      'm',
      '--base-url',
      baseUrl,
    ]);
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toMatch(/^tidemark: .+\n$/);
  });
});
