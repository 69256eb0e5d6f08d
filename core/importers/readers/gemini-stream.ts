import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from './json-text.ts';
import { geminiUsage, type CallUsage } from './usage.ts';

/** What the pieces of one answer of the Gemini API say together. */
export interface GeminiAnswer {
  /** Of its first candidate; words that were streamed in pieces are one part again. */
  readonly parts: readonly RawRecord[];
  /** Of the others, where several were asked for. */
  readonly alternatives: readonly RawRecord[];
  readonly model: string | null;
  /** A stream reports as it goes; each report holds the ones before. */
  readonly usage: CallUsage | null;
  readonly answerId: string | null;
  readonly finishReason: string | null;
  /** Why there is no candidate; null when there is one, or nothing is told. */
  readonly blockReason: string | null;
}

/** @param chunks The whole answer, or the pieces of a stream in their order. */
export function geminiAnswer(chunks: readonly RawRecord[]): GeminiAnswer {
  return {
    parts: joinedParts(chunks),
    alternatives: chunks.flatMap((chunk) => candidatesOf(chunk).slice(1)),
    model: lastOf(chunks, (chunk) => textOrNull(chunk['modelVersion'] ?? chunk['model_version'])),
    usage: lastOf(chunks, (chunk) => geminiUsage(chunk['usageMetadata'] ?? chunk['usage_metadata'])),
    answerId: lastOf(chunks, (chunk) => textOrNull(chunk['responseId'] ?? chunk['response_id'])),
    finishReason: lastOf(chunks, (chunk) => {
      const [candidate] = candidatesOf(chunk);
      return textOrNull(candidate?.['finishReason'] ?? candidate?.['finish_reason']);
    }),
    blockReason: lastOf(chunks, (chunk) => {
      const feedback = chunk['promptFeedback'] ?? chunk['prompt_feedback'];
      return isRecord(feedback) ? textOrNull(feedback['blockReason'] ?? feedback['block_reason']) : null;
    }),
  };
}

function joinedParts(chunks: readonly RawRecord[]): readonly RawRecord[] {
  const joined: RawRecord[] = [];
  for (const part of chunks.flatMap(partsOf)) {
    const last = joined.at(-1);
    const isMore =
      last !== undefined &&
      typeof last['text'] === 'string' &&
      typeof part['text'] === 'string' &&
      last['thought'] === part['thought'];
    if (isMore)
      joined[joined.length - 1] = {
        ...last,
        ...part,
        text: `${String(last['text'])}${String(part['text'])}`,
      };
    else if (part['text'] !== '') joined.push(part);
  }
  return joined;
}

function partsOf(chunk: RawRecord): readonly RawRecord[] {
  const content = candidatesOf(chunk)[0]?.['content'];
  const parts = isRecord(content) ? content['parts'] : null;
  return isList(parts) ? parts.filter(isRecord) : [];
}

function candidatesOf(chunk: RawRecord): readonly RawRecord[] {
  return isList(chunk['candidates']) ? chunk['candidates'].filter(isRecord) : [];
}

function lastOf<Value>(chunks: readonly RawRecord[], read: (chunk: RawRecord) => Value | null): Value | null {
  for (let index = chunks.length - 1; index >= 0; index -= 1) {
    const chunk = chunks[index];
    const value = chunk === undefined ? null : read(chunk);
    if (value !== null) return value;
  }
  return null;
}
