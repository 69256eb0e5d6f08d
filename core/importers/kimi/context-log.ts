import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { ChatMessages } from '../readers/chat-messages.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { normalUsage, tokenCount, type CallUsage } from '../readers/usage.ts';
import type { StepThread } from '../steps/step-thread.ts';

const TOTALS = ['prompt', 'output', 'total'] as const;

/**
 * Kimi's context file: messages as Chat Completions has them, and lines of its own between them. Usage is
 * a running total, so it can be told for a run at most.
 */
export class ContextLog {
  readonly #thread: StepThread;
  readonly #messages = new ChatMessages();
  #before: CallUsage | null = null;
  #now: CallUsage | null = null;
  #hasReplied = false;

  constructor(thread: StepThread) {
    this.#thread = thread;
  }

  /** @returns False for a record that isn't known. */
  add(record: RawRecord): boolean {
    switch (record['role']) {
      case '_checkpoint':
        return true;
      case '_usage':
        this.#now = runningTotal(record['token_count']) ?? this.#now;
        return true;
      case '_system_prompt': {
        const content = textOrNull(record['content']) ?? '';
        const items = [parseInputItem({ type: 'message', role: 'system', content })];
        this.#thread.add({
          kind: 'input',
          role: 'instructions',
          id: null,
          senderId: 'system',
          items,
          atMs: null,
        });
        return true;
      }
      case 'user':
        if (this.#hasReplied) this.#closeRun();
        break;
      case 'assistant':
        this.#hasReplied = true;
        break;
      default:
        if (typeof record['role'] !== 'string' || record['role'].startsWith('_')) return false;
    }
    for (const step of this.#messages.steps(withReasoning(record))) this.#thread.add(step);
    return true;
  }

  end(): void {
    this.#closeRun();
  }

  /** What the total grew by since the run before; it begins anew when it shrinks. */
  #closeRun(): void {
    this.#hasReplied = false;
    const usage = this.#now === null ? null : difference(this.#now, this.#before);
    this.#before = this.#now;
    if (usage === null) return;
    this.#thread.add({ kind: 'call', call: { model: null, usage, perCall: false }, atMs: null });
  }
}

/** Older files have one number, newer ones two. */
function runningTotal(count: unknown): CallUsage | null {
  const fields = isRecord(count) ? count : { total_tokens: count };
  return normalUsage({
    prompt: tokenCount(fields['input_tokens']),
    cached: null,
    cacheWritten: null,
    output: tokenCount(fields['output_tokens']),
    reasoning: null,
    total: tokenCount(fields['total_tokens']),
  });
}

function difference(now: CallUsage, before: CallUsage | null): CallUsage | null {
  const isAnew = TOTALS.some((field) => (now[field] ?? Infinity) < (before?.[field] ?? 0));
  const grown = (field: (typeof TOTALS)[number]): number | null => {
    const count = now[field];
    return count === null ? null : count - (isAnew ? 0 : (before?.[field] ?? 0));
  };
  return normalUsage({
    prompt: grown('prompt'),
    cached: null,
    cacheWritten: null,
    output: grown('output'),
    reasoning: null,
    total: grown('total'),
  });
}

/** Thoughts are parts of the content here. */
function withReasoning(record: RawRecord): RawRecord {
  const { content } = record;
  if (!isList(content)) return record;
  const isThought = (part: unknown): part is RawRecord => isRecord(part) && part['type'] === 'think';
  const thoughts = content.filter(isThought).map((part) => textOrNull(part['think']) ?? '');
  if (thoughts.length === 0) return record;
  return {
    ...record,
    content: content.filter((part) => !isThought(part)),
    reasoning_content: thoughts.join('\n'),
  };
}
