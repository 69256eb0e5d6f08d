import { scanFacts } from '../facts/extract-facts.ts';
import { factKey } from '../facts/fact.ts';
import { FactMatcher } from '../facts/fact-matcher.ts';
import { messageTexts } from '../facts/message-texts.ts';
import { type Message } from '../domain/message.ts';
import { buildRetentionIndex, type RetentionIndex } from './retention.ts';

/**
 * Where the facts of a thread stand, message by message: the run in flight is sent only up to a call, so
 * runs as a whole would be too coarse. Reads every text once.
 */
export function indexRetention(runs: readonly { readonly messages: readonly Message[] }[]): RetentionIndex {
  const matcher = new FactMatcher();
  const ids = new Map<string, number>();
  const own: number[][] = [];
  const readable: number[][] = [];
  for (const { messages } of runs) {
    const scans = messages.map((message) =>
      messageTexts(message).map((text) => ({ text, ...scanFacts(text) })),
    );
    for (const texts of scans) {
      own.push(
        texts.flatMap(({ facts }) =>
          facts.map((fact) => {
            const key = factKey(fact);
            const id = ids.get(key) ?? matcher.add(fact);
            ids.set(key, id);
            return id;
          }),
        ),
      );
    }
    // Only now, so that a fact is also found where it stands in the run before it is a fact of its own.
    for (const texts of scans) {
      const found: number[] = [];
      for (const { text, occurrences } of texts) matcher.match(text, (id) => found.push(id), occurrences);
      readable.push(found);
    }
  }
  return buildRetentionIndex(
    runs.map(({ messages }) => messages.length),
    own,
    readable,
  );
}
