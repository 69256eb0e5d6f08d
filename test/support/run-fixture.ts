import type { ActiveRun } from '../../core/conversation/active-run.ts';
import { ConversationManager, type OpenRunOptions } from '../../core/conversation/conversation-manager.ts';
import { idSource } from '../../core/domain/id-source.ts';
import { conversationId, runId, summaryId } from '../../core/domain/ids.ts';
import type { Message } from '../../core/domain/message.ts';
import type {
  ConversationPersistence,
  PersistenceOptions,
} from '../../core/persistence/conversation-persistence.ts';
import { openInMemoryPersistence } from '../../core/persistence/in-memory-persistence.ts';
import type { HistorySummarizer, SummaryResult } from '../../core/summarizers/history-summarizer.ts';
import { HandClock, message, numberedIds, threadKey, usage } from './builders.ts';
import { CustomSummarizer } from './custom-summarizer.ts';

export const THREAD = threadKey('t-1');

/** A store with one thread, `t-1` of conversation `c-1`, and a manager over it. Runs are `run-1`, `run-2`, …. */
export class RunFixture {
  readonly warnings: string[] = [];
  readonly options: PersistenceOptions = { nowMs: new HandClock().nowMs, newId: numberedIds('id') };
  readonly #newRunId = idSource(numberedIds('run')).newRunId;
  store: ConversationPersistence = openInMemoryPersistence(this.options);

  open(summarizer: HistorySummarizer | null = null, options: OpenRunOptions = {}): Promise<ActiveRun> {
    const manager = new ConversationManager({
      persistence: this.store,
      summarizer,
      ids: { ...idSource(this.options.newId), newRunId: this.#newRunId },
      nowMs: this.options.nowMs,
      onWarning: (warning) => this.warnings.push(warning),
    });
    return manager.openRun(THREAD, { conversationId: conversationId('c-1'), ...options });
  }

  /** Runs of one message each, `m1`, `m2`, …; each is reported to fill the context with 100 tokens. */
  async saveRuns(count: number): Promise<void> {
    for (let index = 1; index <= count; index += 1) {
      const run = await this.open();
      run.addMessage(message(`m${index}`, `text of m${index}`));
      await run.prepareMessages();
      run.trackUsage(usage(90, 10));
      run.complete();
      await run.save();
    }
  }
}

export const idsOf = (messages: readonly Message[]): string => messages.map((each) => each.id).join(' ');

export function gist(number: number, messagesToKeep: readonly Message[], boundary: string): SummaryResult {
  return {
    summaryId: summaryId(`sum-${number}`),
    summary: message(`gist-${number}`, 'Previous conversation summary: gist', 'system'),
    messagesToKeep,
    lastSummarizedRunId: runId(boundary),
    usage: usage(50, 5),
  };
}

/** Covers everything before the last `keep` messages, up to the run named, every time it is asked. */
export function covering(
  keep: number,
  boundary: string,
  extra: Partial<SummaryResult> = {},
): CustomSummarizer {
  let made = 0;
  return new CustomSummarizer(({ messages }) => {
    made += 1;
    return { ...gist(made, messages.slice(-keep), boundary), ...extra };
  });
}
