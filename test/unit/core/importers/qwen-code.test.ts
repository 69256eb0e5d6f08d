import { describe, expect, it } from 'vitest';
import { qwenCode } from '../../../../core/importers/qwen-code.ts';
import { importFixture, importLines } from '../../../support/import-fixture.ts';

describe('qwenCode', () => {
  it('takes telemetry for the same call once more, and for its report where the reply has none', async () => {
    const { detected, inspected, threads, warnings } = await importFixture(
      qwenCode,
      'qwen-code-telemetry.jsonl',
    );
    expect(detected).toBe('qwen-code');
    // The second reply reports nothing; its telemetry says 340 in, 9 + 3 out, of 352 in all.
    expect(
      threads[0]?.runs[0]?.calls.map(({ prompt, cached, output, reasoning }) => [
        prompt,
        cached,
        output,
        reasoning,
      ]),
    ).toEqual([
      [300, 0, 20, 0],
      [340, 100, 12, 3],
    ]);
    expect(inspected[0]?.usage).toEqual({ calls: 3, prompt: 1000, cached: 400, output: 36, total: 1036 });
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([['unknown-record', 13]]);
  });

  it('reads parts as thoughts, calls, results and pictures', async () => {
    const { threads } = await importFixture(qwenCode, 'qwen-code-telemetry.jsonl');
    expect(
      threads[0]?.runs.map(({ messages }) => messages.map(({ items }) => items.map(({ type }) => type))),
    ).toEqual([
      [['message'], ['reasoning', 'function_call'], ['function_call_output'], ['message']],
      [['message'], ['message']],
    ]);
    expect(threads[0]?.runs[1]?.messages[0]?.items[0]).toMatchObject({
      content: [{ text: 'Slice them' }, { image_url: 'data:image/png;base64,iVBORw0KGgo=' }],
    });
  });

  it('puts a compression into the branch that went on from it', async () => {
    const { inspected } = await importFixture(qwenCode, 'qwen-code-telemetry.jsonl');
    expect(
      inspected.map(({ id, branchOf, runs, boundaries }) => [
        id,
        branchOf?.runId,
        runs.map((run) => run.id),
        boundaries.length,
      ]),
    ).toEqual([
      ['q-1', undefined, ['a', 'j'], 0],
      ['q-1/branch-g', 'a', ['a', 'h'], 1],
    ]);
    expect(inspected[1]?.boundaries[0]).toMatchObject({
      afterRun: 'a',
      text: '<state_snapshot>4 apples are peeled.</state_snapshot>',
      tokensBefore: 5000,
      tokensAfter: 700,
    });
    expect(inspected[1]?.runs[1]?.status).toBe('error');
  });

  it('survives records of one id that follow themselves, and values of other types', async () => {
    const same = { uuid: 'x', parentUuid: 'x', sessionId: 'x' };
    const { inspected } = await importLines(qwenCode, [
      { ...same, type: 'system', systemPayload: {} },
      {
        ...same,
        type: 'assistant',
        message: { role: 'model', parts: [{ text: 'a' }, 5, null] },
        usageMetadata: 'none',
      },
      { ...same, type: 'user', message: { parts: 'words' } },
      { ...same, type: 'tool_result', message: null },
    ]);
    expect(inspected[0]?.runs).toMatchObject([{ status: 'headless', messages: 1 }]);
  });

  it('refuses a chat without a message', async () => {
    await expect(
      importLines(qwenCode, [{ uuid: 'a', sessionId: 's', type: 'system', systemPayload: {} }]),
    ).rejects.toThrow(/no message/);
  });
});
