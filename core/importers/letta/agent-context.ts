import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { summaryText } from './message-steps.ts';

export interface AgentContext {
  /** Instructions, then what has left the context, in the order of the file. */
  readonly before: readonly RawRecord[];
  /** Something left the context; then its summary, if one was written, is the first of those that follow. */
  readonly isShortened: boolean;
  /** What the model is given, in that order. */
  readonly inContext: readonly RawRecord[];
}

/** Tells what an agent still has in its context: it keeps ids of these messages, or their places. */
export function agentContext(agent: RawRecord): AgentContext {
  const messages = isList(agent['messages']) ? agent['messages'].filter(isRecord) : [];
  const kept = keptMessages(agent, messages);
  const inContext = kept.filter((message) => message['role'] !== 'system');
  if (inContext.length === 0) return { before: messages, isShortened: false, inContext: [] };
  const isKept = new Set(inContext);
  const before = messages.filter((message) => !isKept.has(message));
  const isSummarized = inContext[0] !== undefined && summaryText(inContext[0]) !== null;
  const hasLeft = before.some((message) => message['role'] !== 'system');
  return { before, isShortened: hasLeft || isSummarized, inContext };
}

function keptMessages(agent: RawRecord, messages: readonly RawRecord[]): readonly RawRecord[] {
  const indices = agent['in_context_message_indices'];
  const ids = agent['in_context_message_ids'];
  if (isList(ids)) {
    const byId = new Map(messages.map((message) => [textOrNull(message['id']), message]));
    return present(ids.map((id) => byId.get(textOrNull(id))));
  }
  if (!isList(indices)) return [];
  return present(indices.map((index) => (typeof index === 'number' ? messages[index] : undefined)));
}

/** Each once. */
function present(messages: readonly (RawRecord | undefined)[]): readonly RawRecord[] {
  return [...new Set(messages)].filter((message) => message !== undefined);
}
