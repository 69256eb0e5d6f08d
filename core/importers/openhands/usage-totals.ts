import { isRecord, type RawRecord } from '../raw-record.ts';
import { textOrNull } from '../readers/json-text.ts';
import { normalUsage, tokenCount, type CallUsage } from '../readers/usage.ts';
import type { StepCall } from '../steps/step.ts';

export interface UsageGrowth {
  /** Which of the conversation's models: `default` is the agent's, others work beside it. */
  readonly usageId: string;
  readonly call: StepCall;
}

const FIELDS = [
  'prompt_tokens',
  'completion_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
] as const;

/** Running totals, one per use of a model; what a total grew by is what was called since. */
export class UsageTotals {
  readonly #before = new Map<string, RawRecord>();

  read(stats: unknown): readonly UsageGrowth[] {
    const totals = isRecord(stats) ? stats['usage_to_metrics'] : null;
    if (!isRecord(totals)) return [];
    return Object.entries(totals).flatMap(([usageId, metrics]) => {
      const total = isRecord(metrics) ? metrics['accumulated_token_usage'] : null;
      if (!isRecord(metrics) || !isRecord(total)) return [];
      const before = this.#before.get(usageId);
      this.#before.set(usageId, total);
      const usage = growth(total, before);
      if (usage === null) return [];
      const model = textOrNull(metrics['model_name']) ?? textOrNull(total['model']);
      return [{ usageId, call: { model, usage, perCall: isOneCall(total, usage) } }];
    });
  }
}

/** The total says what its last call came to: when it grew by more, several calls lie between. */
function isOneCall(total: RawRecord, usage: CallUsage): boolean {
  const last = tokenCount(total['per_turn_token']);
  return last === null || last === 0 || last === usage.total;
}

function growth(now: RawRecord, before: RawRecord | undefined): CallUsage | null {
  const grown = new Map(
    FIELDS.map((name) => {
      const count = tokenCount(now[name]);
      const earlier = tokenCount(before?.[name]) ?? 0;
      return [name, count === null ? null : count >= earlier ? count - earlier : count];
    }),
  );
  const of = (name: (typeof FIELDS)[number]): number | null => grown.get(name) ?? null;
  return normalUsage({
    prompt: of('prompt_tokens'),
    cached: of('cache_read_tokens'),
    cacheWritten: of('cache_write_tokens'),
    output: of('completion_tokens'),
    reasoning: of('reasoning_tokens'),
    total: null,
  });
}
