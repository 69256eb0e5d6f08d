/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e300,
  '',
  'text',
  '\ud800',
  '{"type":"user_message"}',
  '00000000-0000-0000-0000-000000000000',
  [],
  [null],
  ['x', 1, {}],
  {},
  { type: 'text' },
  { id: 1, parent: 2, children: 3, message: 4 },
];

interface Place {
  readonly holder: object;
  readonly key: string;
}

/** The value with up to three of its inner values exchanged, left out, or put in another's place. */
export function mutateJson(value: unknown, random: () => number): unknown {
  const copy: unknown = structuredClone(value);
  const places: Place[] = [];
  const open: unknown[] = [copy];
  while (open.length > 0) {
    const holder = open.pop();
    if (typeof holder !== 'object' || holder === null) continue;
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      open.push(Reflect.get(holder, key));
    }
  }
  const pick = <Value>(from: readonly Value[]): Value | undefined => from[Math.floor(random() * from.length)];
  const changes = 1 + Math.floor(random() * 3);
  for (let change = 0; change < changes; change += 1) {
    const place = pick(places);
    const other = pick(places);
    if (place === undefined || other === undefined) break;
    const { holder, key } = place;
    const kind = random();
    if (kind < 0.5) Reflect.set(holder, key, structuredClone(pick(ODD_VALUES)));
    else if (kind < 0.7 && !Array.isArray(holder)) Reflect.deleteProperty(holder, key);
    else {
      const moved: unknown = Reflect.get(other.holder, other.key);
      Reflect.set(holder, key, structuredClone(moved));
    }
  }
  return copy;
}

/** The bytes cut off, or with a piece left out or doubled, or with four of them changed. */
export function mutateBytes(bytes: Uint8Array, random: () => number): Uint8Array {
  const at = Math.floor(random() * bytes.length);
  const length = Math.floor(random() * 200);
  const kind = random();
  if (kind < 0.3) return bytes.slice(0, at);
  if (kind < 0.5) return new Uint8Array([...bytes.subarray(0, at), ...bytes.subarray(at + length)]);
  if (kind < 0.7) return new Uint8Array([...bytes.subarray(0, at + length), ...bytes.subarray(at)]);
  const copy = bytes.slice();
  for (let change = 0; change < 4; change += 1) {
    copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
  }
  return copy;
}
