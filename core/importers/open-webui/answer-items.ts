import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { CallIds } from '../readers/call-ids.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { answerPieces, jsonAttribute, withoutQuoteMarks, type AnswerPiece } from './details-blocks.ts';

/**
 * What an answer is made of. Newer versions keep it as items beside the text; older ones write thoughts and
 * tools into the text.
 */
export function answerItems(message: RawRecord, id: string): readonly InputItem[] {
  const { output, content } = message;
  if (isList(output) && output.length > 0) return output.map(outputItem);
  if (isList(content))
    return [parseInputItem({ type: 'message', role: 'assistant', content: content.map(answerPart) })];
  const ids = new CallIds(`${id}/call`);
  return answerPieces(textOrNull(content) ?? '').flatMap((piece) => pieceItems(piece, ids));
}

function outputItem(item: unknown): InputItem {
  if (!isRecord(item)) return parseInputItem(item);
  if (item['type'] === 'reasoning') return parseInputItem({ ...item, summary: thoughtsOf(item) });
  if (typeof item['type'] === 'string' && item['type'].endsWith(':code_interpreter')) {
    return codeItem(textOrNull(item['code']) ?? '', item['output']);
  }
  return parseInputItem(item);
}

/** Thoughts of models that don't hide them stand in the content. */
function thoughtsOf({ summary, content }: RawRecord): unknown {
  if (isList(summary) && summary.length > 0) return summary;
  return (isList(content) ? content : []).flatMap((part) => {
    const text = isRecord(part) ? textOrNull(part['text']) : textOrNull(part);
    return text === null ? [] : [{ type: 'summary_text', text }];
  });
}

function pieceItems(piece: AnswerPiece, ids: CallIds): readonly InputItem[] {
  if (piece.kind === 'text') {
    return [parseInputItem({ type: 'message', role: 'assistant', content: [answerPart(piece.text)] })];
  }
  const { attributes, body } = piece;
  switch (piece.type) {
    case 'reasoning':
      return [
        parseInputItem({
          type: 'reasoning',
          summary: [{ type: 'summary_text', text: withoutQuoteMarks(body) }],
        }),
      ];
    case 'code_interpreter':
      return [codeItem(codeOf(body), jsonAttribute(attributes.get('output')))];
    default:
      return toolItems(attributes, body, ids);
  }
}

function toolItems(
  attributes: ReadonlyMap<string, string>,
  body: string,
  ids: CallIds,
): readonly InputItem[] {
  const name = attributes.get('name') ?? '';
  const callId = ids.ofCall(textOrNull(attributes.get('id')), name);
  const call = parseInputItem({
    type: 'function_call',
    call_id: callId,
    name,
    arguments: textOrJson(jsonAttribute(attributes.get('arguments'))) ?? '',
  });
  const result = attributes.get('result') ?? body;
  if (attributes.get('done') === 'false' && result === '') return [call];
  const output = textOrJson(jsonAttribute(result)) ?? '';
  return [call, parseInputItem({ type: 'function_call_output', call_id: callId, output })];
}

function codeItem(code: string, output: unknown): InputItem {
  const logs = isRecord(output)
    ? ['stdout', 'result', 'stderr'].flatMap((field) => textOrNull(output[field]) ?? []).join('\n')
    : (textOrJson(output) ?? '');
  return parseInputItem({
    type: 'code_interpreter_call',
    code,
    outputs: logs === '' ? [] : [{ type: 'logs', logs }],
  });
}

function codeOf(body: string): string {
  return body.replace(/^```[^\n]*\n/, '').replace(/\n?```\s*$/, '');
}

function answerPart(part: unknown): RawRecord {
  if (!isRecord(part)) return { type: 'output_text', text: textOrJson(part) ?? '' };
  const text = textOrNull(part['text']);
  return text === null ? part : { type: 'output_text', text };
}
