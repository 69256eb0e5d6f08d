import { describe, expect, it } from 'vitest';
import { anthropicMessages } from '../../../../core/importers/anthropic-messages.ts';
import { claudeCode } from '../../../../core/importers/claude-code.ts';
import { codexRollout } from '../../../../core/importers/codex-rollout.ts';
import { copilotCli } from '../../../../core/importers/copilot-cli.ts';
import { geminiApi } from '../../../../core/importers/gemini-api.ts';
import { geminiCli } from '../../../../core/importers/gemini-cli.ts';
import { hastekitJsonl } from '../../../../core/importers/hastekit-jsonl.ts';
import { hastekitRest } from '../../../../core/importers/hastekit-rest.ts';
import { kimi } from '../../../../core/importers/kimi.ts';
import { langfuse } from '../../../../core/importers/langfuse.ts';
import { langSmith } from '../../../../core/importers/langsmith.ts';
import { openAiChat } from '../../../../core/importers/openai-chat.ts';
import { openAiResponses } from '../../../../core/importers/openai-responses.ts';
import { openHands } from '../../../../core/importers/openhands.ts';
import { otelGenAi } from '../../../../core/importers/otel-genai.ts';
import { qwenCode } from '../../../../core/importers/qwen-code.ts';
import { fixtureBytes, importBytes, importFixture, importLines } from '../../../support/import-fixture.ts';
import { importJson, importText, wordsOf } from '../../../support/import-json.ts';

/** Deeper than the engine makes a text of a list. */
const DEPTH = 50_000;
const DEEP_LIST = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;

function textOf(fixture: string): string {
  return new TextDecoder().decode(fixtureBytes(fixture)).trim();
}

describe('a record with a list of any depth where a name belongs', () => {
  it.each([
    [claudeCode, 'claude-code-clear.jsonl'],
    [codexRollout, 'codex-rollout-compactions.jsonl'],
    [copilotCli, 'copilot-cli-session.jsonl'],
    [geminiCli, 'gemini-cli-log.jsonl'],
    [kimi, 'kimi-wire.jsonl'],
    [openHands, 'openhands-events.jsonl'],
    [qwenCode, 'qwen-code-telemetry.jsonl'],
  ])('leaves the others of its file as they are: $label', async (importer, fixture) => {
    const record = `{"type":${DEEP_LIST},"kind":${DEEP_LIST},"id":${DEEP_LIST},"role":${DEEP_LIST}}`;
    const without = await importFixture(importer, fixture);
    const bytes = new TextEncoder().encode(`${textOf(fixture)}\n${record}\n`);
    const imported = await importBytes(importer, bytes, fixture);
    expect(imported.threads.map(({ runs }) => runs.length)).toEqual(
      without.threads.map(({ runs }) => runs.length),
    );
  });
});

describe('a document that is nested as deep as it likes', () => {
  it('is refused where answers of the gateway lie in one another', async () => {
    const text = `${'{"data":'.repeat(DEPTH)}[]${'}'.repeat(DEPTH)}`;
    await expect(importText(hastekitRest, text)).rejects.toMatchObject({ code: 'invalid-import' });
  });

  it('is read where states of a traced run lie in one another', async () => {
    const message = '{"type":"human","content":"Hello"}';
    const inputs = `${'{"messages":'.repeat(DEPTH)}[${message}]${'}'.repeat(DEPTH)}`;
    const run = `{"id":"r1","trace_id":"r1","dotted_order":"20260101T000000000000Zr1","run_type":"chain","name":"graph","inputs":${inputs},"outputs":{"messages":[{"type":"ai","content":"Hi"}]}}`;
    expect(wordsOf(await importText(langSmith, `[${run}]`))).toEqual([['user: Hello', 'assistant: Hi']]);
  });
});

describe('half a character in a name', () => {
  it('is replaced, so that the name can be stored and compared', async () => {
    const text = textOf('claude-code-clear.jsonl').replaceAll('s-clear', '\\ud83d-clear');
    const { threads } = await importText(claudeCode, text);
    expect(threads.map(({ threadId }) => threadId)).toEqual(['\ufffd-clear', '\ufffd-clear/2']);
  });

  it('is replaced in the warning about records of that name', async () => {
    const { warnings } = await importLines(claudeCode, [
      ...textOf('claude-code-clear.jsonl').split('\n'),
      '{"type":"\\ud83d-news","uuid":"n1","parentUuid":null,"sessionId":"s-clear"}',
    ]);
    expect(warnings.every(({ message }) => message.isWellFormed())).toBe(true);
  });

  it('is replaced in the id of an item that nobody knows', async () => {
    const hologram = { type: 'hologram', id: '\ud83d-1', role: 'assistant', content: [] };
    const data = [hologram, { type: 'message', id: 'msg_1', role: 'user', content: [] }];
    const page = { object: 'list', first_id: 'x', last_id: 'msg_1', has_more: false, data };
    const { threads } = await importJson(openAiResponses, page);
    const ids = threads[0]?.runs[0]?.messages.map(({ id }) => id);
    expect(ids).toContain('\ufffd-1');
  });
});

