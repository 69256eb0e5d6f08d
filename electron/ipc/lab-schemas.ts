import { z } from 'zod';

const money = z.number().min(0).max(1_000_000);
const text = z.string().max(2_000);

export const priceSchema = z.strictObject({
  model: z.string().trim().min(1).max(200),
  input: money,
  cachedInput: money,
  cacheWrite: money,
  output: money,
  family: z.strictObject({
    name: z.enum(['openai', 'anthropic', 'gemini', 'none', 'custom']),
    caches: z.boolean(),
    minimumTokens: z.int().min(0).max(10_000_000),
    stepTokens: z.int().min(1).max(10_000_000),
    lifetimeMs: z.number().min(0).max(1e12).nullable(),
    pricesWrites: z.boolean(),
    readOn: text,
    source: text,
  }),
  readOn: text,
  source: text,
});

const knob = z.int().min(0).max(1_000_000_000);
/** As many values as the command line takes for one knob. */
const knobs = z.array(knob).max(1_000);
const MAX_POLICIES = 20_000;

export const gridSchema = z
  .strictObject({ tokenThresholds: knobs, keepRecentCounts: knobs, keepCounts: knobs })
  .refine(
    (grid) =>
      grid.tokenThresholds.length * grid.keepRecentCounts.length + grid.keepCounts.length <= MAX_POLICIES,
    `more than ${MAX_POLICIES} policies: give larger steps`,
  );

const modelName = z.string().min(1).max(200).nullable();

export const basisSchema = z.strictObject({
  instruction: z.string().max(100_000),
  agentModel: modelName,
  fallbackModel: modelName,
  summarizerModel: modelName,
});

export const scopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('threads'), threads: z.array(z.int().min(0)).min(1).max(10_000) }),
  z.strictObject({ kind: z.literal('search'), search: z.string().max(1_000) }),
]);
