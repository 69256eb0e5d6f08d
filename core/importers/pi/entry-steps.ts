import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { piUsage } from '../readers/framework-usage.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { tokenCount } from '../readers/usage.ts';
import type { InputStep, Step } from '../steps/step.ts';
import type { SessionNode } from './session-tree.ts';

/** Second pass: an entry as steps. */
export function entrySteps(record: RawRecord, node: SessionNode): readonly Step[] {
  const { atMs } = node;
  const message = isRecord(record['message']) ? record['message'] : record;
  switch (node.kind) {
    case 'reply':
      return replySteps(message, node);
    case 'result':
      return [inputStep(node, 'result', 'tool', [resultItem(message)])];
    case 'turn':
      return [inputStep(node, 'turn', 'user', [userItem(message['content'])])];
    case 'context':
      return [inputStep(node, 'context', senderOf(record, message), [contextItem(record, message)])];
    case 'compaction':
      return [
        {
          kind: 'compaction',
          id: node.name,
          text: textOrNull(record['summary'])?.toWellFormed() ?? null,
          opaque: false,
          trigger: 'unknown',
          tokensBefore: tokenCount(record['tokensBefore']),
          tokensAfter: tokenCount(record['tokensAfter']),
          keptFromId: node.keptFromId,
          atMs,
        },
      ];
    default:
      return [];
  }
}

function replySteps(message: RawRecord, { name, atMs, answerId }: SessionNode): readonly Step[] {
  const call = { model: textOrNull(message['model']), usage: piUsage(message['usage']), answerId };
  const reply: Step = { kind: 'reply', id: name, items: replyItems(message['content']), call, atMs };
  const reason = message['stopReason'];
  if (reason !== 'error' && reason !== 'aborted') return [reply];
  const text =
    textOrNull(message['errorMessage']) ??
    (reason === 'error' ? 'The request failed.' : 'The reply was stopped.');
  const isError = reason === 'error';
  return [
    reply,
    { kind: 'notice', level: isError ? 'error' : 'info', text, ends: isError ? 'error' : 'cancelled', atMs },
  ];
}

function inputStep(
  node: SessionNode,
  role: InputStep['role'],
  senderId: string,
  items: readonly InputItem[],
): InputStep {
  return { kind: 'input', role, id: node.name, senderId, items, runId: node.name, atMs: node.atMs };
}

function replyItems(content: unknown): readonly InputItem[] {
  const blocks = isList(content) ? content : [{ type: 'text', text: content ?? '' }];
  return blocks.map((block) => {
    if (!isRecord(block))
      return parseInputItem({ type: 'message', role: 'assistant', content: textOrJson(block) });
    switch (block['type']) {
      case 'text':
        return parseInputItem({
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: textOrJson(block['text']) ?? '' }],
        });
      case 'thinking':
        return reasoningItem(block);
      case 'toolCall':
        return parseInputItem({
          type: 'function_call',
          call_id: textOrNull(block['id']) ?? '',
          name: textOrNull(block['name']) ?? '',
          arguments: block['arguments'] ?? {},
        });
      default:
        return { type: 'unknown', raw: block };
    }
  });
}

function reasoningItem(block: RawRecord): InputItem {
  const text = textOrNull(block['thinking']);
  const sealed = textOrNull(block['thinkingSignature']);
  return parseInputItem({
    type: 'reasoning',
    summary: text === null ? [] : [{ type: 'summary_text', text }],
    ...(sealed === null ? {} : { encrypted_content: sealed }),
  });
}

function resultItem(message: RawRecord): InputItem {
  const { content } = message;
  return parseInputItem({
    type: 'function_call_output',
    call_id: textOrNull(message['toolCallId']) ?? '',
    output: isList(content) ? content.map(contentPart) : (content ?? ''),
    ...(message['isError'] === true ? { is_error: true } : {}),
  });
}

function userItem(content: unknown): InputItem {
  return parseInputItem({
    type: 'message',
    role: 'user',
    content: isList(content) ? content.map(contentPart) : (textOrJson(content) ?? ''),
  });
}

/** A command that the user ran, the summary of a branch that was left, what an extension put in. */
function contextItem(record: RawRecord, message: RawRecord): InputItem {
  if (record['type'] === 'branch_summary' || message['summary'] !== undefined) {
    return userItem(message['summary'] ?? record['summary'] ?? '');
  }
  if (message['role'] !== 'bashExecution') return userItem(message['content'] ?? record['content']);
  const command = textOrJson(message['command']) ?? '';
  const output = textOrJson(message['output']) ?? '';
  return userItem(`$ ${command}\n${output}`.trimEnd());
}

function senderOf(record: RawRecord, message: RawRecord): string {
  return textOrNull(record['customType']) ?? textOrNull(message['customType']) ?? 'user';
}

function contentPart(block: unknown): RawRecord {
  if (!isRecord(block)) return { type: 'input_text', text: textOrJson(block) ?? '' };
  switch (block['type']) {
    case 'text':
      return { type: 'input_text', text: textOrJson(block['text']) ?? '' };
    case 'image': {
      const data = textOrNull(block['data']);
      const mediaType = textOrNull(block['mimeType']) ?? 'image/png';
      return {
        type: 'input_image',
        ...(data === null ? {} : { image_url: `data:${mediaType};base64,${data}` }),
      };
    }
    default:
      return block;
  }
}
