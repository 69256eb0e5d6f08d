declare const brand: unique symbol;

/** A string the compiler won't accept where another kind of id is wanted. Erased at run time. */
type Brand<Name extends string> = string & { readonly [brand]: Name };

export type ThreadId = Brand<'ThreadId'>;
export type RunId = Brand<'RunId'>;
export type MessageId = Brand<'MessageId'>;
export type SummaryId = Brand<'SummaryId'>;
export type ConversationId = Brand<'ConversationId'>;

// The only places where a plain string becomes an id: readers of files, rows and arguments call these.
export const threadId = (text: string): ThreadId => text as ThreadId;
export const runId = (text: string): RunId => text as RunId;
export const messageId = (text: string): MessageId => text as MessageId;
export const summaryId = (text: string): SummaryId => text as SummaryId;
export const conversationId = (text: string): ConversationId => text as ConversationId;
