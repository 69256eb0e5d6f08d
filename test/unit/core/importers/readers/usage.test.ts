import { describe, expect, it } from 'vitest';
import {
  aiSdkUsage,
  atifUsage,
  inspectAiUsage,
  langchainUsage,
  langfuseUsage,
  openInferenceUsage,
  otelUsage,
  piUsage,
} from '../../../../../core/importers/readers/framework-usage.ts';
import {
  anthropicUsage,
  chatUsage,
  codexUsage,
  geminiCliUsage,
  geminiInteractionsUsage,
  geminiUsage,
  responsesUsage,
  type CallUsage,
} from '../../../../../core/importers/readers/usage.ts';

function usage(
  prompt: number | null,
  output: number | null,
  total: number | null,
  rest: Partial<CallUsage> = {},
): CallUsage {
  return { prompt, output, total, cached: null, cacheWritten: null, reasoning: null, ...rest };
}

describe('usage of providers', () => {
  it('takes cached tokens of OpenAI Responses as part of the input', () => {
    expect(
      responsesUsage({
        input_tokens: 410,
        input_tokens_details: { cached_tokens: 128, cache_write_tokens: 16 },
        output_tokens: 60,
        output_tokens_details: { reasoning_tokens: 20 },
        total_tokens: 470,
      }),
    ).toEqual(usage(410, 60, 470, { cached: 128, cacheWritten: 16, reasoning: 20 }));
  });

  it('reads OpenAI Chat, and prefers its prompt to the cache names of a proxy', () => {
    expect(
      chatUsage({
        prompt_tokens: 900,
        completion_tokens: 60,
        total_tokens: 960,
        prompt_tokens_details: { cached_tokens: 512 },
        completion_tokens_details: { reasoning_tokens: 40 },
      }),
    ).toEqual(usage(900, 60, 960, { cached: 512, reasoning: 40 }));
    // 700 of the 900 came from the cache: 900 is already the whole prompt.
    expect(
      anthropicUsage({ prompt_tokens: 900, completion_tokens: 60, cache_read_input_tokens: 700 }),
    ).toEqual(usage(900, 60, 960, { cached: 700 }));
  });

  it('adds the cache of Anthropic to its input, which holds none of it', () => {
    // 5 + 128,955 read + 1,253 written = 130,213
    expect(
      anthropicUsage({
        input_tokens: 5,
        cache_creation_input_tokens: 1253,
        cache_read_input_tokens: 128_955,
        output_tokens: 40,
      }),
    ).toEqual(usage(130_213, 40, 130_253, { cached: 128_955, cacheWritten: 1253 }));
  });

  it('leaves an Anthropic input alone that a proxy has summed up, as its total shows', () => {
    expect(
      anthropicUsage({
        input_tokens: 1000,
        cache_read_input_tokens: 800,
        output_tokens: 20,
        total_tokens: 1020,
      }),
    ).toEqual(usage(1000, 20, 1020, { cached: 800 }));
  });

  it('adds thoughts and tool prompts of Gemini, in both spellings', () => {
    // prompt 800 + 50 for tools; output 20 + 30 thoughts
    const expected = usage(850, 50, 900, { cached: 128, reasoning: 30 });
    expect(
      geminiUsage({
        promptTokenCount: 800,
        toolUsePromptTokenCount: 50,
        cachedContentTokenCount: 128,
        candidatesTokenCount: 20,
        thoughtsTokenCount: 30,
        totalTokenCount: 900,
      }),
    ).toEqual(expected);
    expect(
      geminiUsage({
        prompt_token_count: 800,
        tool_use_prompt_token_count: 50,
        cached_content_token_count: 128,
        candidates_token_count: 20,
        thoughts_token_count: 30,
        total_token_count: 900,
      }),
    ).toEqual(expected);
  });

  it('reads the three other Google shapes and Codex', () => {
    expect(geminiCliUsage({ input: 900, output: 20, cached: 0, thoughts: 50, tool: 0, total: 970 })).toEqual(
      usage(900, 70, 970, { cached: 0, reasoning: 50 }),
    );
    expect(
      geminiInteractionsUsage({
        total_input_tokens: 300,
        total_tool_use_tokens: 10,
        total_cached_tokens: 64,
        total_output_tokens: 20,
        total_thought_tokens: 5,
      }),
    ).toEqual(usage(310, 25, 335, { cached: 64, reasoning: 5 }));
    expect(
      codexUsage({
        input_tokens: 1100,
        cached_input_tokens: 896,
        output_tokens: 30,
        reasoning_output_tokens: 0,
        total_tokens: 1130,
      }),
    ).toEqual(usage(1100, 30, 1130, { cached: 896, reasoning: 0 }));
  });

  it('reports nothing for no object, no counts and nothing but zeros', () => {
    for (const nothing of [
      null,
      undefined,
      'x',
      {},
      { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
    ]) {
      expect(responsesUsage(nothing)).toBeNull();
    }
  });

  it('keeps a total that disagrees with its parts, for the inspection to show', () => {
    expect(responsesUsage({ input_tokens: 300, output_tokens: 20, total_tokens: 310 })?.total).toBe(310);
  });
});

describe('usage of frameworks', () => {
  it('reads LangChain, AI SDK (new and old names), ATIF and pi', () => {
    expect(
      langchainUsage({
        input_tokens: 210,
        output_tokens: 44,
        total_tokens: 254,
        input_token_details: { cache_read: 128, cache_creation: 8 },
        output_token_details: { reasoning: 20 },
      }),
    ).toEqual(usage(210, 44, 254, { cached: 128, cacheWritten: 8, reasoning: 20 }));
    expect(
      aiSdkUsage({
        inputTokens: 310,
        inputTokenDetails: { noCacheTokens: 118, cacheReadTokens: 192, cacheWriteTokens: 0 },
        outputTokens: 55,
        totalTokens: 365,
      }),
    ).toEqual(usage(310, 55, 365, { cached: 192, cacheWritten: 0 }));
    expect(
      aiSdkUsage({ promptTokens: 31, completionTokens: 5, cachedInputTokens: 16, reasoningTokens: 2 }),
    ).toEqual(usage(31, 5, 36, { cached: 16, reasoning: 2 }));
    expect(atifUsage({ prompt_tokens: 40, completion_tokens: 6, cached_tokens: 32 })).toEqual(
      usage(40, 6, 46, { cached: 32 }),
    );
    // 12 new + 100 read + 0 written
    expect(piUsage({ input: 12, output: 7, cacheRead: 100, cacheWrite: 0, totalTokens: 119 })).toEqual(
      usage(112, 7, 119, { cached: 100, cacheWritten: 0 }),
    );
  });

  it('takes the input of an OTel span as the whole prompt, also for Anthropic', () => {
    expect(
      otelUsage({
        'gen_ai.usage.input_tokens': 130_213,
        'gen_ai.usage.cache_read.input_tokens': 128_955,
        'gen_ai.usage.cache_creation.input_tokens': 1253,
        'gen_ai.usage.output_tokens': 40,
      }),
    ).toEqual(usage(130_213, 40, 130_253, { cached: 128_955, cacheWritten: 1253 }));
  });

  it('reads OpenInference attributes, also when they are written as text', () => {
    expect(
      openInferenceUsage({
        'llm.token_count.prompt': '50',
        'llm.token_count.completion': '9',
        'llm.token_count.prompt_details.cache_read': 32,
        'llm.token_count.completion_details.reasoning': 4,
      }),
    ).toEqual(usage(50, 9, 59, { cached: 32, reasoning: 4 }));
  });

  it('sums the buckets of Langfuse, which share no token', () => {
    // 86 + 17,817 = 17,903 in; 16 + 24 = 40 out
    expect(
      langfuseUsage({
        input: 86,
        input_cached_tokens: 17_817,
        output: 16,
        output_reasoning: 24,
        total: 17_943,
      }),
    ).toEqual(usage(17_903, 40, 17_943, { cached: 17_817, reasoning: 24 }));
  });

  it('believes the total where Langfuse was given a whole prompt with its cached part beside it', () => {
    expect(langfuseUsage({ input: 100, input_cached_tokens: 80, output: 5, total: 105 })).toEqual(
      usage(100, 5, 105, { cached: 80 }),
    );
    // Names of OpenInference are parts of the input: 190 + 164 = 354.
    expect(
      langfuseUsage({
        input: 190,
        'prompt_details.cache_read': 64,
        output: 164,
        'completion_details.reasoning': 10,
        total: 354,
      }),
    ).toEqual(usage(190, 164, 354, { cached: 64, reasoning: 10 }));
    // Neither 100 + 5 nor 180 + 5 is 120: the buckets count, and the total shows that something is odd.
    expect(langfuseUsage({ input: 100, input_cached_tokens: 80, output: 5, total: 120 })).toEqual(
      usage(180, 5, 120, { cached: 80 }),
    );
  });

  it('adds the cache to the input of a span only where the input can’t hold it', () => {
    const span = (input: number): unknown => ({
      'gen_ai.usage.input_tokens': input,
      'gen_ai.usage.cache_read.input_tokens': 128_955,
      'gen_ai.usage.cache_creation.input_tokens': 1_253,
      'gen_ai.usage.output_tokens': 40,
    });
    const normal = usage(130_213, 40, 130_253, { cached: 128_955, cacheWritten: 1_253 });
    expect(otelUsage(span(130_213))).toEqual(normal);
    // 5 + 128,955 + 1,253
    expect(otelUsage(span(5))).toEqual(normal);
  });

  it('adds the cache of Inspect AI for models of Anthropic only', () => {
    const raw = {
      input_tokens: 10,
      input_tokens_cache_read: 90,
      input_tokens_cache_write: 5,
      output_tokens: 3,
    };
    expect(inspectAiUsage('anthropic/claude-x')(raw)?.prompt).toBe(105);
    expect(inspectAiUsage('openai/gpt-x')(raw)?.prompt).toBe(10);
  });
});
