import type { CompactionStep } from '../steps/step.ts';
import { ExchangeNode, type StepSource, type ThreadBeginning } from './exchange-node.ts';
import type { Exchange, LoggedMessage } from './exchange.ts';
import { MessagePlaces } from './message-places.ts';
import { findWindow, type ContextWindow, type PathEntry } from './find-window.ts';
import { SiblingLogs } from './sibling-logs.ts';

/** So many places are kept at which requests went on without the history before them. */
const MOST_JOINTS = 8;

/**
 * Puts a log of requests together. Each repeats what was said before, so their messages form a tree in
 * which a thread is a way from its first message to its last. A request that begins in the middle of a
 * thread was sent a shortened context, and a compaction stands there.
 */
export class ExchangeLog {
  readonly nodes: ExchangeNode[] = [];
  readonly #places = new MessagePlaces();
  readonly #siblings: SiblingLogs;
  /** By node: its place among those of all logs beside it. */
  readonly #numbers: number[] = [];
  /** By the conversation's name: where it was gone on with. */
  readonly #ends = new Map<string | null, number>();
  /** By the conversation's name: nodes that requests without the history before them follow, the newest first. */
  readonly #joints = new Map<string | null, number[]>();

  constructor(siblings = new SiblingLogs()) {
    this.#siblings = siblings;
  }

  /** What its message says, in short. */
  keyOf(node: number): string {
    return this.#places.keyOf(this.nodes[node]?.key ?? -1);
  }

  /** The place of a node among those of all logs that are siblings. */
  numberOf(node: number): number {
    return this.#numbers[node] ?? node;
  }

  /**
   * @param joins The request goes on with its conversation, also where it repeats nothing of it.
   * @returns The last message of the exchange; -1 when it has none.
   */
  add(exchange: Exchange, joins = false): number {
    const { input, threadName, answer, after } = exchange;
    const other = input.findIndex(({ kind }) => kind !== 'instructions');
    const split = other < 0 ? input.length : other;
    const beginning: ThreadBeginning = { threadName, instructions: input.slice(0, split) };
    const messages = input.slice(split);

    const place = this.#walk(beginning, messages);
    const shortened = this.#hasReply(place.node) ? null : this.#shortened(beginning, messages);
    const joint = joins && !this.#hasReply(place.node) && shortened === null ? this.#join(threadName) : null;
    const { node: known, rest } = joint === null ? (shortened ?? place) : { node: joint, rest: messages };
    let node = known;
    const added: number[] = [];
    for (const message of rest) {
      node = this.#put(node, message, beginning);
      added.push(node);
    }
    this.#nameRun(added, exchange.runName);
    this.nodes[node]?.addAfter(after);
    if (answer !== null) node = this.#answer(node, answer, beginning);
    this.#siblings.continued(this, known, node);
    if (node >= 0) this.#ends.set(threadName, node);
    return node;
  }

  /** The request begins like a thread of the log, up to an answer of it at least. */
  repeatsReply({ threadName, input }: Exchange): boolean {
    const messages = input.filter(({ kind }) => kind !== 'instructions');
    return this.#hasReply(this.#walk({ threadName, instructions: [] }, messages).node);
  }

