import type { MessageId } from './ids.ts';
import type { InputItem } from './input-item.ts';

/** Items one sender added together: the smallest thing a summarizer keeps or drops. */
export interface Message {
  readonly id: MessageId;
  /** Empty for a summary, which speaks for no participant. */
  readonly senderId: string;
  readonly items: readonly InputItem[];
}
