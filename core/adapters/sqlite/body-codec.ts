import { InspectorError } from '../../domain/errors.ts';
import type { Message } from '../../domain/message.ts';
import { toWireMessage } from '../../domain/wire-item.ts';
import { parseMessageBundle } from '../../importers/parse-input-item.ts';
import { toJson } from './deep-json.ts';

/** How a body's content is written. Numbers are stored: never give one a new meaning. */
export const BODY_ENCODING = {
  /** JSON text of a list of messages as files hold them: `[{ id, sender_id, messages: [item] }]`. */
  wireMessages: 0,
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

/**
 * @param fallbackId Begins the id of a message that has none, as `<fallbackId>#<index>`.
 * @throws InspectorError 'storage-failed' for content this program did not write.
 */
export function decodeBody(body: BodyContent, fallbackId: string): readonly Message[] {
  const bundles = parseContent(body);
  return bundles.flatMap((bundle, index) => {
    const message = parseMessageBundle(bundle, `${fallbackId}#${index}`);
    return message === null ? [] : [message];
  });
}

function parseContent({ encoding, content }: BodyContent): readonly unknown[] {
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  try {
    const value: unknown = JSON.parse(text);
    if (encoding === BODY_ENCODING.wireMessages && Array.isArray(value)) return value;
  } catch (cause) {
    throw damaged(cause);
  }
  throw damaged();
}

function damaged(cause?: unknown): InspectorError {
  return new InspectorError(
    'storage-failed',
    'The text of a run in this workspace is damaged. Remove its thread and import its file again.',
    { cause },
  );
}
