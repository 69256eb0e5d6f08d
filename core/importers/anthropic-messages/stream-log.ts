import { isRecord, type RawRecord } from '../raw-record.ts';
import { parseJson, textOrNull } from '../readers/json-text.ts';

const EVENT_TYPES: ReadonlySet<unknown> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
]);

interface OpenBlock {
  readonly fields: Record<string, unknown>;
  /** By the block's field that they make up. */
  readonly pieces: Map<string, string[]>;
}

interface OpenMessage {
  readonly fields: Record<string, unknown>;
  readonly blocks: Map<number, OpenBlock>;
}

export function isStreamEvent(value: unknown): value is RawRecord {
  return (
    isRecord(value) &&
    EVENT_TYPES.has(value['type']) &&
    (value['type'] !== 'message_start' || isRecord(value['message']))
  );
}

/** Puts streamed answers together. A stream that was cut off is kept as far as it came. */
export class StreamLog {
  readonly #messages: OpenMessage[] = [];

  add(event: RawRecord): void {
    const { type, message } = event;
    if (type === 'message_start' && isRecord(message)) {
      this.#messages.push({ fields: { ...message }, blocks: new Map() });
      return;
    }
    const open = this.#messages.at(-1);
    if (open === undefined) return;
    if (type === 'message_delta') changeMessage(open.fields, event);
    else if (type === 'content_block_start' || type === 'content_block_delta') changeBlock(open, event);
  }

  /** In the order in which they began. */
  answers(): readonly RawRecord[] {
    return this.#messages.map(({ fields, blocks }) => ({
      type: 'message',
      role: 'assistant',
      stop_reason: null,
      ...fields,
      content: [...blocks].sort(([left], [right]) => left - right).map(([, block]) => blockOf(block)),
    }));
  }
}

/** The first report is a placeholder and the last is whole, but names only what has changed. */
function changeMessage(
  fields: Record<string, unknown>,
  { delta, usage, context_management: edits }: RawRecord,
): void {
  if (isRecord(delta)) Object.assign(fields, told(delta));
  if (isRecord(edits)) fields['context_management'] = edits;
  if (isRecord(usage))
    fields['usage'] = { ...(isRecord(fields['usage']) ? fields['usage'] : {}), ...told(usage) };
}

function told(fields: RawRecord): RawRecord {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}

function changeBlock({ blocks }: OpenMessage, event: RawRecord): void {
  const index = typeof event['index'] === 'number' ? event['index'] : blocks.size;
  const started = event['content_block'];
  if (isRecord(started)) {
    blocks.set(index, { fields: { ...started }, pieces: new Map() });
    return;
  }
  const { delta } = event;
  if (!isRecord(delta)) return;
  const block = blocks.get(index) ?? { fields: { type: 'text' }, pieces: new Map<string, string[]>() };
  blocks.set(index, block);
  switch (delta['type']) {
    case 'text_delta': {
      addPiece(block, 'text', delta['text']);
      return;
    }
    case 'thinking_delta': {
      addPiece(block, 'thinking', delta['thinking']);
      return;
    }
    case 'input_json_delta': {
      addPiece(block, 'input', delta['partial_json']);
      return;
    }
    case 'signature_delta':
      block.fields['signature'] = delta['signature'];
      return;
    case 'compaction_delta': {
      addPiece(block, 'content', delta['content']);
      return;
    }
    default:
      return;
  }
}

function addPiece({ pieces }: OpenBlock, field: string, piece: unknown): void {
  const text = textOrNull(piece);
  if (text === null) return;
  const known = pieces.get(field);
  if (known === undefined) pieces.set(field, [text]);
  else known.push(text);
}

function blockOf({ fields, pieces }: OpenBlock): RawRecord {
  const texts = [...pieces].map(([field, list]): [string, unknown] => {
    const text = `${field === 'input' ? '' : (textOrNull(fields[field]) ?? '')}${list.join('')}`;
    return [field, field === 'input' ? inputOf(text) : text];
  });
  return { ...fields, ...Object.fromEntries(texts) };
}

/** Cut off in the middle, it stays the text that it was. */
function inputOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
