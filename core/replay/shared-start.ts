import { type ContentPart, type InputItem } from '../domain/input-item.ts';
import { type ThreadRun } from '../domain/thread.ts';
import { estimateItemTokens } from '../domain/token-estimate.ts';

/** Enough to tell two runs apart; a thread of equal runs would otherwise be compared with itself over and over. */
const COMPARED_ITEMS = 200;

/**
 * For each run, the tokens of the items that the transcript from this run on and the transcript from
 * the next run on have in common at their start. Nearly always 0. Runs without messages have 0 and are
 * passed over: they are no blocks.
 */
export function sharedStartTokens(runs: readonly Pick<ThreadRun, 'messages'>[]): readonly number[] {
  const items: InputItem[] = [];
  const startOf: number[] = [];
  for (const run of runs) {
    startOf.push(items.length);
    for (const message of run.messages) for (const item of message.items) items.push(item);
  }
  const shared = runs.map(() => 0);
  let later: number | null = null;
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    if (runs[index]?.messages.length === 0) continue;
    const start = startOf[index] ?? 0;
    if (later !== null) shared[index] = commonTokens(items, start, later);
    later = start;
  }
  return shared;
}

function commonTokens(items: readonly InputItem[], left: number, right: number): number {
  let tokens = 0;
  for (let offset = 0; offset < COMPARED_ITEMS; offset += 1) {
    const leftItem = items[left + offset];
    const rightItem = items[right + offset];
    if (leftItem === undefined || rightItem === undefined || !readsTheSame(leftItem, rightItem)) break;
    tokens += estimateItemTokens(leftItem);
  }
  return tokens;
}

/** Ids of messages are not part of what the model reads; ids of tool calls are. Unknown items never match. */
function readsTheSame(left: InputItem, right: InputItem): boolean {
  if (left.type === 'message') {
    return right.type === 'message' && left.role === right.role && sameContent(left.content, right.content);
  }
  if (left.type === 'function_call') {
    return (
      right.type === 'function_call' &&
      left.call_id === right.call_id &&
      left.name === right.name &&
      left.arguments === right.arguments
    );
  }
  return (
    left.type === 'function_call_output' &&
    right.type === 'function_call_output' &&
    left.call_id === right.call_id &&
    sameContent(left.output, right.output)
  );
}

function sameContent(left: Content, right: Content): boolean {
  const leftParts = partsOf(left);
  const rightParts = partsOf(right);
  return (
    leftParts.length === rightParts.length &&
    leftParts.every((part, index) => {
      const other = rightParts[index];
      if (other === undefined || part.type === 'unknown' || part.type !== other.type) return false;
      if ('text' in part) return 'text' in other && part.text === other.text;
      if (part.type === 'input_image') {
        return (
          other.type === 'input_image' && part.image_url === other.image_url && part.file_id === other.file_id
        );
      }
      return (
        other.type === 'input_file' && part.file_id === other.file_id && part.file_data === other.file_data
      );
    })
  );
}

type Content = string | readonly ContentPart[];

function partsOf(content: Content): readonly ContentPart[] {
  return typeof content === 'string' ? [{ type: 'input_text', text: content }] : content;
}
