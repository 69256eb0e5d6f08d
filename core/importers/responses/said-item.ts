import type { InputItem } from '../../domain/input-item.ts';
import { isReplyItem } from '../../inspect/model-replies.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { cutFacts } from '../readers/cut-facts.ts';
import type { CompactionEntry, CutFacts, InputEntry, ReplyEntry } from '../readers/transcript-entry.ts';
import { itemIdOf, markOf } from './item-keys.ts';
import type { ResponseAnswer } from './response-records.ts';

/** A list of items that may be read again. */
export interface ItemList {
  at(index: number): unknown;
}

/**
 * An item by its place in a list: what is needed to find it again, and no word of it. A class, because a source
 * has hundreds of thousands.
 */
export class SaidItem {
  readonly id: string | null;
  /** The same for the same content. */
  readonly mark: number;
  /** The place of its entry in the thread; -1 while it is in none. */
  entry = -1;
  readonly #list: ItemList;
  readonly #index: number;

  constructor(item: InputItem, list: ItemList, index: number) {
    this.id = itemIdOf(item);
    this.mark = markOf(item);
    this.#list = list;
    this.#index = index;
  }

  read(): InputItem {
    return parseInputItem(this.#list.at(this.#index));
  }
}

/** What was sent, read when it is asked for. */
export class SentEntry implements InputEntry {
  readonly kind = 'input';
  readonly id: string | null;
  readonly senderId: string;
  readonly atMs: number | null;
  readonly facts: CutFacts;
  readonly #source: { read(): InputItem };

  constructor(item: InputItem, atMs: number | null, source: { read(): InputItem }) {
    this.id = itemIdOf(item);
    this.senderId = item.type === 'message' ? item.role : 'tool';
    this.atMs = atMs;
    this.facts = cutFacts('input', [item]);
    this.#source = source;
  }

  get item(): InputItem {
    return this.#source.read();
  }
}

/** What one call gave back, read when it is asked for. */
export class AnswerEntry implements ReplyEntry {
  readonly kind = 'reply';
  readonly id: string | null;
  readonly model: string | null;
  readonly usage: ReplyEntry['usage'];
  readonly atMs: number | null;
  readonly ended: ReplyEntry['ended'];
  readonly facts: CutFacts;
  /** A list only for a reply of several items. */
  readonly #said: SaidItem | readonly SaidItem[];

  constructor(
    { id, model, usage, atMs, ended }: Omit<ResponseAnswer, 'output'>,
    said: readonly SaidItem[],
    facts: CutFacts,
  ) {
    this.id = id;
    this.model = model;
    this.usage = usage;
    this.atMs = atMs;
    this.ended = ended;
    this.facts = facts;
    const [only] = said;
    this.#said = only !== undefined && said.length === 1 ? only : said;
  }

  get items(): readonly InputItem[] {
    const said = this.#said instanceof SaidItem ? [this.#said] : this.#said;
    return said.map((item) => item.read());
  }
}

/**
 * Takes an entry of a thread with the items that it is made of; none of these for instructions and compactions.
 */
export type OnEntry = (entry: SentEntry | AnswerEntry | CompactionEntry, said: readonly SaidItem[]) => void;

/** Items of an input as entries; items next to each other that one reply made are one. */
export class InputEntries {
  readonly #onEntry: OnEntry;
  readonly #atMs: number | null;
  #reply: { readonly item: InputItem; readonly said: SaidItem }[] = [];

  constructor(atMs: number | null, onEntry: OnEntry) {
    this.#atMs = atMs;
    this.#onEntry = onEntry;
  }

  add(said: SaidItem): void {
    const item = said.read();
    const compaction = compactionEntry(item, null);
    if (compaction === null && isReplyItem(item)) {
      this.#reply.push({ item, said });
      return;
    }
    this.end();
    if (compaction === null) this.#onEntry(new SentEntry(item, this.#atMs, said), [said]);
    else this.#onEntry(compaction, []);
  }

  /** No more items come. */
  end(): void {
    const [first] = this.#reply;
    if (first === undefined) return;
    const said = this.#reply.map((one) => one.said);
    const facts = cutFacts(
      'reply',
      this.#reply.map(({ item }) => item),
    );
    this.#reply = [];
    const unreported = { id: first.said.id, model: null, usage: null, atMs: null, ended: null };
    this.#onEntry(new AnswerEntry(unreported, said, facts), said);
  }
}

export function addAnswer(answer: ResponseAnswer, onEntry: OnEntry): void {
  const list: ItemList = { at: (index) => answer.output[index] };
  const items = answer.output.map((value) => parseInputItem(value));
  const compactions = items.map((item) => compactionEntry(item, answer.atMs));
  const own = items.flatMap((item, index) => (compactions[index] === null ? [{ item, index }] : []));
  const said = own.map(({ item, index }) => new SaidItem(item, list, index));
  const facts = cutFacts(
    'reply',
    own.map(({ item }) => item),
  );
  // One answer is one call, so it isn't torn apart: a compaction stands after it only as its last item.
  const last = items.length > 1 ? (compactions.pop() ?? null) : null;
  for (const compaction of compactions) if (compaction !== null) onEntry(compaction, []);
  onEntry(new AnswerEntry(answer, said, facts), said);
  if (last !== null) onEntry(last, []);
}

function compactionEntry(item: InputItem, atMs: number | null): CompactionEntry | null {
  if (item.type !== 'unknown' || item.raw['type'] !== 'compaction') return null;
  return { kind: 'compaction', id: itemIdOf(item), text: null, trigger: 'unknown', raw: item.raw, atMs };
}
