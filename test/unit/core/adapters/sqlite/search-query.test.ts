import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../../core/adapters/sqlite/open-database.ts';
import { foldText, indexedText, parseSearch } from '../../../../../core/adapters/sqlite/search-query.ts';

const TEXTS = [
  'The pilot was ordered for berth B-100 at high water.',
  'Déjà vu: the CRÊPERIE by the quay',
  '日本語の文章には空白がない',
  'snake_case and camelCase, x=1; y="2" AND z* NEAR(q)',
  'مرحبا بالعالم',
  'Straße, Ærø, naïve',
];

/** What the index finds, and what reading the text finds. */
function found(search: string): { readonly indexed: readonly number[]; readonly read: readonly number[] } {
  const db = openDatabase(':memory:');
  db.exec(
    "CREATE VIRTUAL TABLE t USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2')",
  );
  const insert = db.prepare('INSERT INTO t (rowid, text) VALUES (?, ?)');
  TEXTS.forEach((text, index) => insert.run(index, indexedText(text)));
  const query = parseSearch(search);
  if (query === null) throw new Error('nothing to search for');
  const indexed = db
    .prepare<[string], number>('SELECT rowid FROM t WHERE t MATCH ? ORDER BY rowid')
    .pluck()
    .all(query.match);
  const read = TEXTS.flatMap((text, index) => (query.pattern.test(foldText(text)) ? [index] : []));
  db.close();
  return { indexed, read };
}

describe('parseSearch', () => {
  it.each([
    ['one word', 'pilot', [0]],
    ['the beginning of a word', 'pil', [0]],
    ['no inside of a word', 'ilot', []],
    ['words in any order', 'water berth', [0]],
    ['a word that is missing', 'pilot crepe', []],
    ['a word with signs inside, in a row', 'B-100', [0]],
    ['the same signs in another order', '100-B', []],
    ['case and accents aside', 'creperie DEJA', [1]],
    ['the middle of a text without spaces', '文章', [2]],
    ['Arabic', 'بالع', [4]],
    ['letters that are no accents', 'straße ærø', [5]],
    ['what would be syntax: AND', 'AND', [3]],
    ['what would be syntax: a quote, a star and a column', 'text:"snake* OR (', []],
    ['what would be syntax: NEAR', 'NEAR(q)', [3]],
  ])('finds %s', (_, search, expected) => {
    expect(found(search)).toEqual({ indexed: expected, read: expected });
  });

  it('has nothing to look for in a text of signs alone', () => {
    expect(parseSearch(' -> "" * ')).toBeNull();
  });
});
