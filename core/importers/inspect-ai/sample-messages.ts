import type { InputItem } from '../../domain/input-item.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import type { CallIds } from '../readers/call-ids.ts';
import { textOrNull } from '../readers/json-text.ts';
import { readMessages } from '../spans/read-messages.ts';
import { isTurn, itemsOf, messageKey, messageText, type SaidMessage } from '../spans/said-message.ts';
import { inputStep, replyStep } from '../steps/make-step.ts';
import type { ReplyStep, Step } from '../steps/step.ts';

/** A message of a sample, once as it is written and once as it is read. */
export interface SampleMessage {
  readonly id: string | null;
  readonly said: SaidMessage;
  readonly key: string;
  /** It stands for messages that the model was no longer given. */
  readonly isSummary: boolean;
}

export function sampleMessage(raw: RawRecord): SampleMessage {
  const [said = { role: 'user', pieces: [] } as const] = readMessages([withError(raw)], 'user');
  const { metadata } = raw;
  return {
    id: textOrNull(raw['id']),
    said,
    key: messageKey(said),
    isSummary: isRecord(metadata) && 'summary' in metadata,
  };
}

export function summaryText({ said }: SampleMessage): string {
  return messageText(said);
}

export function messageStep(
  { id, said }: SampleMessage,
  ids: CallIds,
  atMs: number | null,
  call: ReplyStep['call'],
): Step {
  const items: readonly InputItem[] = itemsOf(said, ids);
  switch (said.role) {
    case 'assistant':
      return replyStep(items, { id, atMs, call });
    case 'tool':
      return inputStep('result', items, { id, atMs, senderId: 'tool' });
    case 'user':
      return inputStep(isTurn(said) ? 'turn' : 'context', items, { id, atMs, senderId: 'user' });
    default:
      return inputStep('instructions', items, { id, atMs, senderId: said.role });
  }
}

/** A tool that failed may have said nothing else. */
function withError(raw: RawRecord): RawRecord {
  const { error, content } = raw;
  const isEmpty = content === undefined || content === null || content === '';
  return isRecord(error) && isEmpty ? { ...raw, content: error['message'] } : raw;
}
