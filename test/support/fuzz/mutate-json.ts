import type { Random } from './random.ts';

interface Place {
  readonly holder: object;
  readonly key: string;
}

/** Stands in a text where something is to be put that no JSON writer writes. */
const MARK = '@@here@@';
const DEEPEST_WALK = 200;

/**
 * Changes values of a JSON text, or of one line of a text of lines. Null for a text that is no JSON, or is nested
 * too deep already to be written again.
 */
export function mutateJsonText(text: string, random: Random): string | null {
  try {
    return mutatedText(text, random);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function mutatedText(text: string, random: Random): string | null {
  const whole = parsed(text);
  if (whole !== undefined) return changed(whole, text.includes('\n') ? 1 : 0, random);
  const lines = text.split('\n');
  const at = random.below(lines.length);
  const line = parsed(lines[at] ?? '');
  if (line === undefined) return null;
  return lines.map((each, place) => (place === at ? changed(line, 0, random) : each)).join('\n');
}

function changed(value: unknown, indent: number, random: Random): string {
  const root = { value: structuredClone(value) };
  const places = placesIn(root);
  const count = 1 + random.below(3);
  for (let turn = 1; turn < count; turn += 1) changeOne(random.pick(places), places, random);
  const { holder, key } = random.pick(places);
  const inner: unknown = Reflect.get(holder, key);
  Reflect.set(holder, key, MARK);
  const text = JSON.stringify(root.value, null, indent);
  return text.replace(`"${MARK}"`, () => oddText(inner, random));
}

/** A value goes elsewhere, is left out, or takes another's place. */
function changeOne({ holder, key }: Place, places: readonly Place[], random: Random): void {
  const other = random.pick(places);
  switch (random.below(4)) {
    case 0:
      if (!Array.isArray(holder) && key !== 'value') Reflect.deleteProperty(holder, key);
      return;
    case 1:
      // Two records of one id, a parent that is its own child.
      Reflect.set(holder, key, structuredClone(Reflect.get(other.holder, other.key)) ?? null);
      return;
    default:
      Reflect.set(holder, key, parsed(random.pick(ODD_TEXTS)) ?? null);
  }
}

function oddText(inner: unknown, random: Random): string {
  // A member that isn't there has no text.
  const own = inner === undefined ? 'null' : JSON.stringify(inner);
  switch (random.below(8)) {
    case 0:
      return deepened(own, random);
    case 1:
      // JSON in a string, once or twice.
      return JSON.stringify(random.chance(0.5) ? own : JSON.stringify(own));
    case 2:
      return `[${own}]`;
    case 3:
      return own.startsWith('{')
        ? `{"id":${random.pick(ODD_TEXTS)},${own.slice(1).replace(/^\}$/, '"x":1}')}`
        : own;
    default:
      return random.pick(ODD_TEXTS);
  }
}

function deepened(text: string, random: Random): string {
  const depth = random.pick([3, 50, 1200, 9000, 40_000]);
  if (random.chance(0.5)) return '['.repeat(depth) + text + ']'.repeat(depth);
  const name = random.pick(['content', 'a', 'messages', 'data', 'parent', 'children', 'value', 'events']);
  return `{"${name}":`.repeat(depth) + text + '}'.repeat(depth);
}

/** Values of other types, and such as writers write by mistake. */
const ODD_TEXTS: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e308',
  '1e400',
  '123456789012345678901234567890',
  '9007199254740993',
  'NaN',
  '-Infinity',
  '""',
  '"x"',
  '"\\ud800"',
  '"\\u0000"',
  '"\\u2028\\u0085"',
  '"user"',
  '"assistant"',
  '"2026-13-45T99:99:99Z"',
  '"0001-01-01T00:00:00Z"',
  '"+275760-09-13T00:00:00Z"',
  '"{\\"a\\":1}"',
  '"[1,"',
  '[]',
  '[null]',
  '[[]]',
  '[1,"x",{}]',
  '{}',
  '{"type":"text"}',
  '{"role":"assistant","content":[{"type":"tool_use"}]}',
  '{"__proto__":{"polluted":true}}',
  '{"length":3}',
  '{"$date":{"$numberLong":"99999999999999999999"}}',
  JSON.stringify('long '.repeat(4000)),
];

function placesIn(root: object): readonly Place[] {
  const places: Place[] = [];
  const open: { readonly holder: unknown; readonly depth: number }[] = [{ holder: root, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { holder, depth } = next;
    if (typeof holder !== 'object' || holder === null || depth > DEEPEST_WALK) continue;
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      open.push({ holder: Reflect.get(holder, key), depth: depth + 1 });
    }
  }
  return places;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
