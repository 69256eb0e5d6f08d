import { messageId } from '../../domain/ids.ts';
import { oneLine } from '../../domain/thread-title.ts';
import { messageText } from '../../inspect/message-text.ts';
import type { Step } from './step.ts';

/** The first words of some steps, for a thread in which no user speaks; null when there are none. */
export function titleOf(steps: readonly Step[]): string | null {
  for (const step of steps) {
    if (step.kind !== 'input' && step.kind !== 'reply') continue;
    const title = oneLine(messageText({ id: messageId(''), senderId: '', items: step.items }));
    if (title !== '') return title;
  }
  return null;
}
