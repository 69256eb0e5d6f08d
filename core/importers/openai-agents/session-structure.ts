import type { RawRecord } from '../raw-record.ts';
import { IdTable } from '../readers/id-table.ts';
import { textOrNull } from '../readers/json-text.ts';
import { PagedNumbers } from '../readers/paged-numbers.ts';
import { tokenCount } from '../readers/usage.ts';
import { rowId } from './session-tables.ts';
import type { ReadRow, SessionItems } from './session-rows.ts';

export const MAIN_BRANCH = 'main';

/** The rows of each session, by number. */
class RowsBySession {
  readonly #ids = new IdTable();
  /** By session, then by row: the first, the last and the next, each + 1. */
  readonly #first = new PagedNumbers('int');
  readonly #last = new PagedNumbers('int');
  readonly #next = new PagedNumbers('int');

  add(sessionId: unknown, row: number): void {
    if (typeof sessionId !== 'string') return;
    const session = this.#ids.add(sessionId);
    const last = this.#last.at(session) - 1;
    if (last < 0) this.#first.set(session, row + 1);
    else this.#next.set(last, row + 1);
    this.#last.set(session, row + 1);
  }

  *of(sessionId: string): Generator<number, void, undefined> {
    const session = this.#ids.find(sessionId);
    if (session === null) return;
    for (let row = this.#first.at(session) - 1; row >= 0; row = this.#next.at(row) - 1) yield row;
  }
}

/** What a store knows of sessions that keep branches: which messages each has, and what its turns used. */
export class SessionStructure {
  readonly #rowsOf = new RowsBySession();
  readonly #branches = new IdTable();
  readonly #messageIds = new IdTable();
  /** By row. Message ids and turns are + 1, 0 for none. */
  readonly #branchOf = new PagedNumbers('int');
  readonly #messageOf = new PagedNumbers('int');
  readonly #turnOf = new PagedNumbers('double');
  readonly #sequenceOf = new PagedNumbers('double');
  /** By message: where the session that was asked for last has it + 1; which asking that was; its last row + 1. */
  readonly #placeOf = new PagedNumbers('int');
  readonly #placedBy = new PagedNumbers('int');
  readonly #lastRowOf = new PagedNumbers('int');
  #askings = 0;
  readonly #reportsOf = new RowsBySession();
  readonly #reportAt: ReadRow;
  #reports = 0;

  /** @param reportAt Reads a report again by its place among those that are added. */
  constructor(reportAt: ReadRow) {
    this.#reportAt = reportAt;
  }

  addMessage(row: RawRecord): void {
    const message = rowId(row['message_id']);
    const number = this.#branchOf.push(this.#branches.add(branchOf(row)));
    this.#messageOf.push(message === null ? 0 : this.#messageIds.add(message) + 1);
    this.#turnOf.push((tokenCount(row['user_turn_number']) ?? -1) + 1);
    this.#sequenceOf.push(tokenCount(row['sequence_number']) ?? 0);
    this.#rowsOf.add(row['session_id'], number);
  }

  addReport(row: RawRecord): void {
    this.#reportsOf.add(row['session_id'], this.#reports);
    this.#reports += 1;
  }

  reportAt(report: number): RawRecord {
    return this.#reportAt(report);
  }

  reportsOf(sessionId: string): TurnReports {
    const reports = new TurnReports();
    for (const report of this.#reportsOf.of(sessionId)) {
      const row = this.#reportAt(report);
      reports.set(branchOf(row), tokenCount(row['user_turn_number']), report);
    }
    return reports;
  }

  /** The rows of each branch, the main one first, in their order; null for a session that keeps none. */
  branchesOf(sessionId: string): ReadonlyMap<string, readonly number[]> | null {
    const rows = new Map<number, number[]>([[this.#branches.add(MAIN_BRANCH), []]]);
    let isEmpty = true;
    for (const row of this.#rowsOf.of(sessionId)) {
      isEmpty = false;
      const branch = this.#branchOf.at(row);
      const known = rows.get(branch);
      if (known === undefined) rows.set(branch, [row]);
      else known.push(row);
    }
    if (isEmpty) return null;
    return new Map(
      [...rows].map(([branch, own]) => [
        this.#branches.textOf(branch),
        own.sort((left, right) => this.#sequenceOf.at(left) - this.#sequenceOf.at(right)),
      ]),
    );
  }

  /** The session whose messages are asked for from now on has them there; of several of one id, the last counts. */
  placeMessages(items: SessionItems): void {
    this.#askings += 1;
    for (let place = 0; place < items.length; place += 1) {
      const message = this.#numberOf(items.idAt(place));
      if (message < 0) continue;
      this.#placeOf.set(message, place + 1);
      this.#placedBy.set(message, this.#askings);
    }
  }

  /** Where the session has a row's message; -1 for nowhere. */
  placeOf(row: number): number {
    const message = this.#messageOf.at(row);
    return this.#placedBy.at(message) === this.#askings ? this.#placeOf.at(message) - 1 : -1;
  }

  /** The branch whose turns are asked for from now on has these rows. */
  placeRows(rows: readonly number[]): void {
    for (const row of rows) this.#lastRowOf.set(this.#messageOf.at(row), row + 1);
  }

  /** The user's turn that a message of the branch belongs to. */
  turnOf(messageId: string | null): number | null {
    const turn = this.#turnOf.at(this.#lastRowOf.at(this.#numberOf(messageId)) - 1) - 1;
    return turn < 0 ? null : turn;
  }

  /** 0 for a message without an id, -1 for one that is in no branch. */
  #numberOf(messageId: string | null): number {
    if (messageId === null) return 0;
    const known = this.#messageIds.find(messageId);
    return known === null ? -1 : known + 1;
  }
}

/** The reports of a session's turns: of several for one turn, the last. */
export class TurnReports {
  readonly #ofBranch = new Map<string, Map<number | null, number>>();

  set(branch: string, turn: number | null, report: number): void {
    const known = this.#ofBranch.get(branch) ?? new Map<number | null, number>();
    this.#ofBranch.set(branch, known.set(turn, report));
  }

  /** -1 for none. */
  get(branch: string, turn: number | null): number {
    return this.#ofBranch.get(branch)?.get(turn) ?? -1;
  }
}

function branchOf(row: RawRecord): string {
  return textOrNull(row['branch_id']) ?? MAIN_BRANCH;
}
