import type { ChatNodes, ReadMessage } from '../chat/chat-nodes.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import type { Entries } from '../readers/entries.ts';
import { textOrNull } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { inputStep, noticeStep, replyStep } from '../steps/make-step.ts';
import type { RunEnd, Step } from '../steps/step.ts';
import { MappingNodes } from './mapping-nodes.ts';
import {
  attachmentParts,
  callArguments,
  contentParts,
  isContextContent,
  isReasoningContent,
  thoughtTexts,
} from './message-content.ts';

interface OpenCall {
  readonly place: number;
  readonly callId: string;
  /** The tool it was addressed to. */
  readonly name: string;
}

/** What stands above a message, as far as it decides what the message is. */
interface Above {
  /** Calls made since the last result and not answered. */
  readonly open: readonly OpenCall[];
  /** The model is speaking: what follows of it is of the same call. */
  readonly isSpeaking: boolean;
  /** The message right above gives what a tool gave back, which may be several messages, or the first of them. */
  readonly result: { readonly place: number; readonly toolName: string } | null;
}

interface ReadNode {
  readonly kind: ReadMessage['kind'];
  /** Asked when every node has been read: the result of a tool may have gone on by then. */
  readonly steps: () => readonly Step[];
  readonly below: Above;
  /** The place of the call that it answers. */
  readonly answers?: number;
  /** The place of the result that it goes on with. */
  readonly goesOnWith?: number;
}

interface GivenMessage {
  readonly place: number;
  readonly nodeId: string;
  readonly message: RawRecord;
  readonly content: RawRecord;
  readonly metadata: RawRecord;
  readonly id: string;
  readonly atMs: number | null;
}

const NOTHING_ABOVE: Above = { open: [], isSpeaking: false, result: null };
const NO_STEPS = (): readonly Step[] => [];

/** The messages of a conversation, parents first. */
export function conversationNodes(mapping: Entries, defaultModel: string | null): ChatNodes {
  const nodes = new MappingNodes(mapping);
  const reader = new ConversationReader(nodes, defaultModel);
  return {
    count: nodes.count,
    idAt: (place) => nodes.idAt(place),
    parentAt: (place) => nodes.namedParentAt(place),
    kindAt: (place) => reader.kindAt(place),
    stepsAt: (place) => reader.stepsAt(place),
  };
}

/** Reads each message once, for what it is, and keeps of a large conversation what it takes to read it again. */
class ConversationReader {
  readonly #nodes: MappingNodes;
  readonly #defaultModel: string | null;
  readonly #kinds: ReadMessage['kind'][] = [];
  readonly #steps: ReadNode['steps'][] = [];
  /** 1: the model is speaking above. */
  readonly #isSpeaking: Uint8Array;
  /** The place of the call that a result answers; -1: none. */
  readonly #answers: Int32Array;
  /** Places of the messages that a result goes on in. */
  readonly #goesOn = new Map<number, number[]>();

  constructor(nodes: MappingNodes, defaultModel: string | null) {
    this.#nodes = nodes;
    this.#defaultModel = defaultModel;
    this.#isSpeaking = new Uint8Array(nodes.count);
    this.#answers = new Int32Array(nodes.count).fill(-1);
    this.#readAll();
  }

  kindAt(place: number): ReadMessage['kind'] {
    return this.#kinds[place] ?? 'none';
  }

