import { isRecord, type RawRecord } from '../raw-record.ts';
import { codexUsage, normalUsage, tokenCount, type CallUsage } from '../readers/usage.ts';

/**
 * Reads the `token_count` events of a rollout. They come more than once for the same call, some of them
 * without counts: one counts when its running total differs from the one before.
 */
export class TokenReports {
  #lastTotal: RawRecord | null = null;
  #isReset = false;
  /** What the log had counted before its first report. */
  #base: number | null = null;
  #largest = 0;
  #sum = 0;

  /** @returns Null for a repeated or an empty report. */
  read(info: unknown): CallUsage | null {
    if (!isRecord(info)) return null;
    const total = isRecord(info['total_token_usage']) ? info['total_token_usage'] : null;
    if (total !== null && this.#lastTotal !== null && isSameTotal(total, this.#lastTotal)) return null;
    const before = this.#lastTotal;
    if (total !== null) this.#lastTotal = total;
    const usage = usageOf(info['last_token_usage']) ?? difference(total, before) ?? oldUsage(info);
    if (usage !== null) this.#add(usage, total);
    return usage;
  }

  /** Tokens of the log's own total that no report accounts for; null when they agree or can't be compared. */
  missing(): { readonly reported: number; readonly total: number } | null {
    if (this.#base === null || this.#isReset) return null;
    const total = this.#largest - this.#base;
    return total === this.#sum ? null : { reported: this.#sum, total };
  }

  #add(usage: CallUsage, total: RawRecord | null): void {
    this.#sum += usage.total ?? 0;
    const count = total === null ? null : tokenCount(total['total_tokens']);
    if (count === null) return;
    this.#base ??= count - (usage.total ?? 0);
    if (count < this.#largest) this.#isReset = true;
    this.#largest = Math.max(this.#largest, count);
  }
}

function usageOf(raw: unknown): CallUsage | null {
  const usage = codexUsage(raw);
  if (usage === null || !isRecord(raw)) return null;
  const cacheWritten = tokenCount(raw['cache_write_input_tokens']);
  return cacheWritten === null ? usage : { ...usage, cacheWritten };
}

const COUNTS = [
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'reasoning_output_tokens',
  'total_tokens',
] as const;

function isSameTotal(left: RawRecord, right: RawRecord): boolean {
  return COUNTS.every((name) => left[name] === right[name]);
}

/** What a running total grew by; it begins anew when it shrinks. */
function difference(total: RawRecord | null, before: RawRecord | null): CallUsage | null {
  if (total === null) return null;
  const grown: Record<string, unknown> = {};
  for (const name of COUNTS) {
    const now = tokenCount(total[name]);
    const then = tokenCount(before?.[name]) ?? 0;
    grown[name] = now === null ? null : now >= then ? now - then : now;
  }
  return codexUsage(grown);
}

function oldUsage(info: RawRecord): CallUsage | null {
  return normalUsage({
    prompt: tokenCount(info['prompt']),
    cached: null,
    cacheWritten: null,
    output: tokenCount(info['completion']),
    reasoning: null,
    total: null,
  });
}
