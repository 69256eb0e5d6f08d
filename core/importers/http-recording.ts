import { InspectorError } from '../domain/errors.ts';
import { isRecord } from './raw-record.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList } from './readers/json-text.ts';
import type { ThreadImporter } from './thread-import.ts';

/**
 * Recordings of HTTP traffic (nock, VCR cassettes, HAR) that tests replay. They hold answers of models
 * among everything else and no thread, so they are known only to be refused with the reason.
 */
export const httpRecording: ThreadImporter = {
  format: 'http-recording',
  label: 'HTTP recording (not a thread)',

  detect(head) {
    const { document, records } = sampleHead(head);
    return isRecording(document) || (records.length > 0 && records.every(isExchange));
  },

  read(source) {
    return Promise.reject(
      new InspectorError(
        'invalid-import',
        `${source.name}: this is a recording of HTTP requests and answers and not a thread; export the thread itself, or save the body of one request and its answer as a file.`,
      ),
    );
  },
};

function isRecording(document: unknown): boolean {
  if (isList(document)) return document.length > 0 && document.slice(0, 20).every(isExchange);
  if (!isRecord(document)) return false;
  const { log, interactions, http_interactions: cassette } = document;
  if (isRecord(log) && isList(log['entries'])) return log['entries'].every(isEntry);
  const list = isList(interactions) ? interactions : cassette;
  return isList(list) && list.length > 0 && list.every(isEntry);
}

/** One recorded request of nock. */
function isExchange(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['scope'] === 'string' &&
    typeof value['method'] === 'string' &&
    typeof value['path'] === 'string' &&
    'response' in value
  );
}

/** One of HAR, or of a cassette. */
function isEntry(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value['request']) || !isRecord(value['response'])) return false;
  const { request } = value;
  return (
    typeof request['method'] === 'string' &&
    (typeof request['url'] === 'string' || typeof request['uri'] === 'string')
  );
}
