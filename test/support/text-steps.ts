/** The methods through which code reads a text, each with the characters that one call looks at. */
const COSTS: Readonly<Record<string, (text: string, args: readonly unknown[], result: unknown) => number>> = {
  charCodeAt: () => 1,
  charAt: () => 1,
  slice: (_text, _args, result) => String(result).length,
  indexOf: (text, args, result) => distance(text, Number(args[1] ?? 0), Number(result)),
  includes: (text, args, result) => (result === true ? 1 : text.length - Number(args[1] ?? 0)),
  lastIndexOf: (text, args, result) => {
    const from = Math.min(text.length, Number(args[1] ?? text.length));
    return from - Math.max(0, Number(result));
  },
};

/**
 * How many characters a piece of work reads, repeated ones counted each time: a measure of effort that
 * is the same on every machine. What a regular expression reads is not seen.
 */
export function textStepsOf(work: () => void): number {
  let steps = 0;
  const originals = Object.keys(COSTS).map(
    (name) => [name, Object.getOwnPropertyDescriptor(String.prototype, name)] as const,
  );
  for (const [name, original] of originals) {
    const method: unknown = original?.value;
    if (original === undefined || typeof method !== 'function') continue;
    const value = new Proxy(method, {
      apply(target, self: unknown, args: unknown[]) {
        const result: unknown = Reflect.apply(target, self, args);
        steps += COSTS[name]?.(String(self), args, result) ?? 0;
        return result;
      },
    });
    Object.defineProperty(String.prototype, name, { ...original, value });
  }
  try {
    work();
  } finally {
    for (const [name, original] of originals) {
      if (original !== undefined) Object.defineProperty(String.prototype, name, original);
    }
  }
  return steps;
}

function distance(text: string, from: number, found: number): number {
  return found < 0 ? Math.max(0, text.length - from) : found - from;
}
