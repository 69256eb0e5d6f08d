import { threadId, type ThreadId } from '../../domain/ids.ts';
import type { RawRecord } from '../raw-record.ts';
import { textOrNull } from '../readers/json-text.ts';
import type { CutKind } from '../steps/run-cutter.ts';
import type { LineKind } from './line-kind.ts';

/** A session or what follows a /clear in it, or one sub-agent: lines that become one thread and its branches. */
export class Lane {
  readonly session: string;
  /** How often the session had been cleared before. */
  readonly part: number;
  /** Tells sub-agents apart; null for the session itself. */
  readonly agentKey: string | null;
  /** The program's name of the sub-agent. */
  readonly agentId: string | null;
  /** Of a session with `/clear`, for what it has in common. */
  readonly slug: string | null;
  /** The node that the lane hangs on in another lane, or the last one before it. */
  readonly startedAt: number | null;
  title: string | null = null;
  prompt: string | null = null;
  /** Newest node, of whatever kind. */
  last = -1;
  /** Newest node that says something: the end of the active path. */
  leaf = -1;
  /** Compactions that have their summary. */
  readonly textOf = new Set<number>();
  #hasLinks = false;

  constructor(fields: Pick<Lane, 'session' | 'part' | 'agentKey' | 'agentId' | 'slug' | 'startedAt'>) {
    this.session = fields.session;
    this.part = fields.part;
    this.agentKey = fields.agentKey;
    this.agentId = fields.agentId;
    this.slug = fields.slug;
    this.startedAt = fields.startedAt;
  }

  get threadId(): ThreadId {
    if (this.agentKey !== null) return threadId(`${this.session}/agent-${this.agentKey}`);
    return threadId(this.part === 0 ? this.session : `${this.session}/${this.part + 1}`);
  }

  /**
   * The node that a new one follows. Lines that name none, or one that isn't in the file, follow the line
   * before them; but where the log links its lines, a user turn without a link begins anew.
   */
  parentFor(kind: LineKind, known: number, namesNone: boolean): number {
    if (known >= 0) return known;
    return kind === 'turn' && namesNone && this.#hasLinks ? -1 : this.last;
  }

  took(node: number, kind: CutKind | 'none', isLinked: boolean): void {
    this.last = node;
    if (isLinked) this.#hasLinks = true;
    if (kind !== 'none' && kind !== 'context') this.leaf = node;
  }

  /** The lane repeats a node of another session. */
  copy(node: number, kind: CutKind | 'none'): void {
    this.took(node, kind, true);
  }
}

/** Finds the lane of each line. */
export class Lanes {
  readonly #fallbackSession: string;
  readonly #main = new Map<string, Lane>();
  readonly #agents = new Map<string, Lane>();
  readonly #all: Lane[] = [];

  constructor(fallbackSession: string) {
    this.#fallbackSession = fallbackSession;
  }

  /** In the order they began. */
  all(): readonly Lane[] {
    return this.#all;
  }

  sessionOf(record: RawRecord): string {
    return textOrNull(record['sessionId']) ?? textOrNull(record['session_id']) ?? this.#fallbackSession;
  }

  mainOf(session: string, slug: string | null = null): Lane {
    const known = this.#main.get(session);
    return known ?? this.#openMain(session, 0, slug);
  }

  /** @param parent The lane of the line that this one follows, and that line's node. */
  laneOf(
    record: RawRecord,
    kind: LineKind,
    parent: Lane | null,
    uuid: string | null,
    parentNode: number,
  ): Lane {
    const session = this.sessionOf(record);
    if (record['isSidechain'] === true) return this.#agentLane(record, session, parent, uuid, parentNode);
    const slug = textOrNull(record['slug']);
    const current = this.mainOf(session, slug);
    if (kind === 'clear') {
      // Nothing was said yet: the thread simply begins here.
      return current.leaf < 0 ? current : this.#openMain(session, current.part + 1, slug);
    }
    const isOwn = parent !== null && parent.agentKey === null && parent.session === session;
    return isOwn ? parent : current;
  }

  #openMain(session: string, part: number, slug: string | null): Lane {
    const lane = new Lane({ session, part, agentKey: null, agentId: null, slug, startedAt: null });
    this.#main.set(session, lane);
    this.#all.push(lane);
    return lane;
  }

  #agentLane(
    record: RawRecord,
    session: string,
    parent: Lane | null,
    uuid: string | null,
    parentNode: number,
  ): Lane {
    const agentId = textOrNull(record['agentId']);
    if (agentId === null && parent !== null && parent.agentKey !== null) return parent;
    const newest = this.#agents.get(`${session}\n`);
    // A line whose predecessor is missing goes on where the last agent of the session was.
    const isLost = agentId === null && parent === null && typeof record['parentUuid'] === 'string';
    if (isLost && newest !== undefined) return newest;
    const agentKey = agentId ?? uuid ?? String(this.#all.length);
    const known = this.#agents.get(`${session}\n${agentKey}`);
    if (known !== undefined) return known;
    const main = this.#main.get(session);
    const before = main === undefined || main.leaf < 0 ? null : main.leaf;
    const startedAt = parent !== null && parent.agentKey === null ? parentNode : before;
    const slug = textOrNull(record['slug']);
    const lane = new Lane({ session, part: 0, agentKey, agentId, slug, startedAt });
    this.#agents.set(`${session}\n${agentKey}`, lane);
    this.#agents.set(`${session}\n`, lane);
    this.#all.push(lane);
    return lane;
  }
}
