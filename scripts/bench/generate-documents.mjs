import { CHAT_DOCUMENTS } from './chat-documents.mjs';
import { LOG_DOCUMENTS } from './log-documents.mjs';
import { TRACE_DOCUMENTS } from './trace-documents.mjs';

/**
 * Formats that are one JSON text, each as a single list that fills the file: what stands before the list, what
 * behind it, and what one turn adds to it.
 *
 * @typedef {object} DocumentFormat
 * @property {string} before
 * @property {string} after
 * @property {(turn: number) => readonly object[]} entries
 */

/** @type {Readonly<Record<string, DocumentFormat>>} */
export const DOCUMENT_FORMATS = { ...CHAT_DOCUMENTS, ...LOG_DOCUMENTS, ...TRACE_DOCUMENTS };

/**
 * Pieces of a JSON text of about `bytes`.
 *
 * @param {DocumentFormat} format
 * @param {number} bytes
 */
export function* documentPieces({ before, after, entries }, bytes) {
  let written = before.length;
  yield before;
  for (let turn = 0; written < bytes; turn += 1) {
    const made = entries(turn)
      .map((entry) => JSON.stringify(entry))
      .join(',');
    written += made.length + 1;
    yield turn === 0 ? made : `,${made}`;
  }
  yield after;
}
