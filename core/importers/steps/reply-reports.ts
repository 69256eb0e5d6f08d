import type { InputItem } from '../../domain/input-item.ts';
import type { Step, StepCall } from './step.ts';

interface OpenReply {
  readonly items: InputItem[];
  readonly id: string | null;
  readonly atMs: number | null;
}

/**
 * Puts the items of one answer together and pairs the answers with the reports of what they used. Most
 * versions write the report after the items, some before them.
 */
export class ReplyReports {
  readonly #put: (step: Step) => void;
  #reply: OpenReply | null = null;
  #hasUnpaidReply = false;
  /** Null as long as nothing shows it. */
  #reportsFirst: boolean | null = null;
  #prepaid: { readonly call: StepCall; readonly atMs: number | null } | null = null;

  constructor(put: (step: Step) => void) {
    this.#put = put;
  }

  /** @param id Names the answer, when this is its first item. */
  add(item: InputItem, id: string | null, atMs: number | null): void {
    this.#reply ??= { items: [], id, atMs };
    this.#reply.items.push(item);
  }

  /** Something else follows than more of the same answer. */
  close(): void {
    const reply = this.#reply;
    if (reply === null) return;
    const prepaid = this.#prepaid;
    this.#reply = null;
    this.#prepaid = null;
    if (prepaid === null) this.#hasUnpaidReply = true;
    else this.#reportsFirst = true;
    this.#put({ kind: 'reply', ...reply, call: prepaid?.call ?? 'later' });
  }

  report(call: StepCall, atMs: number | null): void {
    this.end();
    if (!this.#hasUnpaidReply && this.#reportsFirst !== false) {
      this.#prepaid = { call, atMs };
      return;
    }
    this.#reportsFirst = false;
    this.#hasUnpaidReply = false;
    this.#put({ kind: 'call', call, atMs });
  }

  /** What the run before left unpaid stays so. */
  beginRun(): void {
    this.#hasUnpaidReply = false;
  }

  /** A report that no answer follows is of a call without one, such as a summary's. */
  end(): void {
    this.close();
    const prepaid = this.#prepaid;
    this.#prepaid = null;
    if (prepaid !== null) this.#put({ kind: 'call', ...prepaid });
  }
}
