import { describe, expect, it } from 'vitest';
import { openFileSource } from '../../../../core/adapters/fs/byte-sources.ts';
import { ALL_IMPORTERS, detectImporter } from '../../../../core/importers/all-importers.ts';
import { hastekitJsonl } from '../../../../core/importers/hastekit-jsonl.ts';
import { hastekitRest } from '../../../../core/importers/hastekit-rest.ts';
import { openAiResponses } from '../../../../core/importers/openai-responses.ts';
import { readHead } from '../../../../core/importers/read-head.ts';
import { fixturePath } from './read-fixture.ts';

const formatOf = (text: string): string | null =>
  detectImporter(new TextEncoder().encode(text), 'x')?.format ?? null;

const FIXTURES: readonly (readonly [name: string, format: string])[] = [
  ['library-loans.jsonl', 'hastekit-jsonl'],
  ['torn-last-line.jsonl', 'hastekit-jsonl'],
  ['broken-line.jsonl', 'hastekit-jsonl'],
  ['odd-records.jsonl', 'hastekit-jsonl'],
  ['sliding-window.jsonl', 'hastekit-jsonl'],
  ['gateway-runs.json', 'hastekit-rest'],
  ['gateway-summary.json', 'hastekit-rest'],
  ['gateway-flat.json', 'hastekit-rest'],
  ['gateway-error.json', 'hastekit-rest'],
  ['responses-chain.jsonl', 'openai-responses'],
  ['responses-request-log.jsonl', 'openai-responses'],
  ['responses-cut-window.json', 'openai-responses'],
  ['responses-compaction.json', 'openai-responses'],
  ['responses-newest-first.json', 'openai-responses'],
  ['responses-stream.jsonl', 'openai-responses'],
  ['responses-stream.sse', 'openai-responses'],
  ['responses-error.json', 'openai-responses'],
  ['chat-parallel-calls.json', 'openai-chat'],
  ['chat-fine-tuning.jsonl', 'openai-chat'],
  ['chat-request-log.jsonl', 'openai-chat'],
  ['chat-shortened-log.jsonl', 'openai-chat'],
  ['chat-stream.jsonl', 'openai-chat'],
  ['chat-stream.sse', 'openai-chat'],
  ['chat-legacy-functions.json', 'openai-chat'],
  ['chat-proxy-usage.json', 'openai-chat'],
  ['chat-batch-output.jsonl', 'openai-chat'],
  ['chat-messages.jsonl', 'openai-chat'],
  ['agents-run-state.json', 'openai-agents'],
  ['agents-run-state-js.json', 'openai-agents'],
  ['agents-session-tables.json', 'openai-agents'],
  ['agents-session-rows.jsonl', 'openai-agents'],
  ['agents-session-js.json', 'openai-agents'],
  ['agents-session-strings.json', 'openai-agents'],
  ['gemini-request-log.jsonl', 'gemini-api'],
  ['gemini-response-snake.json', 'gemini-api'],
  ['gemini-request.json', 'gemini-api'],
  ['gemini-stream.sse', 'gemini-api'],
  ['gemini-stream.json', 'gemini-api'],
  ['gemini-studio.json', 'gemini-api'],
  ['gemini-interactions.jsonl', 'gemini-api'],
  ['adk-session.json', 'google-adk'],
  ['adk-session-old.json', 'google-adk'],
  ['adk-eval-set.json', 'google-adk'],
  ['langsmith-runs.json', 'langsmith'],
  ['langsmith-project.jsonl', 'langsmith'],
  ['langsmith-roots.json', 'langsmith'],
  ['langsmith-nested.json', 'langsmith'],
  ['conversations-pages.jsonl', 'openai-conversations'],
  ['conversations-page.json', 'openai-conversations'],
  ['langgraph-history.json', 'langgraph'],
  ['langgraph-shortened.json', 'langgraph'],
  ['langgraph-js-history.json', 'langgraph'],
  ['langgraph-stream.jsonl', 'langgraph'],
  ['langgraph-stream-interrupt.json', 'langgraph'],
  ['langgraph-state.json', 'langgraph'],
  ['vercel-ui-messages.json', 'vercel-ai-sdk'],
  ['vercel-v4-messages.json', 'vercel-ai-sdk'],
  ['vercel-model-messages.json', 'vercel-ai-sdk'],
  ['vercel-steps.json', 'vercel-ai-sdk'],
  ['vercel-rows.jsonl', 'vercel-ai-sdk'],
  ['vercel-stream.sse', 'vercel-ai-sdk'],
  ['vercel-stream.jsonl', 'vercel-ai-sdk'],
  ['langchain-forms.json', 'langchain'],
  ['langchain-removals.json', 'langchain'],
  ['langchain-reports.json', 'langchain'],
  ['langchain-calls.json', 'langchain'],
  ['langchain-chunks.json', 'langchain'],
  ['langchain-sessions.jsonl', 'langchain'],
  ['anthropic-transcript.json', 'anthropic-messages'],
  ['anthropic-request-log.jsonl', 'anthropic-messages'],
  ['anthropic-compaction.json', 'anthropic-messages'],
  ['anthropic-stream.jsonl', 'anthropic-messages'],
  ['anthropic-stream.sse', 'anthropic-messages'],
  ['anthropic-batch-results.jsonl', 'anthropic-messages'],
  ['anthropic-managed-session.jsonl', 'anthropic-messages'],
  ['langfuse-trace.json', 'langfuse'],
  ['langfuse-session.jsonl', 'langfuse'],
  ['otel-otlp.json', 'otel-genai'],
  ['otel-ai-sdk.jsonl', 'otel-genai'],
  ['otel-openinference.json', 'otel-genai'],
  ['atif-embedded.json', 'atif'],
  ['atif-handoff.jsonl', 'atif'],
  ['inspect-log.json', 'inspect-ai'],
  ['inspect-agents.json', 'inspect-ai'],
  ['inspect-log.eval', 'inspect-ai'],
  ['inspect-broken-sample.eval', 'inspect-ai'],
];

