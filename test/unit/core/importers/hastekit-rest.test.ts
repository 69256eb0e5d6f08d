import { describe, expect, it } from 'vitest';
import { inspectionOf, readFixture, readSource, textSource } from './read-fixture.ts';

describe('HasteKit gateway answers', () => {
  it('reads runs in the order of the page, without times', async () => {
    const result = await readFixture('gateway-runs.json');
    expect(result.format).toBe('hastekit-rest');
    const loans = inspectionOf(result, 'loans');
    expect(loans.runs.map((run) => [run.id, run.messages, run.startedAt])).toEqual([
      ['L1', 5, null],
      ['L3', 2, null],
    ]);
    expect(loans.usage).toEqual({ calls: 3, prompt: 1600, cached: 896, output: 92, total: 1692 });
  });

  it('takes the summary element for a boundary in front of runs that are absent', async () => {
    const result = await readFixture('gateway-summary.json');
    const loans = inspectionOf(result, 'loans');
    expect(loans.runs.map((run) => run.id)).toEqual(['L3']);
    expect(loans.boundaries).toMatchObject([
      { summaryId: 'S1', afterRun: null, anchored: false, applies: true, tokens: 20 },
    ]);
    // The summary's 20 and the run's 14.
    expect(loans.modelView).toEqual({ summaryId: 'S1', runs: ['L3'], estimatedTokens: 34 });
    expect(loans.findings).toEqual([]);
    expect(result.warnings).toMatchObject([{ code: 'covered-runs-absent' }]);
  });

  it('cuts the flat shape into runs', async () => {
    const flat = inspectionOf(await readFixture('gateway-flat.json'), 'flat');
    expect(flat.title).toBe('Is it open?');
    expect(flat.runs.map((run) => [run.messages, run.startedAt, run.endedAt])).toEqual([
      [2, '2026-02-02T10:00:00Z', '2026-02-02T10:00:04Z'],
      [1, '2026-02-02T10:01:00Z', null],
    ]);
  });

  it('refuses an error answer with its message', async () => {
    await expect(readFixture('gateway-error.json')).rejects.toThrow(
      /answered with an error: thread not found/,
    );
  });

  it('refuses an answer that holds nothing but a summary', async () => {
    const summary = { run_id: 's', thread_id: 't', meta: { is_summary: true }, messages: [] };
    const source = textSource(JSON.stringify({ error: false, status: 200, data: [summary] }));
    await expect(readSource(source)).rejects.toThrow(/no run and no message/);
  });

  it('names the line where a file stops being JSON', async () => {
    const source = textSource(
      '{"error":false,"status":200,\n"data":[{"run_id":"r","thread_id":"t",\n"messages":[]} oops',
    );
    await expect(readSource(source)).rejects.toThrow(/not valid JSON at line 3/);
  });

  it('makes one thread of a page', async () => {
    const result = await readFixture('gateway-runs.json');
    expect(result.inspections.map(({ id }) => id)).toEqual(['loans']);
  });

  it('tells what an error answer says in detail', async () => {
    const body = { error: true, message: '', errorDetails: { reason: 'no such thread' }, data: null };
    await expect(readSource(textSource(JSON.stringify(body)))).rejects.toThrow(/no such thread/);
  });
});
