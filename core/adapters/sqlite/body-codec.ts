import { InspectorError } from '../../domain/errors.ts';
import type { Message } from '../../domain/message.ts';
import type { RunRecord } from '../../domain/thread.ts';
import { toWireMessage } from '../../domain/wire-item.ts';
import { parseMessageBundle } from '../../importers/parse-input-item.ts';
import { isRecord } from '../../importers/raw-record.ts';
import { isList, parseJson } from '../../importers/readers/json-text.ts';
import { parseHastekitRecord } from '../../persistence/hastekit-records.ts';
import { toJson } from './deep-json.ts';

/** How a body's content is written. Numbers are stored: never give one a new meaning. */
export const BODY_ENCODING = {
  /** JSON text of a list of messages as files hold them: `[{ id, sender_id, messages: [item] }]`. */
  wireMessages: 0,
  /** A record of HasteKit history as its file holds it, the run's meta in it. */
  hastekitRecord: 1,
} as const;

export interface BodyContent {
  readonly encoding: number;
  readonly content: string | Uint8Array;
}

export function encodeBody(messages: readonly Message[]): BodyContent {
  return {
    encoding: BODY_ENCODING.wireMessages,
    content: toJson(messages.map(toWireMessage)).toWellFormed(),
  };
}

/** What a run's record holds already, its meta included; nothing has to be written anew. */
export function bodyOfRecord(record: Uint8Array): BodyContent {
  return { encoding: BODY_ENCODING.hastekitRecord, content: record };
}

/**
 * @param fallbackId Begins the id of a message that has none, as `<fallbackId>#<index>`.
 * @throws InspectorError 'storage-failed' for content this program did not write.
 */
export function decodeBody(body: BodyContent, fallbackId: string): readonly Message[] {
  const value = parseContent(body);
  if (body.encoding === BODY_ENCODING.hastekitRecord) return runOfRecord(value).messages;
  if (body.encoding !== BODY_ENCODING.wireMessages || !isList(value)) throw damaged();
  return value.flatMap((bundle, index) => {
    const message = parseMessageBundle(bundle, `${fallbackId}#${index}`);
    return message === null ? [] : [message];
  });
}

/** What the writer stored beside the run with this save. */
export function decodeMeta(body: BodyContent & { readonly meta: string | null }): RunRecord['meta'] {
  if (body.encoding === BODY_ENCODING.hastekitRecord) return runOfRecord(parseContent(body)).meta;
  const value = body.meta === null ? {} : parseText(body.meta);
  return isRecord(value) ? value : {};
}

const decoder = new TextDecoder();

function parseContent({ content }: BodyContent): unknown {
  return parseText(typeof content === 'string' ? content : decoder.decode(content));
}

function parseText(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw damaged(cause);
  }
}

function runOfRecord(value: unknown): RunRecord {
  const result = parseHastekitRecord(value);
  if (result.ok && result.record.type === 'message') return result.record.run;
  throw damaged();
}

function damaged(cause?: unknown): InspectorError {
  return new InspectorError(
    'storage-failed',
    'The text of a run in this workspace is damaged. Remove its thread and import its file again.',
    { cause },
  );
}
