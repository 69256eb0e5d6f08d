import { describe, expect, it } from 'vitest';
import type { MessageId } from '../../../../core/domain/ids.ts';
import type { Message } from '../../../../core/domain/message.ts';
import { groupIntoRunBlocks, newestRunOf, type MessageOrigin } from '../../../../core/domain/run-block.ts';
import { message, runOrigin, summaryOrigin } from '../../../support/builders.ts';

/** `a1:A x:-` is message a1 of run A, then message x of no run; `s:+S` comes from summary S. */
function placed(text: string): { messages: Message[]; originOf: Map<MessageId, MessageOrigin> } {
  const messages: Message[] = [];
  const originOf = new Map<MessageId, MessageOrigin>();
  for (const pair of text.split(' ')) {
    const [id = '', origin = '-'] = pair.split(':');
    const each = message(id, id);
    messages.push(each);
    if (origin.startsWith('+')) originOf.set(each.id, summaryOrigin(origin.slice(1)));
    else if (origin !== '-') originOf.set(each.id, runOrigin(origin));
  }
  return { messages, originOf };
}

function blocksOf(text: string): string {
  const { messages, originOf } = placed(text);
  return groupIntoRunBlocks(messages, originOf)
    .map(({ origin, messages: inBlock }) => {
      const ids = inBlock.map((each) => each.id).join(' ');
      if (origin === null) return `-[${ids}]`;
      return origin.kind === 'run' ? `${origin.runId}[${ids}]` : `+${origin.summaryId}[${ids}]`;
    })
    .join(' ');
}

describe('groupIntoRunBlocks', () => {
  it('opens a new block when a run comes back after another one', () => {
    // Filed under the block before it, the keep window cut one run too late.
    expect(blocksOf('a1:A a2:A b1:B a3:A')).toBe('A[a1 a2] B[b1] A[a3]');
  });

  it('groups neighbouring messages of no run, but not across a run', () => {
    expect(blocksOf('a1:A a2:A b1:B a3:A x:- y:- b2:B')).toBe('A[a1 a2] B[b1] A[a3] -[x y] B[b2]');
    expect(blocksOf('x:- a1:A y:-')).toBe('-[x] A[a1] -[y]');
  });

  it('tells a run from a summary of the same id', () => {
    expect(blocksOf('s:+A a1:A t:+A u:+B')).toBe('+A[s] A[a1] +A[t] +B[u]');
  });

  it('gives no blocks for no messages', () => {
    expect(groupIntoRunBlocks([], new Map())).toEqual([]);
  });
});

describe('newestRunOf', () => {
  const newestOf = (text: string) => {
    const { messages, originOf } = placed(text);
    return newestRunOf(groupIntoRunBlocks(messages, originOf));
  };

  it('is the last run among the blocks, whatever follows it', () => {
    expect(newestOf('a1:A b1:B x:-')).toBe('B');
  });

  it('is null where there is no run, a summary not being one', () => {
    expect(newestOf('s:+S x:-')).toBeNull();
  });
});
