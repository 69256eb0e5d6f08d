import { InspectorError } from '../domain/errors.ts';
import { isRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead, type HeadSample } from './readers/head-sample.ts';
import { textOrNull } from './readers/json-text.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { deliverThreads } from './responses/deliver-threads.ts';
import { isConversation, isStreamEvent, isTypedItem } from './responses/item-types.ts';
import { listedRecords, readEventRecords, readLineRecords } from './responses/read-records.ts';
import type { RecordLog } from './responses/record-log.ts';
import { responseRecords } from './responses/response-records.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'openai-responses';

/**
 * Everything the OpenAI Responses API is kept as: responses and lists of them, request bodies, request
 * logs with both sides, lists of input items (of the Conversations API too), and logs of streamed events.
 */
export const openAiResponses: ThreadImporter = {
  format: FORMAT,
  label: 'OpenAI Responses API',

  detect(head) {
    const sample = sampleHead(head);
    if (sample.records.some(isConversation)) return false;
    if (sample.events.some(isStreamEvent)) return true;
    if (isErrorAnswer(sample.document)) return true;
    if (responseRecords(sample.document).length > 0) return true;
    return sample.records.length > 1 && sample.records.filter(isLogLine).length * 2 >= sample.records.length;
  },

  async read(source, sink, options) {
    const log = await readRecords(source, sink, options);
    const threads = log.threads();
    const missing = threads.missingPrevious;
    if (missing > 0) {
      sink.warning({
        code: 'missing-previous-response',
        line: null,
        message: `${missing} of the responses continue one that is not in the file, so what came before is missing.`,
      });
    }
    deliverThreads(sink, FORMAT, log, threads.table);
    if (threads.table.count === 0) {
      throw new InspectorError('invalid-import', `${source.name}: no response and no input item was found`);
    }
  },
};

function isLogLine(value: unknown): boolean {
  return isStreamEvent(value) || isTypedItem(value) || responseRecords(value).length > 0;
}

async function readRecords(source: ByteSource, sink: ImportSink, options: ImportOptions): Promise<RecordLog> {
  const sample = sampleHead(await readHead(source));
  if (sample.events.length > 0) return readEventRecords(source, sink, options);
  if (isJsonLines(sample)) return readLineRecords(source, sink, options);
  const document = await readJsonDocument(source, sink, options);
  const refusal = isErrorAnswer(document) ? errorMessage(document) : null;
  if (refusal !== null) {
    throw new InspectorError('invalid-import', `${source.name}: the file is an error answer: ${refusal}`);
  }
  if (isRecord(document) && document['has_more'] === true) {
    sink.warning({
      code: 'incomplete-list',
      line: null,
      message: 'The list says that it has more pages, so the thread is not complete.',
    });
  }
  return listedRecords(responseRecords(document));
}

function isJsonLines({ records }: HeadSample): boolean {
  return records.length > 1 || isStreamEvent(records[0]) || isTypedItem(records[0]);
}

function isErrorAnswer(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && isRecord(value['error']) && !('output' in value) && 'message' in value['error'];
}

function errorMessage(value: Readonly<Record<string, unknown>>): string {
  const error = value['error'];
  return (isRecord(error) ? textOrNull(error['message']) : null) ?? 'no message';
}
