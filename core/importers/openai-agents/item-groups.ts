import { textOrNull } from '../readers/json-text.ts';
import type { InputItem } from '../../domain/input-item.ts';
import { inputStep, replyStep } from '../steps/make-step.ts';
import type { CompactionStep, ReplyStep, Step } from '../steps/step.ts';
import { cutKindOf } from '../steps/step-thread.ts';
import type { CutKind } from '../steps/run-cutter.ts';
import { agentItem, isReply } from './agent-item.ts';

export interface SessionItem {
  /** Of its row; null where items have none. */
  readonly id: string | null;
  readonly value: unknown;
  readonly atMs: number | null;
}

/** Items that are one message: everything that the model wrote in a row, or one item of anything else. */
export interface ItemGroup<Item extends SessionItem = SessionItem> {
  readonly items: readonly Item[];
  readonly kind: CutKind;
  readonly steps: readonly Step[];
}

/** @param call What is known of the calls; left out: nothing. */
export function groupItems(list: readonly SessionItem[], call?: ReplyStep['call']): readonly ItemGroup[] {
  return [...eachItemGroup(list, call)];
}

/** The same one after another, so that a long list isn't in memory whole. */
export function* eachItemGroup<Item extends SessionItem>(
  list: Iterable<Item>,
  call?: ReplyStep['call'],
): Generator<ItemGroup<Item>, void, undefined> {
  let reply: { readonly source: Item; readonly item: InputItem }[] = [];
  const closeReply = (): readonly ItemGroup<Item>[] => {
    const [first] = reply;
    if (first === undefined) return [];
    const { id, atMs } = first.source;
    const step = replyStep(
      reply.map(({ item }) => item),
      { id, atMs, ...(call === undefined ? {} : { call }) },
    );
    const items = reply.map(({ source }) => source);
    reply = [];
    return [{ items, kind: 'reply', steps: [step] }];
  };
  for (const source of list) {
    const item = agentItem(source.value);
    if (isReply(item)) {
      reply.push({ source, item });
      continue;
    }
    yield* closeReply();
    const step = compactionOf(item, source) ?? givenStep(item, source);
    yield { items: [source], kind: cutKindOf(step), steps: [step] };
  }
  yield* closeReply();
}

export function givenStep(item: InputItem, { id, atMs }: Pick<SessionItem, 'id' | 'atMs'>): Step {
  if (item.type === 'function_call_output')
    return inputStep('result', [item], { id, atMs, senderId: 'tool' });
  if (item.type !== 'message') {
    const isResult =
      item.type === 'unknown' && /_(?:output|result)$/.test(textOrNull(item.raw['type']) ?? '');
    return inputStep(isResult ? 'result' : 'context', [item], { id, atMs, senderId: isResult ? 'tool' : '' });
  }
  const { role, content } = item;
  if (role !== 'user') return inputStep('instructions', [item], { id, atMs, senderId: role });
  const isTurn =
    typeof content === 'string'
      ? content.trim() !== ''
      : content.some((part) => !('text' in part) || part.text.trim() !== '');
  return inputStep(isTurn ? 'turn' : 'context', [item], { id, atMs, senderId: 'user' });
}

/** A session that compacts replaces its rows by one that nobody but the provider can read. */
function compactionOf(item: InputItem, { id, atMs }: SessionItem): CompactionStep | null {
  if (item.type !== 'unknown' || !/^compaction(?:_summary)?$/.test(textOrNull(item.raw['type']) ?? ''))
    return null;
  return {
    kind: 'compaction',
    id,
    text: null,
    opaque: true,
    trigger: 'auto',
    tokensBefore: null,
    tokensAfter: null,
    keptFromId: null,
    atMs,
  };
}
