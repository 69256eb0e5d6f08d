import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import type { SkippedRecords } from '../readers/skipped-records.ts';
import { readTimeMs } from '../readers/time.ts';
import type { CutKind } from '../steps/run-cutter.ts';
import type { TreeNode } from '../tree/log-tree.ts';

export interface SessionNode extends TreeNode {
  readonly atMs: number | null;
  /** Of a compaction: the first message that it kept; null for none. */
  readonly keptFromId: string | null;
  readonly answerId: string | null;
}

/** They change how the session goes on and are not sent to the model. */
const SILENT_TYPES: ReadonlySet<unknown> = new Set([
  'session',
  'model_change',
  'thinking_level_change',
  'custom',
  'label',
  'session_info',
  'leaf',
]);

/** First pass over a session: what follows what. Keeps no text. */
export class SessionTree {
  readonly nodes: SessionNode[] = [];
  /** Per record: its node, or -1. */
  readonly nodeOf: number[] = [];
  header: RawRecord = {};
  title: string | null = null;
  readonly #skipped: SkippedRecords;
  readonly #byId = new Map<string, number>();

  constructor(skipped: SkippedRecords) {
    this.#skipped = skipped;
  }

  add(record: RawRecord, line: number | null): void {
    const type = record['type'];
    if (type === 'session' && this.nodes.length === 0) this.header = record;
    if (type === 'session_info') this.title = textOrNull(record['name']) ?? this.title;
    const kind = entryKind(record);
    if (kind === null) {
      this.#skipped.add(textOrNull(type) ?? '', line);
      this.nodeOf.push(-1);
      return;
    }
    const parent = this.#parentOf(record);
    const id = textOrNull(record['id']);
    const message = isRecord(record['message']) ? record['message'] : {};
    const index =
      this.nodes.push({
        parent,
        kind,
        name: id,
        atMs: readTimeMs(record['timestamp']),
        keptFromId:
          kind === 'compaction' ? this.#firstKept(textOrNull(record['firstKeptEntryId']), parent) : null,
        answerId: kind === 'reply' ? textOrNull(message['responseId']) : null,
      }) - 1;
    this.nodeOf.push(index);
    if (id !== null) this.#byId.set(id, index);
    for (const callId of callIdsOf(message)) if (!this.#byId.has(callId)) this.#byId.set(callId, index);
  }

  /** The entry that was written last is where the session stands. */
  leaf(): number {
    return this.nodes.length - 1;
  }

  /** Some writers name the call that a result answers. Without a name an entry follows the one before. */
  #parentOf(record: RawRecord): number {
    const named = record['parentId'];
    if (named === null) return Math.min(0, this.leaf());
    const known = typeof named === 'string' ? this.#byId.get(named) : undefined;
    return known ?? this.leaf();
  }

  /** The entry that is named may say nothing; then the message after it is the first. */
  #firstKept(id: string | null, parent: number): string | null {
    const first = id === null ? undefined : this.#byId.get(id);
    if (first === undefined) return null;
    let name: string | null = null;
    for (let next = parent; next >= first; next = this.nodes[next]?.parent ?? -1) {
      const node = this.nodes[next];
      if (node !== undefined && node.kind !== 'none' && node.kind !== 'compaction') name = node.name ?? name;
      if (next === first) return name;
    }
    return null;
  }
}

function entryKind(record: RawRecord): CutKind | 'none' | null {
  switch (record['type']) {
    case 'message':
      return messageKind(record['message']);
    case 'custom_message':
    case 'branch_summary':
      return 'context';
    case 'compaction':
      return 'compaction';
    default:
      return SILENT_TYPES.has(record['type']) ? 'none' : null;
  }
}

function messageKind(message: unknown): CutKind | null {
  if (!isRecord(message)) return null;
  switch (message['role']) {
    case 'user':
      return 'turn';
    case 'assistant':
      return 'reply';
    case 'toolResult':
      return 'result';
    case 'bashExecution':
    case 'custom':
    case 'hookMessage':
    case 'branchSummary':
    case 'compactionSummary':
      return 'context';
    default:
      return null;
  }
}

function callIdsOf(message: RawRecord): readonly string[] {
  const { content } = message;
  if (message['role'] !== 'assistant' || !isList(content)) return [];
  return content.flatMap((block) => {
    const id = isRecord(block) && block['type'] === 'toolCall' ? textOrNull(block['id']) : null;
    return id === null ? [] : [id];
  });
}
