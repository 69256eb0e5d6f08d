import { z } from 'zod';
import type { ModelParameters } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import type { PolicySpec } from '../../core/domain/policy-spec.ts';
import type { Usage } from '../../core/domain/usage.ts';

// JSON columns of experiments, checked as they enter: the file may have been edited by another program.

const policy = z.discriminatedUnion('summarizer', [
  z.object({ summarizer: z.literal('none') }),
  z.object({ summarizer: z.literal('llm'), tokenThreshold: z.number(), keepRecentCount: z.number() }),
  z.object({ summarizer: z.literal('sliding-window'), keepCount: z.number() }),
]);

const parameters = z.object({
  temperature: z.number().nullable(),
  maxOutputTokens: z.number().nullable(),
});

const usage = z.object({
  inputTokens: z.number(),
  cachedTokens: z.number(),
  outputTokens: z.number(),
  reasoningTokens: z.number(),
  totalTokens: z.number(),
});

export const parseStoredPolicy = (json: string): PolicySpec => parse(policy, json);
export const parseStoredParameters = (json: string): ModelParameters => parse(parameters, json);
export const parseStoredUsage = (json: string): Usage => parse(usage, json);

function parse<Value>(schema: z.ZodType<Value>, json: string): Value {
  try {
    return schema.parse(JSON.parse(json));
  } catch (cause) {
    throw new InspectorError('storage-failed', 'The record of an experiment is damaged.', { cause });
  }
}
