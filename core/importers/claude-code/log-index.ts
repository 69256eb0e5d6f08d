import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, plainText, textOrNull } from '../readers/json-text.ts';
import type { SkippedRecords } from '../readers/skipped-records.ts';
import type { CutKind } from '../steps/run-cutter.ts';
import type { TreeNode } from '../tree/log-tree.ts';
import { lineKind, messageOf, type LineKind } from './line-kind.ts';
import { Lanes, type Lane } from './lanes.ts';

/** A line, or the lines of one answer, before the tree is built. */
export interface LogNode extends TreeNode {
  readonly lane: Lane;
  /** Ordinal of its last record: then it is complete. */
  lastRecord: number;
  /** The answer's id, for a reply; null when the source gives none. */
  readonly answerId: string | null;
  /** The session that this line was copied from, where the line says so. */
  readonly forkedFrom: string | null;
  /** Tells a repeated line from another one with the same id. */
  readonly mark: number;
}

/** A title and what it is the title of: a node by its id, or a session. */
interface Title {
  readonly text: string;
  readonly rank: number;
}

/**
 * First pass over a session log: which lines are one message, what follows what, and which thread is
 * whose. Keeps no text.
 */
export class LogIndex {
  readonly nodes: LogNode[] = [];
  /** A compaction names the first line that it kept. */
  keepsLines = false;
  /** Per record: its node, or -1. */
  readonly nodeOf: number[] = [];
  readonly lanes: Lanes;
  readonly #skipped: SkippedRecords;
  readonly #byUuid = new Map<string, number>();
  readonly #answers = new Map<Lane, Map<string, number>>();
  readonly #titleOfLeaf = new Map<string, string>();
  readonly #titleOfSession = new Map<string, Title>();
  /** Nodes that started a sub-agent, by what the log tells of it. */
  readonly #startByAgent = new Map<string, number>();
  readonly #startByPrompt = new Map<string, number>();

  constructor(skipped: SkippedRecords, fallbackSession: string) {
    this.#skipped = skipped;
    this.lanes = new Lanes(fallbackSession);
  }

  add(record: RawRecord, line: number | null): void {
    const ordinal = this.nodeOf.length;
    this.nodeOf.push(-1);
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
    this.nodeOf[ordinal] = node;
    if (uuid !== null) this.#byUuid.set(uuid, node);
    this.#noteStarts(record, node);
    const meta = record['compactMetadata'];
    if (isRecord(meta) && isRecord(meta['preservedSegment'])) this.keepsLines = true;
  }

