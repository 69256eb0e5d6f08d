import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';

/** What the model is told about its user and its memory; nobody's turn. */
const CONTEXT_TYPES = new Set(['user_editable_context', 'model_editable_context']);
const REASONING_TYPES = new Set(['thoughts', 'reasoning_recap']);

/** Fields that hold words, by preference, where a content has no parts. */
const TEXT_FIELDS = ['text', 'result', 'content', 'output_str'];
const CONTEXT_FIELDS = ['user_profile', 'user_instructions', 'model_set_context', 'repo_summary'];

export function isContextContent(content: RawRecord): boolean {
  return CONTEXT_TYPES.has(textOrNull(content['content_type']) ?? '');
}

export function isReasoningContent(content: RawRecord): boolean {
  return REASONING_TYPES.has(textOrNull(content['content_type']) ?? '');
}

/** Content as parts of an input list; none for a content without a word. */
export function contentParts(
  content: RawRecord,
  textType: 'input_text' | 'output_text',
): readonly RawRecord[] {
  const { parts } = content;
  if (isList(parts)) return parts.flatMap((part) => partOf(part, textType));
  if (isContextContent(content))
    return textsOf(content, CONTEXT_FIELDS).map((text) => ({ type: textType, text }));
  if (content['content_type'] === 'system_error') {
    const text = textsOf(content, ['name', 'text']).join(': ');
    return text === '' ? [] : [{ type: textType, text }];
  }
  const [text] = textsOf(content, TEXT_FIELDS);
  if (text !== undefined) return [{ type: textType, text }];
  return Object.keys(content).some((name) => !isEmptyField(name, content[name])) ? [content] : [];
}

/** What a call of a tool was given: its text as the model wrote it. */
export function callArguments(content: RawRecord): string {
  return contentParts(content, 'output_text')
    .map((part) => textOrNull(part['text']) ?? textOrJson(part) ?? '')
    .join('\n');
}

/** Thoughts, one text each. */
export function thoughtTexts(content: RawRecord): readonly string[] {
  const { thoughts } = content;
  if (isList(thoughts)) {
    return thoughts.flatMap((thought) =>
      isRecord(thought) ? textsOf(thought, ['content', 'summary']).slice(0, 1) : [],
    );
  }
  return contentParts(content, 'output_text').flatMap((part) => textOrNull(part['text']) ?? []);
}

/** Files beside the words, but for images that stand among the parts. */
export function attachmentParts(metadata: RawRecord, parts: readonly RawRecord[]): readonly RawRecord[] {
  const { attachments } = metadata;
  if (!isList(attachments)) return [];
  const shown = parts.map((part) => textOrNull(part['file_id'])).filter((id) => id !== null);
  return attachments.filter(isRecord).flatMap((attachment) => {
    const id = textOrNull(attachment['file_id']) ?? textOrNull(attachment['id']);
    if (id !== null && shown.some((pointer) => pointer.endsWith(id))) return [];
    const filename = textOrNull(attachment['name']);
    return [
      {
        type: 'input_file',
        ...(id === null ? {} : { file_id: id }),
        ...(filename === null ? {} : { filename }),
      },
    ];
  });
}

function partOf(part: unknown, textType: 'input_text' | 'output_text'): readonly RawRecord[] {
  if (!isRecord(part)) {
    const text = textOrJson(part) ?? '';
    return text === '' ? [] : [{ type: textType, text }];
  }
  const pointer = textOrNull(part['asset_pointer']);
  if (part['content_type'] === 'image_asset_pointer' && pointer !== null) {
    return [{ ...part, type: 'input_image', file_id: pointer }];
  }
  // A transcript of what was said aloud.
  const text = textOrNull(part['text']);
  return text === null ? [part] : [{ ...part, type: textType, text }];
}

function textsOf(record: RawRecord, fields: readonly string[]): readonly string[] {
  return fields.flatMap((field) => textOrNull(record[field]) ?? []);
}

function isEmptyField(name: string, value: unknown): boolean {
  return name === 'content_type' || value === null || value === '' || (isList(value) && value.length === 0);
}
