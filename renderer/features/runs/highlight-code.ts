import type { HighlighterCore, LanguageInput } from 'shiki/core';

/** A piece of a line; `color` is a CSS variable of the theme, null where the text's own will do. */
export interface CodePiece {
  readonly text: string;
  readonly color: string | null;
}
export type CodeLine = readonly CodePiece[];

/** Longer code stays plain: colouring it would take seconds. */
const MOST_CHARACTERS = 50_000;
/** Read between two frames. */
const LINES_AT_ONCE = 40;

const LANGUAGES: Readonly<Record<string, LanguageInput>> = {
  bash: () => import('shiki/langs/bash.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
};
const ALIASES: Readonly<Record<string, string>> = {
  console: 'bash',
  golang: 'go',
  js: 'javascript',
  jsonc: 'json',
  jsonl: 'json',
  jsx: 'tsx',
  md: 'markdown',
  mjs: 'javascript',
  py: 'python',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  ts: 'typescript',
  xml: 'html',
  yml: 'yaml',
  zsh: 'bash',
};
const THEME = 'css-variables';

let highlighter: Promise<HighlighterCore> | null = null;

async function createHighlighter(): Promise<HighlighterCore> {
  const [{ createHighlighterCore, createCssVariablesTheme }, { createJavaScriptRegexEngine }] =
    await Promise.all([import('shiki/core'), import('shiki/engine/javascript')]);
  return createHighlighterCore({
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--code-' })],
    langs: [],
    // The other engine is WebAssembly, which the page's policy doesn't let in.
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

/**
 * Colours code a few lines at a time, so that the window goes on answering.
 *
 * @returns Null when it stays plain: no such language, too long, or not wanted any more.
 */
export async function highlightCode(
  code: string,
  language: string | null,
  signal: AbortSignal,
): Promise<readonly CodeLine[] | null> {
  const wanted = (language ?? '').toLowerCase();
  const name = ALIASES[wanted] ?? wanted;
  const load = LANGUAGES[name];
  if (load === undefined || code.length > MOST_CHARACTERS) return null;
  const shiki = await (highlighter ??= createHighlighter());
  if (!shiki.getLoadedLanguages().includes(name)) await shiki.loadLanguage(load);

  const source = code.split('\n');
  const lines: CodeLine[] = [];
  let grammarState: ReturnType<HighlighterCore['getLastGrammarState']> | undefined;
  for (let from = 0; from < source.length; from += LINES_AT_ONCE) {
    if (signal.aborted) return null;
    const part = source.slice(from, from + LINES_AT_ONCE).join('\n');
    const state = grammarState === undefined ? {} : { grammarState };
    const tokens = shiki.codeToTokensBase(part, { lang: name, theme: THEME, ...state });
    grammarState = shiki.getLastGrammarState(tokens);
    for (const line of tokens)
      lines.push(line.map((token) => ({ text: token.content, color: token.color ?? null })));
    await nextFrame();
  }
  return lines;
}

function nextFrame(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, 0);
  });
}