  titleOf(lane: Lane): string | null {
    return lane.part > 0 || lane.agentId !== null
      ? lane.title
      : (this.#titleOfSession.get(lane.session)?.text ?? lane.title);
  }

  /** All lines are read: titles find their threads. */
  end(): void {
    for (const [leaf, title] of this.#titleOfLeaf) {
      const node = this.nodes[this.#byUuid.get(leaf) ?? -1];
      if (node !== undefined) node.lane.title = title;
    }
  }

  /** The node that started the agent of a lane; null when the log doesn't show it. */
  startOf(lane: Lane): number | null {
    if (lane.agentId !== null) {
      const byAgent = this.#startByAgent.get(lane.agentId);
      if (byAgent !== undefined) return byAgent;
    }
    const byPrompt = lane.prompt === null ? undefined : this.#startByPrompt.get(lane.prompt);
    return byPrompt ?? lane.startedAt;
  }

  /** A line once more: of the same thread it is left out, of another it is where that thread goes on from. */
  #isRepeat(record: RawRecord, uuid: string, mark: number): boolean {
    const known = this.#byUuid.get(uuid);
    const node = known === undefined ? undefined : this.nodes[known];
    if (known === undefined || node === undefined || node.mark !== mark) return false;
    const session = this.lanes.sessionOf(record);
    if (node.lane.session !== session && node.lane.agentKey === null)
      this.lanes.mainOf(session).copy(known, node.kind);
    return true;
  }

  #placeRecord(
    record: RawRecord,
    kind: Exclude<LineKind, 'unknown'>,
    uuid: string | null,
    mark: number,
    ordinal: number,
  ): number {
    const named =
      record['subtype'] === 'compact_boundary'
        ? (record['logicalParentUuid'] ?? record['parentUuid'])
        : record['parentUuid'];
    const known = typeof named === 'string' ? (this.#byUuid.get(named) ?? -1) : -1;
    const lane = this.lanes.laneOf(record, kind, this.nodes[known]?.lane ?? null, uuid, known);
    const isReply = kind === 'reply';
    const answerId = isReply ? answerIdOf(record) : null;
    const answers = this.#answersOf(lane);
    const answerKey = isReply ? (answerId ?? uuid) : null;
    const same = answerKey === null ? undefined : answers.get(answerKey);
    const open = same ?? (kind === 'summary' ? this.#boundaryWithoutText(known, lane) : undefined);
    const openNode = open === undefined ? undefined : this.nodes[open];
    if (open !== undefined && openNode !== undefined) {
      openNode.lastRecord = ordinal;
      return open;
    }
    const isMine = this.nodes[known] !== undefined && this.nodes[known].lane.agentKey === lane.agentKey;
    const node: LogNode = {
      parent: kind === 'clear' ? -1 : lane.parentFor(kind, isMine ? known : -1, named === null),
      kind: cutKindOf(kind),
      name: uuid,
      lane,
      lastRecord: ordinal,
      answerId,
      forkedFrom: forkedFrom(record),
      mark,
    };
    const index = this.nodes.push(node) - 1;
    if (answerKey !== null) answers.set(answerKey, index);
    lane.took(index, node.kind, isMine);
    if (node.kind === 'turn') lane.prompt ??= promptKey(messageOf(record)?.['content']);
    return index;
  }

  #answersOf(lane: Lane): Map<string, number> {
    const known = this.#answers.get(lane);
    if (known !== undefined) return known;
    const made = new Map<string, number>();
    this.#answers.set(lane, made);
    return made;
  }

  /** A summary's text follows its boundary; older logs have the text alone. */
  #boundaryWithoutText(parent: number, lane: Lane): number | undefined {
    let at = parent >= 0 ? parent : lane.last;
    // Lines that say nothing may stand in between.
    while (this.nodes[at]?.kind === 'none') at = this.nodes[at]?.parent ?? -1;
    const node = this.nodes[at];
    if (node?.kind !== 'compaction' || node.lane !== lane || lane.textOf.has(at)) return undefined;
    lane.textOf.add(at);
    return at;
  }

  #noteStarts(record: RawRecord, node: number): void {
    const result = record['toolUseResult'];
    const agent = isRecord(result) ? textOrNull(result['agentId']) : null;
    if (agent !== null) this.#startByAgent.set(agent, node);
    const content = messageOf(record)?.['content'];
    if (record['type'] !== 'assistant' || !isList(content)) return;
    for (const block of content) {
      if (!isRecord(block) || block['type'] !== 'tool_use' || !isRecord(block['input'])) continue;
      const prompt = promptKey(block['input']['prompt']);
      if (prompt !== null) this.#startByPrompt.set(prompt, node);
    }
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

function cutKindOf(kind: Exclude<LineKind, 'unknown'>): CutKind | 'none' {
  if (kind === 'clear') return 'context';
  return kind === 'summary' ? 'compaction' : kind;
}

/** Lines of one answer share its id and their request. */
function answerIdOf(record: RawRecord): string | null {
  const id = textOrNull(messageOf(record)?.['id']);
  const request = textOrNull(record['requestId']);
  if (id === null) return request;
  return request === null ? id : `${id}/${request}`;
}

function forkedFrom(record: RawRecord): string | null {
  const from = record['forkedFrom'];
  return isRecord(from) ? textOrNull(from['sessionId']) : null;
}

/** The beginning of a prompt is enough to find the call that gave it. */
function promptKey(content: unknown): string | null {
  if (typeof content === 'string') return content === '' ? null : content.slice(0, 400);
  const first: unknown = isList(content) ? content[0] : null;
  return isRecord(first) ? promptKey(first['text'] ?? null) : null;
}

/** A sum and not the line's text, of which a long log has too much to be kept. */
function markOf(record: RawRecord): number {
  const content = messageOf(record)?.['content'];
  const size = typeof content === 'string' || isList(content) ? content.length : -1;
  const text = `${plainText(record['type'])} ${plainText(record['timestamp'])} ${typeof content}`;
  let sum = size;
  for (let index = 0; index < text.length; index += 1)
    sum = (Math.imul(sum, 31) + text.charCodeAt(index)) | 0;
  return sum;
}
