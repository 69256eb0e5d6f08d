import type { MessageId } from './ids.ts';
import type { Message } from './message.ts';
import type { MessageOrigin } from './run-block.ts';
import type { ModelView } from './thread.ts';

/** A model view as the flat list that goes out, and where each of its messages comes from. */
export interface PlacedMessages {
  readonly messages: readonly Message[];
  readonly originOf: ReadonlyMap<MessageId, MessageOrigin>;
}

/** The summary's message, if there is one, then the messages of the runs, in order. */
export function placeMessages(view: ModelView): PlacedMessages {
  const messages: Message[] = [];
  const originOf = new Map<MessageId, MessageOrigin>();
  const place = (message: Message, origin: MessageOrigin): void => {
    messages.push(message);
    originOf.set(message.id, origin);
  };
  const { summary } = view;
  if (summary !== null && summary.message !== null) {
    place(summary.message, { kind: 'summary', summaryId: summary.summaryId });
  }
  for (const run of view.runs) {
    const origin: MessageOrigin = { kind: 'run', runId: run.runId };
    for (const message of run.messages) place(message, origin);
  }
  return { messages, originOf };
}