  /** How far the messages are known, from a thread's beginning or from a joint. */
  #walk(
    { threadName }: ThreadBeginning,
    messages: readonly LoggedMessage[],
  ): { readonly node: number; readonly rest: readonly LoggedMessage[] } {
    const starts = [...(this.#joints.get(threadName) ?? []), -1];
    return starts
      .map((start) => this.#walkFrom(start, threadName, messages))
      .reduce((best, way) => (way.rest.length < best.rest.length ? way : best));
  }

  #walkFrom(
    start: number,
    threadName: string | null,
    messages: readonly LoggedMessage[],
  ): { readonly node: number; readonly rest: readonly LoggedMessage[] } {
    let node = start;
    let matched = 0;
    for (const { key } of messages) {
      const child = this.#places.get(node, threadName, key);
      if (child === undefined) break;
      node = child;
      matched += 1;
    }
    return { node: matched === 0 ? -1 : node, rest: messages.slice(matched) };
  }

  /** Null for a conversation that hasn't begun. */
  #join(threadName: string | null): number | null {
    const end = this.#ends.get(threadName);
    if (end === undefined) return null;
    const known = this.#joints.get(threadName) ?? [];
    this.#joints.set(threadName, [end, ...known.filter((joint) => joint !== end)].slice(0, MOST_JOINTS));
    return end;
  }

  /** Where a request goes on with a thread whose beginning it leaves out. */
  #shortened(
    { threadName, instructions }: ThreadBeginning,
    messages: readonly LoggedMessage[],
  ): { readonly node: number; readonly rest: readonly LoggedMessage[] } | null {
    // Only what repeats an answer goes on with a thread.
    if (!messages.some(({ kind }) => kind === 'reply')) return null;
    for (const end of this.#siblings.recentOf(this)) {
      const root = this.nodes[this.nodes[end]?.root ?? -1]?.beginning ?? null;
      if (root === null || root.threadName !== threadName) continue;
      const known = new Set(root.instructions.map(({ key }) => key));
      // A summary may be one more system message.
      const added = instructions.filter(({ key }) => !known.has(key));
      const input = instructions.length > known.size ? [...added, ...messages] : messages;
      const keys = input.map(({ key }) => this.#places.find(key));
      const current = this.nodes[end]?.window ?? null;
      const found = findWindow(this.#tailOf(end, input.length), current, input, keys);
      if (found === null) continue;
      return { node: found.window === null ? end : this.#compact(end, found.window), rest: found.rest };
    }
    return null;
  }

  #compact(parent: number, window: ContextWindow): number {
    const kept = this.nodes[window.keptFrom];
    kept?.nameFirstStep(`message-${this.numberOf(window.keptFrom) + 1}`);
    const compaction = (): CompactionStep => ({
      kind: 'compaction',
      id: null,
      text: window.summary,
      opaque: false,
      trigger: 'unknown',
      tokensBefore: null,
      tokensAfter: null,
      keptFromId: kept?.firstId ?? null,
      atMs: null,
    });
    return this.#push({ parent, kind: 'compaction', key: -1, window }, { steps: () => [compaction()] });
  }

  #put(parent: number, message: LoggedMessage, beginning: ThreadBeginning): number {
    const kind = message.kind === 'instructions' ? 'context' : message.kind;
    const key = this.#places.add(message.key);
    const node = this.#push({ parent, kind, key, beginning: parent < 0 ? beginning : null }, message);
    this.#places.set(parent, beginning.threadName, message.key, node);
    return node;
  }

  #answer(
    parent: number,
    { message, sign }: NonNullable<Exchange['answer']>,
    beginning: ThreadBeginning,
  ): number {
    const known = this.#places.get(parent, beginning.threadName, message.key);
    const same = known === undefined ? undefined : this.nodes[known];
    if (known === undefined || same === undefined) {
      const node = this.#put(parent, message, beginning);
      this.nodes[node]?.sign(sign);
      return node;
    }
    if (same.isSigned(sign)) return known;
    const isFirst = !same.hasSign;
    same.sign(sign);
    if (isFirst) {
      same.takeContent(message);
      return known;
    }
    // The same words once more, and billed once more.
    const root = parent < 0 ? beginning : null;
    return this.#push({ parent, kind: 'reply', key: same.key, beginning: root }, message);
  }

  #push(made: ConstructorParameters<typeof ExchangeNode>[2], content: StepSource): number {
    const before = this.nodes[made.parent] ?? null;
    this.#numbers.push(this.#siblings.countMessage());
    return this.nodes.push(new ExchangeNode(this.nodes.length, before, made, content)) - 1;
  }

  /** Who names a run says that it begins, at the newest turn. */
  #nameRun(added: readonly number[], name: string | null): void {
    const turn = added.findLast((node) => this.nodes[node]?.kind === 'turn');
    const found = turn === undefined ? undefined : this.nodes[turn];
    if (found === undefined || name === null) return;
    found.nameRun(name);
    found.kind = 'opening';
  }

  #hasReply(node: number): boolean {
    return this.nodes[node]?.isAnswered ?? false;
  }

  /** The last messages up to a node, as many as that. */
  #tailOf(node: number, count: number): readonly PathEntry[] {
    const tail: PathEntry[] = [];
    for (let index = node; index >= 0 && tail.length < count; index = this.nodes[index]?.parent ?? -1) {
      const found = this.nodes[index];
      if (found === undefined || found.isCompaction) continue;
      tail.push({ index, key: found.key, isReply: found.kind === 'reply', isFirst: found.parent < 0 });
    }
    return tail.reverse();
  }
}
