import { isSummary, type LcMessage } from '../langchain/lc-message.ts';
import { contentText } from '../langchain/lc-message.ts';
import { wordsOf } from '../langchain/lc-history.ts';
import { lcCompaction, LcSteps } from '../langchain/lc-steps.ts';
import { stableId } from '../readers/stable-id.ts';
import { noticeStep } from '../steps/make-step.ts';
import type { CutKind } from '../steps/run-cutter.ts';
import type { InputStep, Step } from '../steps/step.ts';
import type { TreeNode } from '../tree/log-tree.ts';
import type { GraphState } from './graph-state.ts';

interface StateNode {
  readonly parent: number;
  readonly kind: CutKind;
  readonly name: string | null;
  /** Null for a compaction. */
  readonly key: string | null;
  /** As it stands in the newest state that has it. */
  message: LcMessage | null;
  readonly compaction: { readonly text: string | null; readonly keptFromId: string | null } | null;
  readonly atMs: number | null;
  readonly after: Step[];
}

/** A state once its messages have a place. */
interface PlacedState {
  readonly state: GraphState;
  /** The last message of the way to it; -1: none. */
  readonly end: number;
  /** Keys of its own messages, in order. */
  readonly keys: readonly string[];
  /** A run has begun of which no turn has been seen. */
  readonly isBegun: boolean;
  hasChild: boolean;
}

/** The states of one graph in one thread, as a tree of their messages. */
export class StateTree {
  readonly #nodes: StateNode[] = [];
  readonly #instructions: LcMessage[] = [];
  readonly #placed: PlacedState[] = [];
  readonly #byId = new Map<string, PlacedState>();

  /** @param states Each after the one that it follows. */
  constructor(states: readonly GraphState[]) {
    for (const state of states) this.#place(state);
    for (const placed of this.#placed) if (!placed.hasChild) this.#end(placed);
  }

  get nodes(): readonly TreeNode[] {
    return this.#nodes;
  }

  /** What the nodes become, in their order. */
  *steps(): Generator<readonly Step[], void, undefined> {
    const reader = new LcSteps();
    for (const { message, compaction, kind, atMs, after } of this.#nodes) {
      const own = message === null ? [] : reader.of(message, atMs).map((step) => asKind(step, kind));
      const boundary =
        compaction === null ? [] : [lcCompaction(compaction.text, compaction.keptFromId, atMs)];
      yield [...boundary, ...own, ...after];
    }
  }

  instructions(): readonly InputStep[] {
    const reader = new LcSteps();
    return this.#instructions.flatMap((message) =>
      reader
        .of(message)
        .flatMap((step) => (step.kind === 'input' ? [{ ...step, role: 'instructions' as const }] : [])),
    );
  }

  /** The ends of the ways, the newest first. */
  leaves(): readonly number[] {
    const open = this.#placed.filter(({ hasChild, end }) => !hasChild && end >= 0);
    const newest = [...open].sort(
      (left, right) =>
        (right.state.atMs ?? 0) - (left.state.atMs ?? 0) ||
        this.#placed.indexOf(right) - this.#placed.indexOf(left),
    );
    return [...new Set(newest.map(({ end }) => end))];
  }

  /** The last message of the state that a task of this id was to be done from. */
  endOfTask(taskId: string): number {
    return this.#placed.findLast(({ state }) => state.taskIds.includes(taskId))?.end ?? -1;
  }

