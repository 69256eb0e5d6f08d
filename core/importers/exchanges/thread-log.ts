import { conversationId } from '../../domain/ids.ts';
import { RunNames } from '../steps/run-names.ts';
import { titleOf } from '../steps/title-of.ts';
import type { ImportSink } from '../thread-import.ts';
import { deliverExchanges } from './deliver-exchanges.ts';
import type { Exchange } from './exchange.ts';
import { ExchangeLog } from './exchange-log.ts';
import { TranscriptFeed, type TranscriptNames, type TranscriptTarget } from './transcript-feed.ts';

/** What a file of a provider's API holds: transcripts are delivered as they come, exchanges when all are known. */
export class ThreadLog {
  readonly #target: TranscriptTarget;
  readonly #exchanges = new ExchangeLog();
  #transcripts = 0;

  /** @param prefix Of the ids of threads that the source doesn't name. */
  constructor(sink: ImportSink, format: string, prefix: string) {
    this.#target = { sink, format, prefix, names: new RunNames() };
  }

  get isEmpty(): boolean {
    return this.#transcripts + this.#exchanges.nodes.length === 0;
  }

  openTranscript(names: TranscriptNames): TranscriptFeed {
    this.#transcripts += 1;
    return new TranscriptFeed(this.#target, names);
  }

  addExchange(exchange: Exchange): void {
    this.#exchanges.add(exchange);
  }

  /** No more records come. */
  end(): void {
    const { sink, format, prefix } = this.#target;
    deliverExchanges(sink, this.#exchanges, prefix, (thread) => ({
      namespace: 'default',
      conversationId: conversationId(thread.threadName ?? thread.threadId),
      format,
      title: null,
      fallbackTitle: titleOf(this.#exchanges.nodes[thread.firstNode]?.steps() ?? []) ?? thread.threadId,
    }));
  }
}
