import { parseJson, unwrapJson } from '../readers/json-text.ts';

/** A piece of an answer: words, or a block that the program wrote into them. */
export type AnswerPiece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'block';
      readonly type: string;
      readonly attributes: ReadonlyMap<string, string>;
      /** What the block holds, without its caption. */
      readonly body: string;
    };

const KNOWN_TYPES = new Set(['reasoning', 'tool_calls', 'code_interpreter']);
const OPEN = '<details';
const CLOSE = '</details>';

/**
 * Takes an answer apart where the program put `<details type="reasoning|tool_calls|code_interpreter">` into
 * it. Other blocks are words of the answer. Linear, whatever the text holds.
 */
export function answerPieces(content: string): readonly AnswerPiece[] {
  const pieces: AnswerPiece[] = [];
  let textFrom = 0;
  const takeText = (end: number): void => {
    const text = content.slice(textFrom, end).trim();
    if (text !== '') pieces.push({ kind: 'text', text });
  };
  for (let at = content.indexOf(OPEN); at >= 0;) {
    const tagEnd = content.indexOf('>', at);
    const end = tagEnd < 0 ? -1 : content.indexOf(CLOSE, tagEnd);
    // Nothing behind it closes either.
    if (end < 0) break;
    const attributes = attributesOf(content.slice(at + OPEN.length, tagEnd));
    const type = attributes.get('type') ?? '';
    if (KNOWN_TYPES.has(type)) {
      takeText(at);
      pieces.push({ kind: 'block', type, attributes, body: withoutCaption(content.slice(tagEnd + 1, end)) });
      textFrom = end + CLOSE.length;
    }
    at = content.indexOf(OPEN, end);
  }
  takeText(content.length);
  return pieces;
}

/** An attribute that holds JSON, often with JSON inside a string. */
export function jsonAttribute(text: string | undefined): unknown {
  if (text === undefined || text === '') return null;
  try {
    return unwrapJson(parseJson(text));
  } catch {
    return text;
  }
}

/** Thoughts are shown as a quotation. */
export function withoutQuoteMarks(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/^> ?/, ''))
    .join('\n')
    .trim();
}

export function withoutEntities(text: string): string {
  return text.replace(
    /&(?:lt|gt|quot|apos|amp|#x27|#39|#x2F);/gi,
    (entity) => ENTITIES.get(entity.toLowerCase()) ?? entity,
  );
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&#x27;', "'"],
  ['&#39;', "'"],
  ['&#x2f;', '/'],
  ['&amp;', '&'],
]);

function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = [...tag.matchAll(/([a-z_][\w-]*)="([^"]*)"/gi)];
  return new Map(found.map(([, name = '', value = '']) => [name.toLowerCase(), withoutEntities(value)]));
}

function withoutCaption(body: string): string {
  const end = body.indexOf('</summary>');
  return withoutEntities(end < 0 ? body : body.slice(end + '</summary>'.length)).trim();
}