describe('a log that says nothing', () => {
  it.each([
    [openAiChat, { object: 'chat.completion', choices: [{ message: { role: [1], content: 'Hm.' } }] }],
    [
      anthropicMessages,
      ['client.beta.sessions.events.stream', { type: 'session.status_running', id: 'sevt_1' }],
    ],
    [
      geminiApi,
      {
        request: { contents: [{ role: 'user', parts: [[]] }] },
        response: { candidates: [{ content: { role: 'model', parts: null } }] },
      },
    ],
    [langfuse, [{ id: 'o1', traceId: 't1', type: 'SPAN', name: 'step', startTime: '2026-01-01T00:00:00Z' }]],
    [
      otelGenAi,
      [
        {
          traceId: 't1',
          spanId: 's1',
          name: 'agent',
          attributes: { 'gen_ai.operation.name': 'invoke_agent' },
        },
      ],
    ],
  ])('is refused, and names its file: $label', async (importer, value) => {
    await expect(importJson(importer, value)).rejects.toMatchObject({
      code: 'invalid-import',
      message: expect.stringMatching(/^export\.json: /) as unknown,
    });
  });
});

describe('a session that says it was made from itself', () => {
  it('is no branch', async () => {
    const text = textOf('codex-rollout-fork.jsonl');
    const own = text.replace('"r-parent"', '"r-fork", "parent_thread_id": "r-fork"');
    const { threads } = await importText(codexRollout, own);
    expect(threads).toMatchObject([{ threadId: 'r-fork' }]);
    expect(threads[0]?.branchOf?.threadId).not.toBe('r-fork');
    expect(threads[0]?.startedBy ?? null).toBe(null);
  });
});

describe('a warning', () => {
  it('stays short where a name is as long as it likes', async () => {
    const thread = 't'.repeat(100_000);
    const summary = { id: 's', thread_id: thread, namespace: 'n', summary_message: null, meta: {} };
    const { warnings } = await importLines(hastekitJsonl, [
      textOf('orphans.jsonl').split('\n')[0],
      { type: 'summary', summary: { ...summary, last_summarized_run_id: 'r' } },
    ]);
    expect(warnings.map(({ code }) => code)).toContain('summary-without-thread');
    expect(Math.max(...warnings.map(({ message }) => message.length))).toBeLessThan(400);
  });
});

describe('an answer of the gateway with messages of a thread without a name', () => {
  it('is a thread of some name', async () => {
    const message = { thread_id: '', role: 'user', content: 'Hi' };
    const { threads } = await importJson(hastekitRest, { error: false, data: [message] });
    expect(threads.map(({ threadId }) => threadId)).toEqual(['thread']);
  });
});

describe('running totals of which one shrinks', () => {
  // 100 + 10 of the first run; then 40 + 20: of a session that began anew, so all of it is the second run's.
  it('begin anew, and no figure is below zero', async () => {
    const { threads } = await importLines(kimi, [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: '_usage', token_count: { input_tokens: 100, output_tokens: 10 } },
      { role: 'user', content: 'Again' },
      { role: 'assistant', content: 'Yes' },
      { role: '_usage', token_count: { input_tokens: 40, output_tokens: 20 } },
    ]);
    const reports = threads[0]?.runs.map(({ calls }) => calls.filter(({ reported }) => reported));
    expect(reports).toMatchObject([[{ prompt: 100, output: 10 }], [{ prompt: 40, output: 20 }]]);
  });
});

describe('a log of responses that repeats lines', () => {
  it('names its threads apart', async () => {
    const [first = '', second = '', third = ''] = textOf('responses-request-log.jsonl').split('\n');
    const lines = [second, third, first, second, third];
    const { threads } = await importLines(openAiResponses, lines);
    const names = threads.map(({ threadId }) => threadId);
    expect(new Set(names).size).toBe(names.length);
    for (const { threadId, branchOf } of threads) expect(branchOf?.threadId).not.toBe(threadId);
  });
});
