const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEX = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,}$/i;
const HEX_LITERAL = /^0x[0-9a-f]{2,}$/i;
const TICKET = /^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+$/;
const KEBAB = /^[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+$/;
const SNAKE = /^_*[A-Za-z0-9]+(?:_+[A-Za-z0-9]+)*_*$/;
const CAMEL = /^[a-z]+[A-Z][A-Za-z0-9]*$/;
/** Two humps: a capital with lower-case letters behind it, and another capital later. */
const PASCAL = /^[A-Z][A-Za-z0-9]*[a-z0-9][A-Z][A-Za-z0-9]*$/;
const CODE = /^[A-Z]{1,6}\d[A-Z0-9]*$/;

export type IdentifierKind = 'hex' | 'snake' | 'camel' | 'pascal' | 'code' | 'mixed';

export function isUuid(token: string): boolean {
  return UUID.test(token);
}

/**
 * `OPS-4312`, `INV-2026-17`; and lower-case names such as `gpt-4o-mini` or `us-east-1`, but not
 * `top-10` or `24-hour`, which are words with a number in them.
 */
export function isDashedIdentifier(token: string): boolean {
  if (!/\d/.test(token)) return false;
  if (TICKET.test(token)) return true;
  if (!KEBAB.test(token)) return false;
  const segments = token.split('-');
  return segments.length >= 3 || segments.some((segment) => /[A-Za-z]/.test(segment) && /\d/.test(segment));
}

/** What kind of identifier a single word is; null for a plain word or number. At most 100 characters. */
export function identifierKind(word: string): IdentifierKind | null {
  if (word.includes('_'))
    return SNAKE.test(word) && /[A-Za-z]/.test(word) && /[^_]_+[^_]|^__/.test(word) ? 'snake' : null;
  if (word.length >= 7 && HEX.test(word)) return 'hex';
  if (HEX_LITERAL.test(word)) return 'hex';
  if (word.length >= 3 && CAMEL.test(word)) return 'camel';
  if (PASCAL.test(word) && /[a-z]/.test(word)) return 'pascal';
  if (!/\d/.test(word)) return null;
  if (word.length >= 4 && CODE.test(word)) return 'code';
  return isMixed(word) ? 'mixed' : null;
}

/** Letters and digits in turn, as generated ids have them: `a81kx02pq`. */
function isMixed(word: string): boolean {
  if (word.length < 7 || !/^[A-Za-z0-9]+$/.test(word)) return false;
  return (word.match(/[A-Za-z]\d|\d[A-Za-z]/g)?.length ?? 0) >= 2;
}
