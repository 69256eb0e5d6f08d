import { threadId, type ThreadId } from '../../domain/ids.ts';
import type { RawRecord } from '../raw-record.ts';
import { IdTable } from '../readers/id-table.ts';
import { textOrNull } from '../readers/json-text.ts';
import { PackedColumn } from '../readers/packed-column.ts';
import type { CutKind } from '../steps/run-cutter.ts';
import type { LineKind } from './line-kind.ts';

/** How a lane begins. Texts by their numbers, -1 for none. */
interface LaneStart {
  readonly session: number;
  readonly part: number;
  readonly agentKey: number;
  readonly agentId: number;
  readonly slug: number;
  readonly startedAt: number;
}

/**
 * Finds the lane of each line: a session or what follows a /clear in it, or one sub-agent: lines that become
 * one thread and its branches. Lanes are numbered in the order they began, and in columns: a log may have as
 * many as lines.
 */
export class Lanes {
  readonly #fallbackSession: string;
  readonly #texts = new IdTable();
  /** By lane. */
  readonly #session = new PackedColumn(-1, 'rising');
  readonly #part = new PackedColumn(0);
  readonly #agentKey = new PackedColumn(-1, 'rising');
  readonly #agentId = new PackedColumn(-1, 'rising');
  readonly #slug = new PackedColumn(-1, 'rising');
  readonly #startedAt = new PackedColumn(-1);
  readonly #last = new PackedColumn(-1);
  readonly #leaf = new PackedColumn(-1);
  readonly #hasLinks = new PackedColumn(0);
  #count = 0;
  /** By session: the lane of its own that lines go on. */
  readonly #main = new PackedColumn(-1, 'rising');
  readonly #agents = new IdTable();
  readonly #laneOfAgent = new PackedColumn(-1, 'rising');

  constructor(fallbackSession: string) {
    this.#fallbackSession = fallbackSession;
  }

  get count(): number {
    return this.#count;
  }

