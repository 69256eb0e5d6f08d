import { plainText } from '../readers/json-text.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { normalUsage, tokenCount, type CallUsage } from '../readers/usage.ts';

export interface ModelTotal {
  readonly model: string;
  readonly usage: CallUsage;
  /** Null when it isn't told. */
  readonly requests: number | null;
}

/**
 * What a session used, per model, as its end tells. A session that is taken up again by the same process
 * counts on, so only what is new counts.
 */
export class SessionTotals {
  readonly #before = new Map<string, ModelTotal>();

  read(shutdown: RawRecord): readonly ModelTotal[] {
    const metrics = isRecord(shutdown['modelMetrics']) ? shutdown['modelMetrics'] : {};
    const session = plainText(shutdown['sessionStartTime']);
    return Object.entries(metrics).flatMap(([model, metric]) => {
      const total = modelTotal(model, metric);
      if (total === null) return [];
      const key = `${session} ${model}`;
      const before = this.#before.get(key);
      this.#before.set(key, total);
      const grown = before === undefined ? total : since(total, before);
      return grown === null ? [] : [grown];
    });
  }
}

export function hasTotals(event: RawRecord): boolean {
  if (event['type'] !== 'session.shutdown' || !isRecord(event['data'])) return false;
  return new SessionTotals().read(event['data']).length > 0;
}

function modelTotal(model: string, metric: unknown): ModelTotal | null {
  if (!isRecord(metric) || !isRecord(metric['usage'])) return null;
  const raw = metric['usage'];
  const usage = normalUsage({
    prompt: tokenCount(raw['inputTokens']),
    cached: tokenCount(raw['cacheReadTokens']),
    cacheWritten: tokenCount(raw['cacheWriteTokens']),
    output: tokenCount(raw['outputTokens']),
    reasoning: tokenCount(raw['reasoningTokens']),
    total: null,
  });
  const requests = isRecord(metric['requests']) ? tokenCount(metric['requests']['count']) : null;
  return usage === null ? null : { model, usage, requests };
}

function since(now: ModelTotal, before: ModelTotal): ModelTotal | null {
  const grown = (field: Exclude<keyof CallUsage, 'total'>): number | null => {
    const count = now.usage[field];
    return count === null ? null : Math.max(0, count - (before.usage[field] ?? 0));
  };
  const usage = normalUsage({
    prompt: grown('prompt'),
    cached: grown('cached'),
    cacheWritten: grown('cacheWritten'),
    output: grown('output'),
    reasoning: grown('reasoning'),
    total: null,
  });
  const requests = now.requests === null ? null : now.requests - (before.requests ?? 0);
  return usage === null ? null : { model: now.model, usage, requests };
}
