import type { InputItem } from '../../domain/input-item.ts';
import { isReplyItem } from '../../inspect/model-replies.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { COMPACTION_FACTS, isCompaction, marksOf, replyFacts, sentFacts } from './entry-facts.ts';
import { outputPlace, type ItemMarks } from './entry-table.ts';
import type { ThreadTable } from './thread-table.ts';

/** Items of an input as entries of a thread; items next to each other that one reply made are one. */
export class InputEntries {
  readonly #table: ThreadTable;
  readonly #thread: number;
  readonly #record: number;
  #reply: { readonly item: InputItem; readonly place: number; readonly marks?: ItemMarks | undefined }[] = [];

  constructor(table: ThreadTable, thread: number, record: number) {
    this.#table = table;
    this.#thread = thread;
    this.#record = record;
  }

  addInstructions(item: InputItem, place: number): void {
    this.#table.append(this.#thread, this.#record, sentFacts(item, false), [[place]]);
  }

  /** @param marks Left out where nothing will be compared with the thread. */
  add(item: InputItem, place: number, marks?: ItemMarks): void {
    const compaction = isCompaction(item);
    if (!compaction && isReplyItem(item)) {
      this.#reply.push({ item, place, marks });
      return;
    }
    this.end();
    const facts = compaction ? COMPACTION_FACTS : sentFacts(item, true);
    this.#table.append(this.#thread, this.#record, facts, [[place, marks]]);
  }

  /** No more items come. */
  end(): void {
    if (this.#reply.length === 0) return;
    const facts = replyFacts(
      this.#reply.map(({ item }) => item),
      false,
    );
    const items = this.#reply.map(({ place, marks }) => [place, marks] as const);
    this.#reply = [];
    this.#table.append(this.#thread, this.#record, facts, items);
  }
}

/** What a call gave back as entries of a thread. */
export function addAnswer(
  table: ThreadTable,
  thread: number,
  record: number,
  output: readonly unknown[],
): void {
  const items = output.map((value) => parseInputItem(value));
  const compactions = items.flatMap((item, index) => (isCompaction(item) ? [index] : []));
  // One answer is one call, so it isn't torn apart: a compaction stands after it only as its last item.
  const last = items.length > 1 && compactions.at(-1) === items.length - 1 ? compactions.pop() : undefined;
  for (const index of compactions) table.append(thread, record, COMPACTION_FACTS, [[outputPlace(index)]]);
  const own = items.flatMap((item, index) => (isCompaction(item) ? [] : [{ item, index }]));
  const facts = replyFacts(
    own.map(({ item }) => item),
    true,
  );
  table.append(
    thread,
    record,
    facts,
    own.map(({ item, index }) => [outputPlace(index), marksOf(item)] as const),
  );
  if (last !== undefined) table.append(thread, record, COMPACTION_FACTS, [[outputPlace(last)]]);
}

export function instructionItem(instructions: string): InputItem {
  return { type: 'message', role: 'developer', content: instructions };
}
