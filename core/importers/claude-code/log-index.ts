import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, plainText, textOrNull } from '../readers/json-text.ts';
import { PackedColumn } from '../readers/packed-column.ts';
import type { SkippedRecords } from '../readers/skipped-records.ts';
import type { TreeNode } from '../tree/log-tree.ts';
import { Answers } from './answers.ts';
import { LaneStarts } from './lane-starts.ts';
import { Lanes } from './lanes.ts';
import { lineKind, messageOf, type LineKind } from './line-kind.ts';
import { LogNodes } from './log-nodes.ts';

/** A title and what it is the title of: a node by its id, or a session. */
interface Title {
  readonly text: string;
  readonly rank: number;
}

/**
 * First pass over a session log: which lines are one message, what follows what, and which thread is
 * whose. Keeps no text but ids, and of each line a few numbers.
 */
export class LogIndex {
  readonly nodes = new LogNodes();
  readonly lanes: Lanes;
  /** Lines that compactions name as the first that they kept. */
  readonly keptLines = new Set<string>();
  readonly #skipped: SkippedRecords;
  /** Per record: its node, or -1. */
  readonly #nodeOf = new PackedColumn(-1, 'rising');
  #recordCount = 0;
  #answers = new Answers();
  /** Compactions that have their summary. */
  readonly #summarized = new PackedColumn(0);
  readonly #starts = new LaneStarts();
  readonly #titleOfLeaf = new Map<string, string>();
  readonly #titleOfLane = new Map<number, string>();
  readonly #titleOfSession = new Map<number, Title>();

  constructor(skipped: SkippedRecords, fallbackSession: string) {
    this.#skipped = skipped;
    this.lanes = new Lanes(fallbackSession);
  }

  /** The node of a record; -1 for none. */
  nodeOf(record: number): number {
    return this.#nodeOf.at(record);
  }

  add(record: RawRecord, line: number | null): void {
    const ordinal = this.#recordCount;
    this.#recordCount += 1;
    this.#readTitle(record);
    const kind = lineKind(record);
    if (kind === 'unknown') {
      this.#skipped.add(textOrNull(record['type']) ?? '', line);
      return;
    }
    const uuid = textOrNull(record['uuid']);
    if (uuid === null && kind === 'none') return;
    const mark = markOf(record);
    if (uuid !== null && this.#isRepeat(record, uuid, mark)) return;
    const node = this.#placeRecord(record, kind, uuid, mark, ordinal);
    this.#nodeOf.set(ordinal, node);
    if (uuid !== null) this.nodes.name(node, uuid);
    this.#starts.note(record, node);
    const meta = record['compactMetadata'];
    const kept = isRecord(meta) && isRecord(meta['preservedSegment']) ? meta['preservedSegment'] : {};
    const first = textOrNull(kept['headUuid']);
    if (first !== null) this.keptLines.add(first);
  }

  titleOf(lane: number): string | null {
    const own = this.#titleOfLane.get(lane) ?? null;
    if (this.lanes.partAt(lane) > 0 || this.lanes.agentIdAt(lane) !== null) return own;
    return this.#titleOfSession.get(this.lanes.sessionAt(lane))?.text ?? own;
  }

  /** All lines are read: titles find their threads. */
  end(): void {
    for (const [leaf, title] of this.#titleOfLeaf) {
      const lane = this.nodes.laneAt(this.nodes.named(leaf));
      if (lane >= 0) this.#titleOfLane.set(lane, title);
    }
    this.nodes.end();
    this.#answers = new Answers();
  }

  /** The node that started the agent of a lane; null when the log doesn't show it. */
  startOf(lane: number): number | null {
    return this.#starts.startOf(lane, this.lanes.agentIdAt(lane)) ?? this.lanes.startedAt(lane);
  }

  /** A line once more: of the same thread it is left out, of another it is where that thread goes on from. */
  #isRepeat(record: RawRecord, uuid: string, mark: number): boolean {
    const known = this.nodes.named(uuid);
    if (known < 0 || !this.nodes.hasMark(known, mark)) return false;
    const session = this.lanes.sessionOf(record);
    const lane = this.nodes.laneAt(known);
    // The other session repeats a node of this one.
    if (this.lanes.sessionAt(lane) !== session && !this.lanes.isAgent(lane))
      this.lanes.took(this.lanes.mainOf(session), known, this.nodes.kindAt(known), true);
    return true;
  }

