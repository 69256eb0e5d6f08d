/** A piece of a snippet: plain, or a hit. */
export interface SnippetPiece {
  readonly text: string;
  readonly hit: boolean;
}

/** Splits a search snippet at its marks: U+0001 opens a hit, U+0002 closes it. Unpaired marks are dropped. */
export function splitSnippet(snippet: string): readonly SnippetPiece[] {
  const pieces: SnippetPiece[] = [];
  let hit = false;
  let text = '';
  const push = (): void => {
    if (text !== '') pieces.push({ text, hit });
    text = '';
  };
  for (const char of snippet) {
    if (char === '\u0001' || char === '\u0002') {
      push();
      hit = char === '\u0001';
    } else text += char;
  }
  push();
  return pieces;
}