  stepsAt(place: number): readonly Step[] {
    // Read again by itself, what a result goes on in would look like one of its own.
    if (this.kindAt(place) === 'none') return [];
    return (this.#steps[place] ?? this.#read(place, this.#knownAbove(place), false).steps)();
  }

  #readAll(): void {
    const { count } = this.#nodes;
    const childCounts = new Int32Array(count);
    for (let place = 0; place < count; place += 1) {
      const parent = this.#nodes.parentAt(place);
      if (parent >= 0) childCounts[parent] = (childCounts[parent] ?? 0) + 1;
    }
    const toCome = childCounts.slice();
    /** What stands below the messages whose children are not all read. */
    const below = new Map<number, Above>();
    for (let place = 0; place < count; place += 1) {
      const parent = this.#nodes.parentAt(place);
      const above = below.get(parent) ?? NOTHING_ABOVE;
      const read = this.#read(place, above, childCounts[parent] === 1);
      this.#keep(place, read, above);
      if ((childCounts[place] ?? 0) > 0) below.set(place, read.below);
      toCome[parent] = (toCome[parent] ?? 0) - 1;
      if (toCome[parent] === 0) below.delete(parent);
    }
  }

  #keep(place: number, { kind, steps, answers = -1, goesOnWith }: ReadNode, above: Above): void {
    this.#kinds.push(kind);
    if (!this.#nodes.isLazy) this.#steps.push(steps);
    this.#isSpeaking[place] = above.isSpeaking ? 1 : 0;
    this.#answers[place] = answers;
    if (goesOnWith === undefined) return;
    const before = this.#goesOn.get(goesOnWith);
    if (before === undefined) this.#goesOn.set(goesOnWith, [place]);
    else before.push(place);
  }

