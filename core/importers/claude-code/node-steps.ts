import type { InputItem } from '../../domain/input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { assistantItems, userBlocks } from '../readers/anthropic-blocks.ts';
import { type CallIds } from '../readers/call-ids.ts';
import { textOrNull } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { anthropicUsage, tokenCount } from '../readers/usage.ts';
import type { CompactionStep, InputStep, ReplyStep, Step } from '../steps/step.ts';
import { parseInputItem } from '../parse-input-item.ts';
import type { TreeNode } from '../tree/log-tree.ts';
import { isInterrupt, messageOf, queuedPrompt } from './line-kind.ts';
import { answerIdOf } from './log-index.ts';

/** A node whose lines come in. */
export interface ReadNode {
  readonly index: number;
  readonly kind: TreeNode['kind'];
  /** Its thread's, made when a line needs one. */
  callIds(): CallIds;
}

/** Second pass: turns the lines of each node into its steps. */
export class NodeSteps {
  readonly #replies = new Map<number, Answer>();
  readonly #compactions = new Map<number, CompactionStep>();

  /** @returns Null as long as more lines of the node follow. */
  add(node: ReadNode, record: RawRecord, isLast: boolean): readonly Step[] | null {
    switch (node.kind) {
      case 'reply':
        return this.#addToReply(node, record, isLast);
      case 'compaction':
        return this.#addToCompaction(node, record, isLast);
      default:
        return isLast ? inputSteps(node, record) : null;
    }
  }

  #addToReply(node: ReadNode, record: RawRecord, isLast: boolean): readonly Step[] | null {
    const answer = this.#replies.get(node.index) ?? new Answer(record);
    answer.add(record, node);
    if (!isLast) {
      this.#replies.set(node.index, answer);
      return null;
    }
    this.#replies.delete(node.index);
    return [answer.step()];
  }

  #addToCompaction({ index }: ReadNode, record: RawRecord, isLast: boolean): readonly Step[] | null {
    const known = this.#compactions.get(index);
    const step = known === undefined ? compactionStep(record) : { ...known, text: summaryText(record) };
    if (!isLast) {
      this.#compactions.set(index, step);
      return null;
    }
    this.#compactions.delete(index);
    return [step];
  }
}

function inputSteps(node: ReadNode, record: RawRecord): readonly Step[] {
  const atMs = readTimeMs(record['timestamp']);
  switch (record['type']) {
    case 'assistant':
      return [syntheticNotice(record, atMs)];
    case 'system':
      return [{ kind: 'notice', level: 'error', text: errorText(record), ends: null, atMs }];
    case 'attachment':
      return inputStep(record, userBlocks(queuedPrompt(record)).items, 'context', atMs);
    case 'tool_result':
      return inputStep(record, [looseResult(node, record)], 'result', atMs);
    default: {
      const { items } = userBlocks(messageOf(record)?.['content']);
      const role = node.kind === 'turn' || node.kind === 'result' ? node.kind : 'context';
      const steps = inputStep(record, items, role, atMs);
      return isInterrupt(record)
        ? [...steps, { kind: 'notice', level: 'info', text: '', ends: 'cancelled', atMs }]
        : steps;
    }
  }
}

/** Before messages held them, results were lines of their own, without the id of their call. */
function looseResult(node: ReadNode, record: RawRecord): InputItem {
  const id = textOrNull(record['tool_use_id']);
  return parseInputItem({
    type: 'function_call_output',
    call_id: node.callIds().ofResult(id, textOrNull(record['name'])),
    output: record['output'] ?? record['content'] ?? '',
  });
}

/** One answer of the model: its blocks come on lines of their own, each with the usage so far. */
class Answer {
  readonly #id: string | null;
  readonly #answerId: string | null;
  readonly #atMs: number | null;
  readonly #items: InputItem[] = [];
  readonly #seen = new Set<string>();
  #usage: Readonly<Record<string, unknown>> | null = null;
  #model: string | null = null;

  /** @param first Its first line. */
  constructor(first: RawRecord) {
    this.#id = textOrNull(first['uuid']);
    this.#answerId = answerIdOf(first);
    this.#atMs = readTimeMs(first['timestamp']);
  }

