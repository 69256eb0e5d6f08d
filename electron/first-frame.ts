import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { ThreadPage } from '../core/contract.ts';
import { readFirstList } from './first-list.ts';

/** The list is read before the page is asked for, unless the workspace is being brought up to date. */
const LIST_LIMIT_MS = 50;

/**
 * Completes the page with what its first frame shows. The list is read ahead for the first page, and again
 * for one that is loaded again.
 */
export function firstFrameOf(worker: Worker, isDark: () => boolean): (html: string) => Promise<string> {
  let readAhead: Promise<ThreadPage | null> | null = readFirstList(worker);
  return async (html) => {
    const reading = readAhead ?? readFirstList(worker);
    readAhead = null;
    const list = await Promise.race([reading, delay(LIST_LIMIT_MS, null)]);
    return withFirstFrame(html, isDark() ? 'dark' : 'light', list);
  };
}

/**
 * The theme as an attribute, the list as a block of data; without a list the page draws nothing before it has
 * asked itself. Titles are anybody's text, and no text can end the block: it holds no `<`.
 */
export function withFirstFrame(html: string, theme: 'light' | 'dark', list: ThreadPage | null): string {
  const themed = html.replace('<html', `<html data-theme="${theme}"`);
  if (list === null) return themed;
  const data = JSON.stringify(list).replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="first-list">${data}</script>`;
  // A function: a text may hold what `replace` takes for a pattern.
  return themed.replace('</head>', () => `${block}</head>`);
}