  /** By its number. */
  sessionOf(record: RawRecord): number {
    return this.#texts.add(
      textOrNull(record['sessionId']) ?? textOrNull(record['session_id']) ?? this.#fallbackSession,
    );
  }

  /** The number of a session that the log tells of, whether it has lines or not. */
  sessionNamed(session: string): number {
    return this.#texts.add(session);
  }

  sessionName(session: number): string {
    return this.#texts.textOf(session);
  }

  sessionAt(lane: number): number {
    return this.#session.at(lane);
  }

  /** How often the session had been cleared before. */
  partAt(lane: number): number {
    return this.#part.at(lane);
  }

  /** Tells sub-agents apart; -1 for the session itself. */
  agentKeyAt(lane: number): number {
    return this.#agentKey.at(lane);
  }

  isAgent(lane: number): boolean {
    return this.#agentKey.at(lane) >= 0;
  }

  /** The program's name of the sub-agent. */
  agentIdAt(lane: number): string | null {
    return this.#textAt(this.#agentId.at(lane));
  }

  /** Of a session with `/clear`, for what it has in common. */
  slugAt(lane: number): string | null {
    return this.#textAt(this.#slug.at(lane));
  }

  /** The node that the lane hangs on in another lane, or the last one before it. */
  startedAt(lane: number): number | null {
    const node = this.#startedAt.at(lane);
    return node < 0 ? null : node;
  }

  /** Newest node, of whatever kind; -1 for none. */
  lastAt(lane: number): number {
    return this.#last.at(lane);
  }

  /** Newest node that says something: the end of the active path; -1 for none. */
  leafAt(lane: number): number {
    return this.#leaf.at(lane);
  }

  threadIdAt(lane: number): ThreadId {
    const session = this.sessionName(this.sessionAt(lane));
    if (this.isAgent(lane)) return threadId(`${session}/agent-${this.#texts.textOf(this.agentKeyAt(lane))}`);
    const part = this.partAt(lane);
    return threadId(part === 0 ? session : `${session}/${part + 1}`);
  }

  /**
   * The node that a new one follows. Lines that name none, or one that isn't in the file, follow the line
   * before them; but where the log links its lines, a user turn without a link begins anew.
   */
  parentFor(lane: number, kind: LineKind, known: number, namesNone: boolean): number {
    if (known >= 0) return known;
    return kind === 'turn' && namesNone && this.#hasLinks.at(lane) === 1 ? -1 : this.lastAt(lane);
  }

  took(lane: number, node: number, kind: CutKind | 'none', isLinked: boolean): void {
    this.#last.set(lane, node);
    if (isLinked) this.#hasLinks.set(lane, 1);
    if (kind !== 'none' && kind !== 'context') this.#leaf.set(lane, node);
  }

  mainOf(session: number, slug: string | null = null): number {
    const known = this.#main.at(session);
    return known >= 0 ? known : this.#openMain(session, 0, slug);
  }

  /** @param parent The lane of the line that this one follows, and that line's node; -1 for none. */
  laneOf(record: RawRecord, kind: LineKind, parent: number, uuid: string | null, parentNode: number): number {
    const session = this.sessionOf(record);
    if (record['isSidechain'] === true) return this.#agentLane(record, session, parent, uuid, parentNode);
    const slug = textOrNull(record['slug']);
    const current = this.mainOf(session, slug);
    if (kind === 'clear') {
      // Nothing was said yet: the thread simply begins here.
      return this.leafAt(current) < 0 ? current : this.#openMain(session, this.partAt(current) + 1, slug);
    }
    const isOwn = parent >= 0 && !this.isAgent(parent) && this.sessionAt(parent) === session;
    return isOwn ? parent : current;
  }

  #textAt(text: number): string | null {
    return text < 0 ? null : this.#texts.textOf(text);
  }

  #numberOf(text: string | null): number {
    return text === null ? -1 : this.#texts.add(text);
  }

  #openMain(session: number, part: number, slug: string | null): number {
    const start = { session, part, agentKey: -1, agentId: -1, slug: this.#numberOf(slug), startedAt: -1 };
    const lane = this.#open(start);
    this.#main.set(session, lane);
    return lane;
  }

  #agentLane(
    record: RawRecord,
    session: number,
    parent: number,
    uuid: string | null,
    parentNode: number,
  ): number {
    const agentId = textOrNull(record['agentId']);
    if (agentId === null && parent >= 0 && this.isAgent(parent)) return parent;
    const newestKey = `${this.sessionName(session)}\n`;
    const newest = this.#agentLaneOf(newestKey);
    // A line whose predecessor is missing goes on where the last agent of the session was.
    const isLost = agentId === null && parent < 0 && typeof record['parentUuid'] === 'string';
    if (isLost && newest >= 0) return newest;
    const agentKey = agentId ?? uuid ?? String(this.#count);
    const known = this.#agentLaneOf(newestKey + agentKey);
    if (known >= 0) return known;
    const main = this.#main.at(session);
    const lane = this.#open({
      session,
      part: 0,
      agentKey: this.#texts.add(agentKey),
      agentId: this.#numberOf(agentId),
      slug: this.#numberOf(textOrNull(record['slug'])),
      startedAt: parent >= 0 && !this.isAgent(parent) ? parentNode : main < 0 ? -1 : this.leafAt(main),
    });
    this.#laneOfAgent.set(this.#agents.add(newestKey + agentKey), lane);
    this.#laneOfAgent.set(this.#agents.add(newestKey), lane);
    return lane;
  }

  #agentLaneOf(key: string): number {
    const agent = this.#agents.find(key);
    return agent === null ? -1 : this.#laneOfAgent.at(agent);
  }

  #open(start: LaneStart): number {
    const lane = this.#count;
    this.#count += 1;
    this.#session.set(lane, start.session);
    this.#part.set(lane, start.part);
    this.#agentKey.set(lane, start.agentKey);
    this.#agentId.set(lane, start.agentId);
    this.#slug.set(lane, start.slug);
    this.#startedAt.set(lane, start.startedAt);
    return lane;
  }
}
