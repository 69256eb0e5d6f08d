/** An object as JSON.parse gave it, nothing about its fields known yet. */
export type RawRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A string that can be written as UTF-8: half a surrogate pair passes JSON.parse but no encoder. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

export function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || isText(value);
}

/** The text of a field that should hold one: made well-formed, null and missing read as empty. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.toWellFormed();
  return value === null || value === undefined ? '' : null;
}

/** As `textOf`; anything that is no text is kept as its JSON. Null where that is nested too deep to write. */
export function textOrJson(value: unknown): string | null {
  const text = textOf(value);
  if (text !== null) return text;
  try {
    return JSON.stringify(value).toWellFormed();
  } catch {
    return null;
  }
}

/** A copy in which the named fields hold text or are missing; writers say null for "none". */
export function withTextFields(raw: RawRecord, names: readonly string[]): Record<string, unknown> {
  // Not by assignment: a field called __proto__ would be swallowed.
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]): [string, unknown][] => {
      if (!names.includes(name)) return [[name, value]];
      return typeof value === 'string' ? [[name, value.toWellFormed()]] : [];
    }),
  );
}