describe('detectImporter', () => {
  it.each(FIXTURES)(
    'knows %s by its content as %s, and no other importer claims it',
    async (name, format) => {
      const head = await readHead(await openFileSource(fixturePath(name)));
      expect(detectImporter(head, 'renamed.bin')?.format).toBe(format);
      const claims = ALL_IMPORTERS.filter((importer) => importer.detect(head, name));
      expect(claims.map((importer) => importer.format)).toEqual([format]);
    },
  );

  it('leaves the formats of others alone', () => {
    for (const text of [
      '',
      'hello',
      '[]',
      '{}',
      '42',
      // Claude Code, pi, Anthropic, Chat Completions, a summary line that is a text
      '{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":"x"}}',
      '{"type":"message","id":"u1","parentId":null,"message":{"role":"user","content":[]}}',
      '[{"type":"message","role":"assistant","content":[{"type":"text","text":"x"}],"stop_reason":"end_turn"}]',
      '[{"role":"user","content":"x"},{"role":"assistant","content":"y"}]',
      '{"type":"summary","summary":"Fixing a bug","leafUuid":"u"}',
      '{"object":"chat.completion","choices":[]}',
    ]) {
      const head = new TextEncoder().encode(text);
      const claims = [hastekitJsonl, hastekitRest, openAiResponses].filter((one) => one.detect(head, 'x'));
      expect([text, claims.map(({ format }) => format)]).toEqual([text, []]);
    }
  });

  it('knows a record whose first line is longer than the head', () => {
    const text = JSON.stringify({
      type: 'message',
      message: { thread_id: 't', messages: 'x'.repeat(400_000) },
    });
    expect(formatOf(text.slice(0, 256 * 1024))).toBe('hastekit-jsonl');
  });

  it('never throws, whatever the bytes are', () => {
    const noise = new Uint8Array(5000).map((_, index) => (index * 7919) % 256);
    expect(detectImporter(noise, 'noise')).toBeNull();
    expect(formatOf('['.repeat(200_000))).toBeNull();
  });
});
