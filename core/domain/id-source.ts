import {
  conversationId,
  messageId,
  runId,
  summaryId,
  threadId,
  type ConversationId,
  type MessageId,
  type RunId,
  type SummaryId,
  type ThreadId,
} from './ids.ts';

/** Fresh ids of every kind; core has no randomness of its own. */
export interface IdSource {
  readonly newConversationId: () => ConversationId;
  readonly newThreadId: () => ThreadId;
  readonly newRunId: () => RunId;
  readonly newMessageId: () => MessageId;
  readonly newSummaryId: () => SummaryId;
}

/** @param newId Never the same text twice, e.g. `crypto.randomUUID`. */
export function idSource(newId: () => string): IdSource {
  return {
    newConversationId: () => conversationId(newId()),
    newThreadId: () => threadId(newId()),
    newRunId: () => runId(newId()),
    newMessageId: () => messageId(newId()),
    newSummaryId: () => summaryId(newId()),
  };
}