  #placeRecord(
    record: RawRecord,
    kind: Exclude<LineKind, 'unknown'>,
    uuid: string | null,
    mark: number,
    ordinal: number,
  ): number {
    const { nodes, lanes } = this;
    const named =
      record['subtype'] === 'compact_boundary'
        ? (record['logicalParentUuid'] ?? record['parentUuid'])
        : record['parentUuid'];
    const known = typeof named === 'string' ? nodes.named(named) : -1;
    const lane = lanes.laneOf(record, kind, nodes.laneAt(known), uuid, known);
    const answerId = kind === 'reply' ? answerIdOf(record) : null;
    const answerKey = kind === 'reply' ? (answerId ?? uuid) : null;
    const answer = answerKey === null ? -1 : this.#answers.numberOf(answerKey);
    const same = answer < 0 ? -1 : this.#answers.nodeOf(answer, lane);
    const open = same < 0 && kind === 'summary' ? this.#boundaryWithoutText(known, lane) : same;
    if (open >= 0) {
      nodes.extend(open, ordinal);
      return open;
    }
    const isMine = known >= 0 && lanes.agentKeyAt(nodes.laneAt(known)) === lanes.agentKeyAt(lane);
    const nodeKind = nodeKindOf(kind);
    const fork = forkedFrom(record);
    const node = nodes.add({
      parent: kind === 'clear' ? -1 : lanes.parentFor(lane, kind, isMine ? known : -1, named === null),
      kind: nodeKind,
      uuid,
      lane,
      record: ordinal,
      answer,
      hasAnswerId: answerId !== null,
      forkedFrom: fork === null ? -1 : lanes.sessionNamed(fork),
      mark,
    });
    if (answer >= 0) this.#answers.add(answer, lane, node);
    lanes.took(lane, node, nodeKind, isMine);
    if (nodeKind === 'turn' && lanes.isAgent(lane)) this.#starts.noteTurn(lane, record);
    return node;
  }

  /** A summary's text follows its boundary; older logs have the text alone. -1 for none that waits for one. */
  #boundaryWithoutText(parent: number, lane: number): number {
    let at = parent >= 0 ? parent : this.lanes.lastAt(lane);
    // Lines that say nothing may stand in between.
    while (at >= 0 && this.nodes.kindAt(at) === 'none') at = this.nodes.parentAt(at);
    const isOpen = at >= 0 && this.nodes.kindAt(at) === 'compaction' && this.nodes.laneAt(at) === lane;
    if (!isOpen || this.#summarized.at(at) === 1) return -1;
    this.#summarized.set(at, 1);
    return at;
  }

  #readTitle(record: RawRecord): void {
    const summary = textOrNull(record['summary']);
    const leaf = textOrNull(record['leafUuid']);
    if (record['type'] === 'summary' && summary !== null && leaf !== null)
      this.#titleOfLeaf.set(leaf, summary);
    const custom = textOrNull(record['customTitle']);
    const text = custom ?? textOrNull(record['aiTitle']);
    if (text === null) return;
    const session = this.lanes.sessionOf(record);
    const rank = custom === null ? 1 : 2;
    const known = this.#titleOfSession.get(session);
    if (known === undefined || rank >= known.rank) this.#titleOfSession.set(session, { text, rank });
  }
}

/** Lines of one answer share its id and their request. */
export function answerIdOf(record: RawRecord): string | null {
  const id = textOrNull(messageOf(record)?.['id']);
  const request = textOrNull(record['requestId']);
  if (id === null) return request;
  return request === null ? id : `${id}/${request}`;
}

function nodeKindOf(kind: Exclude<LineKind, 'unknown'>): TreeNode['kind'] {
  if (kind === 'clear') return 'context';
  return kind === 'summary' ? 'compaction' : kind;
}

function forkedFrom(record: RawRecord): string | null {
  const from = record['forkedFrom'];
  return isRecord(from) ? textOrNull(from['sessionId']) : null;
}

/** A sum and not the line's text, of which a long log has too much to be kept. */
function markOf(record: RawRecord): number {
  const content = messageOf(record)?.['content'];
  const size = typeof content === 'string' || isList(content) ? content.length : -1;
  const text = `${plainText(record['type'])} ${plainText(record['timestamp'])} ${typeof content}`;
  let sum = size;
  for (let index = 0; index < text.length; index += 1)
    sum = (Math.imul(sum, 31) + text.charCodeAt(index)) | 0;
  return sum === -(2 ** 31) ? 0 : sum;
}