  add(record: RawRecord, node: ReadNode): void {
    if (record['type'] === 'tool_use') {
      this.#items.push(looseCall(record, node.callIds()));
      return;
    }
    const message = messageOf(record) ?? {};
    this.#model ??= textOrNull(message['model']);
    this.#usage = largerUsage(this.#usage, message['usage']);
    for (const item of assistantItems(message['content'])) {
      const key = repeatKey(item);
      if (key !== null && this.#seen.has(key)) continue;
      if (key !== null) this.#seen.add(key);
      this.#items.push(item);
    }
  }

  step(): ReplyStep {
    const usage = anthropicUsage(this.#usage);
    return {
      kind: 'reply',
      id: this.#id,
      items: this.#items,
      call: { model: this.#model, usage, answerId: this.#answerId },
      atMs: this.#atMs,
    };
  }
}

/** A line may be written twice under another id; a call is known by its own, a text by its words. */
function repeatKey(item: InputItem): string | null {
  if (item.type === 'function_call') return item.call_id === '' ? null : `call ${item.call_id}`;
  if (item.type !== 'message' || typeof item.content === 'string') return null;
  const [part] = item.content;
  return part !== undefined && 'text' in part && part.text !== '' ? `text ${part.text}` : null;
}

/** Output grows from line to line and the rest is repeated, so the larger number of each field counts. */
function largerUsage(
  known: Readonly<Record<string, unknown>> | null,
  usage: unknown,
): Readonly<Record<string, unknown>> | null {
  if (!isRecord(usage)) return known;
  if (known === null) return usage;
  const larger: Record<string, unknown> = { ...known };
  for (const [field, value] of Object.entries(usage)) {
    const count = tokenCount(value);
    if (count !== null && count >= (tokenCount(known[field]) ?? 0)) larger[field] = count;
  }
  return larger;
}

function looseCall(record: RawRecord, callIds: CallIds): InputItem {
  const name = textOrNull(record['name']) ?? '';
  return parseInputItem({
    type: 'function_call',
    call_id: callIds.ofCall(textOrNull(record['id']), name),
    name,
    arguments: record['input'] ?? {},
  });
}

function inputStep(
  record: RawRecord,
  items: readonly InputItem[],
  role: InputStep['role'],
  atMs: number | null,
): readonly Step[] {
  const senderId = role === 'result' ? 'tool' : 'user';
  const id = textOrNull(record['uuid']);
  return items.length === 0 ? [] : [{ kind: 'input', role, id, senderId, items, runId: id, atMs }];
}

/** The program speaks in the model's place: a failed request, or that nothing was asked. */
function syntheticNotice(record: RawRecord, atMs: number | null): Step {
  const text = assistantItems(messageOf(record)?.['content'])
    .flatMap((item) => (item.type === 'message' && typeof item.content !== 'string' ? item.content : []))
    .map((part) => ('text' in part ? part.text : ''))
    .join('\n');
  const isError = record['isApiErrorMessage'] === true;
  return { kind: 'notice', level: isError ? 'error' : 'info', text, ends: isError ? 'error' : null, atMs };
}

function errorText(record: RawRecord): string {
  const error = record['error'] ?? record['content'] ?? record['cause'];
  const text = textOrJson(isRecord(error) && typeof error['message'] === 'string' ? error['message'] : error);
  return text === null || text === '' ? 'The request failed and was sent again.' : text.slice(0, 2000);
}

function compactionStep(record: RawRecord): CompactionStep {
  const isBoundary = record['subtype'] === 'compact_boundary';
  const meta = isRecord(record['compactMetadata']) ? record['compactMetadata'] : {};
  const kept = isRecord(meta['preservedSegment']) ? meta['preservedSegment'] : {};
  const trigger = meta['trigger'];
  return {
    kind: 'compaction',
    id: textOrNull(record['uuid']),
    text: isBoundary ? null : summaryText(record),
    opaque: false,
    trigger: trigger === 'auto' || trigger === 'manual' ? trigger : 'unknown',
    tokensBefore: tokenCount(meta['preTokens']),
    tokensAfter: tokenCount(meta['postTokens']),
    keptFromId: textOrNull(kept['headUuid']),
    atMs: readTimeMs(record['timestamp']),
  };
}

function summaryText(record: RawRecord): string {
  const { content } = messageOf(record) ?? {};
  if (typeof content === 'string') return content.toWellFormed();
  return userBlocks(content)
    .items.flatMap((item) =>
      item.type === 'message' && typeof item.content !== 'string' ? item.content : [],
    )
    .map((part) => ('text' in part ? part.text : ''))
    .join('\n');
}
