import type { ThreadPage } from '../../core/contract.ts';

/** The list that the main process has put into the page; null when it has not, as under a development server. */
export function firstListOf(page: Document): ThreadPage | null {
  const text = page.getElementById('first-list')?.textContent ?? '';
  const value: unknown = text === '' ? null : JSON.parse(text);
  return isThreadPage(value) ? value : null;
}

/** The rows themselves are typed by the contract, which main is compiled against. */
function isThreadPage(value: unknown): value is ThreadPage {
  return typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows);
}
