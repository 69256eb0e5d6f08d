import type { ChatNode } from '../chat/chat-tree.ts';
import { parentsFirst, type Placed } from '../chat/parents-first.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { textOrNull } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { inputStep, noticeStep, replyStep } from '../steps/make-step.ts';
import type { RunEnd, Step } from '../steps/step.ts';
import { mappingNodes, type MappingNode } from './mapping-nodes.ts';
import {
  attachmentParts,
  callArguments,
  contentParts,
  isContextContent,
  isReasoningContent,
  thoughtTexts,
} from './message-content.ts';

interface OpenCall {
  readonly callId: string;
  /** The tool it was addressed to. */
  readonly name: string;
}

/** What a tool gave back for one call, which may be several messages. */
interface ToolResult {
  readonly callId: string;
  readonly toolName: string;
  readonly parts: RawRecord[];
}

/** What stands above a message, as far as it decides what the message is. */
interface Above {
  /** Calls made since the last result and not answered. */
  readonly open: readonly OpenCall[];
  /** The model is speaking: what follows of it is of the same call. */
  readonly isSpeaking: boolean;
  /** The message right above. */
  readonly result: ToolResult | null;
}

interface ReadNode {
  readonly kind: ChatNode['kind'];
  /** Asked when every node has been read: the result of a tool may have gone on by then. */
  readonly steps: () => readonly Step[];
  readonly below: Above;
}

interface ReadMessage {
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
export function conversationNodes(mapping: RawRecord, defaultModel: string | null): readonly ChatNode[] {
  const placed = parentsFirst(mappingNodes(mapping));
  const childCounts = placed.map(() => 0);
  for (const { parent } of placed) if (parent >= 0) childCounts[parent] = (childCounts[parent] ?? 0) + 1;

  const read: ReadNode[] = [];
  for (const { node, parent } of placed) {
    const above = read[parent]?.below ?? NOTHING_ABOVE;
    read.push(readNode(node, above, { defaultModel, isOnlyChild: childCounts[parent] === 1 }));
  }
  return placed.map(({ node }: Placed<MappingNode>, index) => ({
    id: node.id,
    parentId: node.parentId,
    kind: read[index]?.kind ?? 'none',
    steps: read[index]?.steps() ?? [],
  }));
}

interface NodeContext {
  readonly defaultModel: string | null;
  readonly isOnlyChild: boolean;
}

function readNode(node: MappingNode, above: Above, context: NodeContext): ReadNode {
  const { message } = node;
  const content = message?.['content'];
  if (message === null || !isRecord(content)) return skipped(above);
  const author = recordOf(message['author']);
  const read: ReadMessage = {
    nodeId: node.id,
    message,
    content,
    metadata: recordOf(message['metadata']),
    id: textOrNull(message['id']) ?? node.id,
    atMs: readTimeMs(message['create_time']),
  };
  if (isContextContent(content)) return instructionNode('system', read, above);
  switch (author['role']) {
    case 'user':
      return userNode(read, above);
    case 'assistant':
      return assistantNode(read, above, context.defaultModel);
    case 'tool':
      return toolNode(read, above, textOrNull(author['name']) ?? '', context.isOnlyChild);
    default:
      return instructionNode(author['role'] === 'developer' ? 'developer' : 'system', read, above);
  }
}

function skipped(above: Above): ReadNode {
  return { kind: 'none', steps: NO_STEPS, below: above };
}

function instructionNode(role: 'system' | 'developer', read: ReadMessage, above: Above): ReadNode {
  const { id, atMs } = read;
  const parts = contentParts(read.content, 'input_text');
  if (parts.length === 0) return skipped(above);
  const item = parseInputItem({ type: 'message', role, content: parts });
  return {
    kind: 'instructions',
    steps: () => [inputStep('instructions', [item], { id, atMs, senderId: role })],
    below: above,
  };
}

function userNode({ content, metadata, id, atMs }: ReadMessage, above: Above): ReadNode {
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

function assistantNode(read: ReadMessage, above: Above, defaultModel: string | null): ReadNode {
  const { nodeId, message, content, metadata, id, atMs } = read;
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
        ...(isCall ? [{ callId: nodeId, name: recipient }] : []),
      ],
      isSpeaking: message['end_turn'] !== true && !isCutShort(metadata),
      result: null,
    },
  };
}

function toolNode(read: ReadMessage, above: Above, toolName: string, isOnlyChild: boolean): ReadNode {
  const { nodeId, content, id, atMs } = read;
  const parts = contentParts(content, 'input_text');
  const own = above.open.find((call) => isToolOf(toolName, call));
  if (own === undefined && isOnlyChild && above.result?.toolName === toolName) {
    above.result.parts.push(...parts);
    return skipped(above);
  }
  const answered = own ?? above.open[0];
  const result: ToolResult = { callId: answered?.callId ?? nodeId, toolName, parts: [...parts] };
  return {
    kind: 'result',
    steps: () => [inputStep('result', [outputItem(result)], { id, atMs, senderId: toolName })],
    below: { open: above.open.filter((call) => call !== answered), isSpeaking: false, result },
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

function outputItem({ callId, parts }: ToolResult): ReturnType<typeof parseInputItem> {
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
