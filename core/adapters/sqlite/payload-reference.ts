/**
 * What stands in a stored message where base64 data stood: `data:image/png;base64,` as it was, then this
 * mark, how the data is kept, its SHA-256 and its size.
 */
const MARK = 'tidemark-payload:';
const REFERENCE = /^(data:[^,]{0,200},)?tidemark-payload:([bt]):([0-9a-f]{64}):(\d{1,15})$/;
/** What is shorter stays where it is. */
const SMALLEST_PAYLOAD = 4096;
const LONGEST_HEAD = 200;

/** `b`: bytes whose base64 text stood there. `t`: a text, kept as UTF-8. */
export type PayloadKind = 'b' | 't';

export interface PayloadReference {
  /** Of a `data:` address, up to its comma; else empty. */
  readonly head: string;
  readonly kind: PayloadKind;
  readonly sha256: string;
  /** Of the data itself, not of its base64 text. */
  readonly bytes: number;
}

/** Null for any other text. */
export function parsePayloadReference(text: string): PayloadReference | null {
  if (text.length > LONGEST_HEAD + 200) return null;
  const found = REFERENCE.exec(text);
  if (found === null) return null;
  const [, head = '', kind = '', sha256 = '', bytes = ''] = found;
  return { head, kind: kind === 'b' ? 'b' : 't', sha256, bytes: Number(bytes) };
}

export function writePayloadReference({ head, kind, sha256, bytes }: PayloadReference): string {
  return `${head}${MARK}${kind}:${sha256}:${bytes}`;
}

/** A text that is kept apart: what of it stays, and what goes. */
export interface SplitPayload {
  readonly head: string;
  readonly data: string;
  readonly kind: PayloadKind;
}

/**
 * Null for a text that stays where it is. One that looks like a reference never stays: read back, it would
 * show another thread's data.
 */
export function splitPayload(text: string): SplitPayload | null {
  const isLarge = text.length >= SMALLEST_PAYLOAD;
  if (!isLarge && !text.includes(MARK)) return null;
  const comma = text.startsWith('data:') ? text.indexOf(',') : -1;
  const headLength = comma > 0 && comma < LONGEST_HEAD ? comma + 1 : 0;
  const data = text.slice(headLength);
  const isBase64 = isCanonicalBase64(data);
  if (!isBase64 && headLength === 0 && !text.includes(MARK)) return null;
  if (!isBase64 && !data.isWellFormed()) return null;
  return { head: copied(text.slice(0, headLength)), data, kind: isBase64 ? 'b' : 't' };
}

const NO_BASE64 = /[^A-Za-z0-9+/]/g;

/** Whether its bytes, written as base64 again, give the very same text. */
function isCanonicalBase64(text: string): boolean {
  if (text.length === 0 || text.length % 4 !== 0) return false;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  NO_BASE64.lastIndex = 0;
  const end = NO_BASE64.exec(text)?.index ?? text.length;
  if (end !== text.length - padding) return false;
  const last = text.slice(-4);
  return Buffer.from(last, 'base64').toString('base64') === last;
}

/** A slice would keep the whole text it is cut from in memory. */
function copied(text: string): string {
  return Buffer.from(text).toString();
}
