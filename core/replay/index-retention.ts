import { FactIndexBuilder } from '../facts/fact-index.ts';
import { type Message } from '../domain/message.ts';
import { buildRetentionIndex, type RetentionIndex } from './retention.ts';

/**
 * Where the facts of a thread stand, message by message: the run in flight is sent only up to a call, so
 * runs as a whole would be too coarse. Reads every text once.
 */
export function indexRetention(runs: readonly { readonly messages: readonly Message[] }[]): RetentionIndex {
  const builder = new FactIndexBuilder();
  const messages = runs.flatMap((run) => builder.addRun(run.messages));
  return buildRetentionIndex(
    runs.map((run) => run.messages.length),
    messages.map(({ facts }) => facts),
    messages.map(({ occurrences }) => occurrences),
  );
}