  /** As much of it as matters to a message of which it is known what it is. */
  #knownAbove(place: number): Above {
    const call = this.#answers[place] ?? -1;
    return {
      open: call < 0 ? [] : [{ place: call, callId: this.#nodes.idAt(call), name: '' }],
      isSpeaking: this.#isSpeaking[place] === 1,
      result: null,
    };
  }

  #read(place: number, above: Above, isOnlyChild: boolean): ReadNode {
    const message = this.#nodes.messageAt(place);
    const content = message?.['content'];
    if (message === null || !isRecord(content)) return skipped(above);
    const author = recordOf(message['author']);
    const nodeId = this.#nodes.idAt(place);
    const given: GivenMessage = {
      place,
      nodeId,
      message,
      content,
      metadata: recordOf(message['metadata']),
      id: textOrNull(message['id']) ?? nodeId,
      atMs: readTimeMs(message['create_time']),
    };
    if (isContextContent(content)) return instructionNode('system', given, above);
    switch (author['role']) {
      case 'user':
        return userNode(given, above);
      case 'assistant':
        return assistantNode(given, above, this.#defaultModel);
      case 'tool': {
        const toolName = textOrNull(author['name']) ?? '';
        return toolNode(given, above, { toolName, isOnlyChild, moreParts: () => this.#partsBehind(place) });
      }
      default:
        return instructionNode(author['role'] === 'developer' ? 'developer' : 'system', given, above);
    }
  }

  #partsBehind(place: number): readonly RawRecord[] {
    return (this.#goesOn.get(place) ?? []).flatMap((next) =>
      contentParts(recordOf(this.#nodes.messageAt(next)?.['content']), 'input_text'),
    );
  }
}

function skipped(above: Above): ReadNode {
  return { kind: 'none', steps: NO_STEPS, below: above };
}

function instructionNode(role: 'system' | 'developer', given: GivenMessage, above: Above): ReadNode {
  const { id, atMs } = given;
  const parts = contentParts(given.content, 'input_text');
  if (parts.length === 0) return skipped(above);
  const item = parseInputItem({ type: 'message', role, content: parts });
  return {
    kind: 'instructions',
    steps: () => [inputStep('instructions', [item], { id, atMs, senderId: role })],
    below: above,
  };
}

function userNode({ content, metadata, id, atMs }: GivenMessage, above: Above): ReadNode {
  const said = contentParts(content, 'input_text');
  const parts = [...said, ...attachmentParts(metadata, said)];
  if (parts.length === 0) return skipped(above);
  const isHidden = metadata['is_visually_hidden_from_conversation'] === true;
  const item = parseInputItem({ type: 'message', role: 'user', content: parts });
  return {
    kind: isHidden ? 'instructions' : 'turn',
    steps: () => [
      inputStep(isHidden ? 'instructions' : 'turn', [item], { id, atMs, senderId: 'user', runId: id }),
    ],
    below: NOTHING_ABOVE,
  };
}

function assistantNode(given: GivenMessage, above: Above, defaultModel: string | null): ReadNode {
  const { place, nodeId, message, content, metadata, id, atMs } = given;
  const recipient = textOrNull(message['recipient']) ?? 'all';
  const isCall = recipient !== 'all';
  const item = isCall
    ? { type: 'function_call', call_id: nodeId, name: recipient, arguments: callArguments(content) }
    : answerItem(content);
  if (item === null) return skipped(above);
  const model = textOrNull(metadata['model_slug']) ?? defaultModel;
  const reply = replyStep([parseInputItem(item)], {
    id,
    atMs,
    call: above.isSpeaking ? 'same' : { model, usage: null },
  });
  const end = endOf(message);
  return {
    kind: 'reply',
    steps: () => (end === null ? [reply] : [reply, noticeStep('info', '', end, atMs)]),
    below: {
      open: [
        ...(above.isSpeaking ? above.open : []),
        ...(isCall ? [{ place, callId: nodeId, name: recipient }] : []),
      ],
      isSpeaking: message['end_turn'] !== true && !isCutShort(metadata),
      result: null,
    },
  };
}

function toolNode(
  { place, nodeId, content, id, atMs }: GivenMessage,
  above: Above,
  tool: {
    readonly toolName: string;
    readonly isOnlyChild: boolean;
    readonly moreParts: () => readonly RawRecord[];
  },
): ReadNode {
  const { toolName, isOnlyChild, moreParts } = tool;
  const own = above.open.find((call) => isToolOf(toolName, call));
  if (own === undefined && isOnlyChild && above.result?.toolName === toolName) {
    return { ...skipped(above), goesOnWith: above.result.place };
  }
  const answered = own ?? above.open[0];
  const parts = contentParts(content, 'input_text');
  return {
    kind: 'result',
    steps: () => {
      const item = outputItem(answered?.callId ?? nodeId, [...parts, ...moreParts()]);
      return [inputStep('result', [item], { id, atMs, senderId: toolName })];
    },
    below: {
      open: above.open.filter((call) => call !== answered),
      isSpeaking: false,
      result: { place, toolName },
    },
    ...(answered === undefined ? {} : { answers: answered.place }),
  };
}

function answerItem(content: RawRecord): RawRecord | null {
  if (isReasoningContent(content)) {
    const texts = thoughtTexts(content);
    if (texts.length === 0) return null;
    return { type: 'reasoning', summary: texts.map((text) => ({ type: 'summary_text', text })) };
  }
  const parts = contentParts(content, 'output_text');
  return parts.length === 0 ? null : { type: 'message', role: 'assistant', content: parts };
}

function outputItem(callId: string, parts: readonly RawRecord[]): ReturnType<typeof parseInputItem> {
  const [only, ...others] = parts;
  const isText = others.length === 0 && (only === undefined || only['type'] === 'input_text');
  return parseInputItem({
    type: 'function_call_output',
    call_id: callId,
    output: isText ? (only?.['text'] ?? '') : parts,
  });
}

/** A tool may call itself by the first part of the name it is called by: `file_search.msearch`. */
function isToolOf(toolName: string, { name }: OpenCall): boolean {
  return name === toolName || name.startsWith(`${toolName}.`) || toolName.startsWith(`${name}.`);
}

function endOf(message: RawRecord): RunEnd | null {
  switch (message['status']) {
    case 'in_progress':
      return 'open';
    case 'finished_partial_completion':
      return 'cancelled';
    default:
      return null;
  }
}

/** The answer reached its longest; what follows was asked for anew. */
function isCutShort(metadata: RawRecord): boolean {
  return recordOf(metadata['finish_details'])['type'] === 'max_tokens';
}

function recordOf(value: unknown): RawRecord {
  return isRecord(value) ? value : {};
}
