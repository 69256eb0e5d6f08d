/** A fenced block of markdown. Offsets are those of its lines, without the fences themselves. */
export interface CodeFence {
  /** First word behind the fence in lower case; empty when there is none. */
  readonly language: string;
  readonly outerStart: number;
  readonly start: number;
  readonly end: number;
  readonly outerEnd: number;
}

const FENCE = /^[ \t]{0,12}(`{3,}|~{3,})([^\n]*)$/gm;

/** Fenced blocks in order. One that is never closed reaches to the end, as markdown reads it. */
export function codeFences(text: string): readonly CodeFence[] {
  if (!text.includes('```') && !text.includes('~~~')) return [];
  const fences: CodeFence[] = [];
  let open: (Omit<CodeFence, 'end' | 'outerEnd'> & { readonly mark: string }) | null = null;
  for (const match of text.matchAll(FENCE)) {
    const [line, mark = '', info = ''] = match;
    const lineEnd = match.index + line.length;
    if (open === null) {
      // An inline ``` with its end on the same line opens nothing.
      if (info.includes('`')) continue;
      const language = /^\s*([^\s{,]{0,20})/.exec(info)?.[1] ?? '';
      open = {
        language: language.toLowerCase(),
        outerStart: match.index,
        start: Math.min(lineEnd + 1, text.length),
        mark,
      };
    } else if (mark.startsWith(open.mark) && info.trim() === '') {
      fences.push(closed(open, Math.max(open.start, match.index), lineEnd));
      open = null;
    }
  }
  if (open !== null) fences.push(closed(open, text.length, text.length));
  return fences;
}

function closed(open: Omit<CodeFence, 'end' | 'outerEnd'>, end: number, outerEnd: number): CodeFence {
  return { language: open.language, outerStart: open.outerStart, start: open.start, end, outerEnd };
}
