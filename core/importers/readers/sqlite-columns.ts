export interface Column {
  readonly name: string;
  /** It is another name of the row id. */
  readonly isRowId: boolean;
}

/** The columns that a CREATE TABLE names, constraints of the whole table left out. */
export function columnsOf(sql: string): readonly Column[] {
  return definitions(sql).flatMap((definition) => {
    const match = /^\s*(?:"((?:[^"]|"")*)"|`([^`]*)`|\[([^\]]*)\]|([^\s(]+))\s*([\s\S]*)$/.exec(definition);
    if (match === null) return [];
    const [, quoted, ticked, bracketed, bare, rest = ''] = match;
    if (bare !== undefined && /^(?:primary|foreign|unique|check|constraint)$/i.test(bare)) return [];
    const name = quoted?.replaceAll('""', '"') ?? ticked ?? bracketed ?? bare ?? '';
    return [{ name, isRowId: /^integer\b[\s\S]*\bprimary\s+key\b/i.test(rest) }];
  });
}

/** What stands between the commas inside the outermost brackets. */
function definitions(sql: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let at = 0; at < sql.length; at += 1) {
    const character = sql.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'" || character === '`') quote = character;
    else if (character === '(') {
      depth += 1;
      if (depth === 1) start = at + 1;
    } else if (character === ')') {
      if (depth === 1) found.push(sql.slice(start, at));
      depth -= 1;
      if (depth === 0) break;
    } else if (character === ',' && depth === 1) {
      found.push(sql.slice(start, at));
      start = at + 1;
    }
  }
  return found;
}
