import { answerSteps } from '../chat/answer-steps.ts';
import type { ChatNode, ReadMessage } from '../chat/chat-nodes.ts';
import { isTurn } from '../chat/is-turn.ts';
import { unknownNode } from '../chat/unknown-node.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { isLazy } from '../readers/lazy-json/lazy-values.ts';
import { readTimeMs } from '../readers/time.ts';
import { inputStep, noticeStep } from '../steps/make-step.ts';
import { answerOf, wordsOf } from './answer-items.ts';

interface LinkedMessage {
  readonly id: string;
  readonly parentId: string | null;
  readonly message: RawRecord;
}

/**
 * The messages of a conversation. They name the one they follow, or are nested in it, or do neither and
 * follow the one before. A summary that the program saved with a message stands behind it.
 */
export function messageNodes(messages: readonly unknown[]): readonly ChatNode[] {
  const linked = unnested(messages);
  const summarized = new Set(
    linked.flatMap(({ id, message }) => (textOrNull(message['summary']) === null ? [] : [id])),
  );
  return linked.flatMap(({ id, parentId, message }): readonly ChatNode[] => {
    const follows = parentId !== null && summarized.has(parentId) ? summaryId(parentId) : parentId;
    const links = { id, parentId: follows };
    const { kind, steps } = readMessage(message, id);
    const node: ChatNode = isLazy(message) ? new LaterNode(links, kind, message) : { ...links, kind, steps };
    return summarized.has(id) ? [node, summaryNode(id, message)] : [node];
  });
}

/** Of a message in a large source, which is read again when its steps are asked for. */
class LaterNode implements ChatNode {
  readonly id: string;
  readonly parentId: string | null;
  readonly kind: ChatNode['kind'];
  readonly #message: RawRecord;

  constructor(
    { id, parentId }: Pick<ChatNode, 'id' | 'parentId'>,
    kind: ChatNode['kind'],
    message: RawRecord,
  ) {
    this.id = id;
    this.parentId = parentId;
    this.kind = kind;
    this.#message = message;
  }

  get steps(): ChatNode['steps'] {
    return readMessage(this.#message, this.id).steps;
  }
}

/** Without recursion: a copy of a long conversation is nested as deep as it is long. */
function unnested(messages: readonly unknown[]): readonly LinkedMessage[] {
  const found: LinkedMessage[] = [];
  const isFlat = !messages.some((message) => isRecord(message) && 'parentMessageId' in message);
  let before: string | null = null;
  const waiting = messages
    .map((message): { readonly message: unknown; readonly parentId: string | null } => ({
      message,
      parentId: null,
    }))
    .reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const message: RawRecord = isRecord(next.message) ? next.message : { message: next.message };
    const id = textOrNull(message['messageId']) ?? `message-${found.length + 1}`;
    const named = isFlat ? before : textOrNull(message['parentMessageId']);
    found.push({ id, parentId: next.parentId ?? named, message });
    before = id;
    const children = isList(message['children']) ? message['children'] : [];
    for (const child of [...children].reverse()) waiting.push({ message: child, parentId: id });
  }
  return found;
}

function summaryId(id: string): string {
  return `${id}/summary`;
}

/** From here on the program gave the model the summary in place of everything up to the message. */
function summaryNode(id: string, message: RawRecord): ChatNode {
  return {
    id: summaryId(id),
    parentId: id,
    kind: 'compaction',
    steps: [
      {
        kind: 'compaction',
        id: summaryId(id),
        text: textOrNull(message['summary']),
        opaque: false,
        trigger: 'auto',
        tokensBefore: null,
        tokensAfter: null,
        keptFromId: null,
        atMs: null,
      },
    ],
  };
}

function readMessage(message: RawRecord, id: string): ReadMessage {
  const atMs = readTimeMs(message['createdAt']);
  switch (authorOf(message)) {
    case 'user': {
      const content = userParts(message);
      if (!isTurn(content)) return { kind: 'none', steps: [] };
      const item = parseInputItem({ type: 'message', role: 'user', content });
      return { kind: 'turn', steps: [inputStep('turn', [item], { id, atMs, senderId: 'user', runId: id })] };
    }
    case 'assistant':
      return assistantNode(message, id, atMs);
    case null:
      return unknownNode(message, { id, atMs });
  }
}

function authorOf(message: RawRecord): 'user' | 'assistant' | null {
  const { isCreatedByUser, sender } = message;
  if (typeof isCreatedByUser === 'boolean') return isCreatedByUser ? 'user' : 'assistant';
  if (typeof sender !== 'string') return null;
  return sender.toLowerCase() === 'user' ? 'user' : 'assistant';
}

function assistantNode(message: RawRecord, id: string, atMs: number | null): ReadMessage {
  const { items, failures } = answerOf(message, id);
  const details = { id, atMs, model: textOrNull(message['model']), usage: null };
  const failed = message['error'] === true;
  const problems = failed ? [...failures, textOrNull(message['text']) ?? ''] : failures;
  if (failed || failures.length > 0) {
    // The text of a failed answer is the program's.
    const steps = answerSteps(failed && !isList(message['content']) ? [] : items, details);
    const text = problems.filter((problem) => problem !== '').join('\n');
    return { kind: 'reply', steps: [...steps, noticeStep('error', text, 'error', atMs)] };
  }
  if (items.length === 0) return { kind: 'none', steps: [] };
  const steps = answerSteps(items, details);
  const isUnfinished = message['unfinished'] === true;
  return { kind: 'reply', steps: isUnfinished ? [...steps, noticeStep('info', '', 'open', atMs)] : steps };
}

function userParts(message: RawRecord): readonly RawRecord[] {
  const { content, files } = message;
  const texts = (isList(content) ? content : []).flatMap((part) =>
    isRecord(part) ? (wordsOf(part['text']) ?? []) : [],
  );
  const said = textOrNull(message['text']);
  const words = said === null ? texts : [said];
  return [
    ...words.map((text) => ({ type: 'input_text', text })),
    ...(isList(files) ? files.filter(isRecord).map(filePart) : []),
  ];
}

function filePart(file: RawRecord): RawRecord {
  const id = textOrNull(file['file_id']);
  const filename = textOrNull(file['filename']);
  const { type } = file;
  return {
    type: typeof type === 'string' && type.startsWith('image/') ? 'input_image' : 'input_file',
    ...(id === null ? {} : { file_id: id }),
    ...(filename === null ? {} : { filename }),
  };
}
