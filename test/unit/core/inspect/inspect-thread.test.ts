import { describe, expect, it } from 'vitest';
import { inspectionOf, readFixture } from '../importers/read-fixture.ts';

const NO_ORPHANS = { calls: 0, results: 0 };

describe('inspectThread', () => {
  it('says of a thread exactly what its file holds', async () => {
    const loans = inspectionOf(await readFixture('library-loans.jsonl'), 'loans');
    const runs = [
      {
        id: 'L1',
        status: 'complete',
        covered: true,
        copiedFrom: null,
        messages: 5,
        // 1 question, 1 thought + 2 calls, 2 results, 1 answer
        items: 7,
        toolCalls: 2,
        toolResults: 2,
        modelCalls: 2,
        orphans: NO_ORPHANS,
        calls: [
          {
            model: null,
            prompt: 900,
            cached: 256,
            cacheWritten: null,
            output: 80,
            reasoning: 30,
            total: 980,
            reported: true,
            perCall: false,
          },
        ],
        // 4 an item: 4 + 40/4 = 14 · thought 4 + 20/4 = 9, calls 4 + 1 + 22/4↑6 = 11 and 4 + 1 + 21/4↑6 = 11 ·
        // results 4 + 8/4 = 6 and 4 + 8/4 + 1500 for the image = 1506 · answer 4 + 36/4 = 13
        estimatedTokens: 14 + 9 + 11 + 11 + 6 + 1506 + 13,
        occupancyAfter: { measured: 520, pending: 0 },
        // 10:00:00.512… at +01:00
        startedAt: '2026-02-02T09:00:00.512Z',
        endedAt: null,
      },
      {
        id: 'L2',
        status: 'complete',
        covered: true,
        copiedFrom: null,
        messages: 4,
        items: 4,
        toolCalls: 1,
        toolResults: 1,
        modelCalls: 2,
        orphans: NO_ORPHANS,
        calls: [
          {
            model: null,
            prompt: 1250,
            cached: 512,
            cacheWritten: null,
            output: 45,
            reasoning: 0,
            total: 1295,
            reported: true,
            perCall: false,
          },
        ],
        // 4 + 24/4 · 4 + 5/4↑2 + 11/4↑3 · 4 + 9/4↑3 · 4 + 16/4
        estimatedTokens: 10 + 9 + 7 + 8,
        occupancyAfter: { measured: 668, pending: 0 },
        startedAt: '2026-02-02T09:05:00Z',
        endedAt: null,
      },
      {
        id: 'L3',
        status: 'complete',
        covered: false,
        copiedFrom: null,
        messages: 2,
        items: 2,
        toolCalls: 0,
        toolResults: 0,
        modelCalls: 1,
        orphans: NO_ORPHANS,
        calls: [
          {
            model: null,
            prompt: 700,
            cached: 640,
            cacheWritten: null,
            output: 12,
            reasoning: 0,
            total: 712,
            reported: true,
            perCall: true,
          },
        ],
        // 4 + 16/4 · 4 + 8/4
        estimatedTokens: 8 + 6,
        occupancyAfter: { measured: 712, pending: 0 },
        startedAt: '2026-02-03T08:30:00Z',
        endedAt: null,
      },
      {
        id: 'L4',
        status: 'complete',
        covered: false,
        copiedFrom: null,
        messages: 2,
        items: 2,
        toolCalls: 0,
        toolResults: 0,
        modelCalls: 1,
        orphans: NO_ORPHANS,
        calls: [
          {
            model: null,
            prompt: 1500,
            cached: 0,
            cacheWritten: null,
            output: 90,
            reasoning: 0,
            total: 1590,
            reported: true,
            perCall: false,
          },
        ],
        // 4 + 12/4 · 4 + 20/4
        estimatedTokens: 7 + 9,
        occupancyAfter: { measured: 400, pending: 0 },
        startedAt: '2026-02-03T09:00:05Z',
        endedAt: null,
      },
    ];
    expect(loans).toEqual({
      id: 'loans',
      title: 'Is "Moominland Midwinter" in the library',
      namespace: 'library',
      format: 'hastekit-jsonl',
      branchOf: null,
      runs,
      boundaries: [
        {
          summaryId: 'S1',
          afterRun: 'L2',
          anchored: true,
          applies: true,
          text: 'Previous conversation summary: Copy on shelf 12; loan 77 renewed',
          // 4 + 64/4
          tokens: 20,
          tokensBefore: null,
          tokensAfter: null,
          trigger: 'auto',
          generation: 1,
          opaque: false,
          madeBy: 'L4',
        },
      ],
      // 20 + 14 + 16
      modelView: { summaryId: 'S1', runs: ['L3', 'L4'], estimatedTokens: 50 },
      usage: {
        // 2 + 2 + 1 + 1
        calls: 6,
        // 900 + 1250 + 700 + 1500
        prompt: 4350,
        // 256 + 512 + 640 + 0
        cached: 1408,
        // 80 + 45 + 12 + 90
        output: 227,
        // 980 + 1295 + 712 + 1590
        total: 4577,
      },
      findings: [],
    });
  });

  it('counts the calls of shared runs in the thread that made them only', async () => {
    const branch = inspectionOf(await readFixture('library-loans.jsonl'), 'loans-b');
    expect(branch.runs.map((run) => [run.id, run.copiedFrom, run.calls[0]?.total])).toEqual([
      ['L1', 'loans', 980],
      ['L2b', null, 550],
    ]);
    expect(branch.usage).toEqual({ calls: 1, prompt: 540, cached: 512, output: 10, total: 550 });
    // 1,570 as in the other thread; 4 + 20/4 and 4 + 12/4
    expect(branch.modelView).toEqual({ summaryId: null, runs: ['L1', 'L2b'], estimatedTokens: 1570 + 16 });
  });

  it('is plain JSON', async () => {
    const { inspections } = await readFixture('inert-boundaries.jsonl');
    for (const inspection of inspections) {
      expect(JSON.parse(JSON.stringify(inspection))).toEqual(inspection);
    }
  });
});
