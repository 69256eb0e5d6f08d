import type { Random } from './random.ts';

interface Place {
  readonly holder: object;
  readonly key: string;
}

/** Stands in a text where something is to be put that no JSON writer writes. */
const MARK = '@@here@@';
/** Holds the whole. */
const ROOT = '@@root@@';
const DEEPEST_WALK = 200;

/** A change of one value of a JSON text; the text that then stands in its place, or none. */
type ValueMutation = (place: Place, places: readonly Place[], random: Random) => string | undefined;

/** How values go wrong. */
const VALUE_MUTATIONS = {
  /** Another type, or what writers write by mistake. */
  retype: (_place, _places, random) => random.pick(ODD_TEXTS),
  /** A member that isn't there; for an item of a list, null. */
  remove: ({ holder, key }) => {
    if (Array.isArray(holder) || key === ROOT) return 'null';
    Reflect.deleteProperty(holder, key);
    return undefined;
  },
  /** Two records of one id, a parent that is its own child. */
  copy: (_place, places, random) => textOf(random.pick(places)),
  /** Inside many lists or objects. */
  deepen: (place, _places, random) => deepened(textOf(place), random),
  /** JSON in a string, once or twice. */
  quote: (place, _places, random) => {
    const own = textOf(place);
    return JSON.stringify(random.chance(0.5) ? own : JSON.stringify(own));
  },
  /** In a list of its own, or with a member in front. */
  wrap: (place, _places, random) => {
    const own = textOf(place);
    if (!own.startsWith('{') || random.chance(0.5)) return `[${own}]`;
    return `{"id":${random.pick(ODD_TEXTS)},${own.slice(1).replace(/^\}$/, '"x":1}')}`;
  },
} as const satisfies Record<string, ValueMutation>;

export type ValueMutationName = keyof typeof VALUE_MUTATIONS;

export const VALUE_MUTATION_NAMES: readonly ValueMutationName[] = [
  'retype',
  'remove',
  'copy',
  'deepen',
  'quote',
  'wrap',
];

/**
 * Changes a value of a JSON text, or of one line of a text of lines or of server-sent events. Null for a text that
 * holds no JSON, or is nested too deep already to be written again.
 */
export function mutateJsonText(text: string, kind: ValueMutationName, random: Random): string | null {
  try {
    const whole = parsed(text);
    if (whole !== undefined) return changed(whole, kind, text.includes('\n') ? 1 : 0, random);
    return withChangedLine(text, kind, random);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function withChangedLine(text: string, kind: ValueMutationName, random: Random): string | null {
  const lines = text.split('\n');
  const first = random.below(lines.length);
  for (let turn = 0; turn < lines.length; turn += 1) {
    const at = (first + turn) % lines.length;
    const line = lines[at] ?? '';
    const prefix = /^data: ?/.exec(line)?.[0] ?? '';
    const value = parsed(line.slice(prefix.length));
    if (value === undefined) continue;
    lines[at] = prefix + changed(value, kind, 0, random);
    return lines.join('\n');
  }
  return null;
}

function changed(value: unknown, kind: ValueMutationName, indent: number, random: Random): string {
  const root = { [ROOT]: value };
  const places = placesIn(root);
  const place = random.pick(places);
  const odd = VALUE_MUTATIONS[kind](place, places, random);
  if (odd !== undefined) Reflect.set(place.holder, place.key, MARK);
  const text = JSON.stringify(root[ROOT], null, indent);
  return text.replace(`"${MARK}"`, () => odd ?? '');
}

function textOf({ holder, key }: Place): string {
  // A member may be gone by now.
  const value: unknown = Reflect.get(holder, key);
  return value === undefined ? 'null' : JSON.stringify(value);
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