  /** Ids of messages of the model. */
  replyIds(): ReadonlySet<string> {
    return new Set(this.#nodes.flatMap(({ kind, message }) => (kind === 'reply' ? (message?.id ?? []) : [])));
  }

  messageIdOf(node: number): string | null {
    return this.#nodes[node]?.message?.id ?? null;
  }

  #place(given: GraphState): void {
    const before = given.id === null ? this.#placed.at(-1) : this.#byId.get(given.parentId ?? '');
    const state = before === undefined ? given : withMessagesOf(given, before.state);
    const { messages } = state;
    const keys = keysOf(messages);
    const known = new Set(before?.keys ?? []);
    const begins = state.source === 'input' || state.source === 'update' || state.source === 'fork';
    let isBegun = (before?.isBegun ?? false) || begins;
    let end = before?.end ?? -1;
    // What came before the first state that is known belongs to earlier runs.
    const lastTurn = before === undefined ? messages.findLastIndex(isUsers) : 0;
    const shortened = this.#compactionOf(state, keys, before ?? null);
    if (shortened !== null)
      end = this.#push({ parent: end, kind: 'compaction', compaction: shortened, atMs: state.atMs });
    messages.forEach((message, index) => {
      const key = keys[index] ?? '';
      if (message.kind === 'remove') return;
      if (known.has(key)) {
        this.#refresh(end, key, message);
        return;
      }
      if (isSummary(message)) {
        const isToldOf = shortened !== null;
        const text = contentText(message.fields['content']);
        if (!isToldOf)
          end = this.#push({
            parent: end,
            kind: 'compaction',
            compaction: { text, keptFromId: null },
            atMs: state.atMs,
          });
        return;
      }
      if (this.#isOnWay(end, key)) return;
      if (message.kind === 'system' && end < 0) {
        if (this.#nodes.length === 0) this.#instructions.push(message);
        return;
      }
      const kind = kindOf(message, { isBegun, isTold: state.source !== null && before !== undefined });
      end = this.#push({
        parent: end,
        kind,
        key,
        message,
        name: isTurn(kind) && index >= lastTurn ? state.runId : null,
        atMs: state.atMs,
      });
      if (isTurn(kind)) isBegun = false;
    });
    if (before !== undefined) before.hasChild = true;
    const placed: PlacedState = { state, end, keys, isBegun, hasChild: false };
    this.#placed.push(placed);
    if (state.id !== null) this.#byId.set(state.id, placed);
  }

  /** Its oldest messages are gone that the state before it had, or a summary of them has changed. */
  #compactionOf(
    state: GraphState,
    keys: readonly string[],
    before: PlacedState | null,
  ): StateNode['compaction'] {
    if (before === null || before.keys.length === 0) return null;
    const now = new Set(keys);
    if (before.keys.every((key) => now.has(key))) return null;
    const earlier = before.state.messages;
    const old = before.keys.filter((_, index) => earlier[index]?.kind !== 'system');
    const isGone = old[0] !== undefined && !now.has(old[0]);
    if (!isGone) return null;
    const { messages } = state;
    const known = new Set(before.keys);
    const added = messages.find((message, index) => isSummary(message) && !known.has(keys[index] ?? ''));
    const beside = state.summary !== null && state.summary !== before.state.summary ? state.summary : null;
    const kept = messages.find((message, index) => message.kind !== 'system' && known.has(keys[index] ?? ''));
    return {
      text: added === undefined ? beside : contentText(added.fields['content']),
      keptFromId: kept?.id ?? null,
    };
  }

  #push(node: Pick<StateNode, 'parent' | 'kind'> & Partial<StateNode>): number {
    const made: StateNode = {
      name: null,
      key: null,
      message: null,
      compaction: null,
      atMs: null,
      after: [],
      ...node,
    };
    return this.#nodes.push(made) - 1;
  }

  /** A message may have grown since the state before. */
  #refresh(end: number, key: string, message: LcMessage): void {
    if (message.kind !== 'ai' || message.id === null) return;
    const node = this.#nodes[end];
    if (node?.key === key) node.message = message;
  }

  #isOnWay(end: number, key: string): boolean {
    for (let node = end; node >= 0; node = this.#nodes[node]?.parent ?? -1) {
      if (this.#nodes[node]?.key === key) return true;
    }
    return false;
  }

  /** How a way ends, at its last state. */
  #end({ state, end }: PlacedState): void {
    const node = this.#nodes[end];
    if (node === undefined) return;
    if (state.error !== null) node.after.push(noticeStep('error', state.error, 'error', state.atMs));
    else if (state.interrupts.length > 0) {
      node.after.push(noticeStep('info', state.interrupts.join('\n'), 'paused', state.atMs));
    } else if (state.isOpen) node.after.push(noticeStep('info', '', 'open', state.atMs));
  }
}

/** A state that says nothing of the messages has dropped none of them. */
function withMessagesOf(state: GraphState, { messages, summary }: GraphState): GraphState {
  return state.hasMessages ? state : { ...state, messages, summary };
}

/** Ids, else the words, with a number where the same words come again. */
function keysOf(messages: readonly LcMessage[]): readonly string[] {
  const counts = new Map<string, number>();
  return messages.map((message) => {
    if (message.id !== null) return `id ${message.id}`;
    const words = stableId('words', wordsOf(message));
    const count = (counts.get(words) ?? 0) + 1;
    counts.set(words, count);
    return `${words} ${count}`;
  });
}

function isTurn(kind: CutKind): boolean {
  return kind === 'turn' || kind === 'opening';
}

function isUsers({ kind, fields }: Pick<LcMessage, 'kind' | 'fields'>): boolean {
  return kind === 'human' || (kind === 'chat' && fields['role'] === 'user');
}

/** @param run.isTold The states say where runs begin; then what a node says as a user is no turn. */
function kindOf(
  { kind, fields }: LcMessage,
  run: { readonly isBegun: boolean; readonly isTold: boolean },
): CutKind {
  if (isUsers({ kind, fields })) return run.isBegun ? 'opening' : run.isTold ? 'context' : 'turn';
  switch (kind === 'chat' ? fields['role'] : kind) {
    case 'ai':
    case 'assistant':
      return 'reply';
    case 'tool':
    case 'function':
      return 'result';
    default:
      return 'context';
  }
}

function asKind(step: Step, kind: CutKind): Step {
  if (step.kind !== 'input' || kind === 'reply') return step;
  return kind === 'opening' || kind === 'turn' || kind === 'context' || kind === 'result'
    ? { ...step, role: kind }
    : step;
}
