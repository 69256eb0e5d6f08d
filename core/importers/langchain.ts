import { InspectorError } from '../domain/errors.ts';
import { ThreadLog } from './exchanges/thread-log.ts';
import { readHistory } from './langchain/lc-history.ts';
import { isLcMessages, isOwnMessage, lcMessage, type LcMessage } from './langchain/lc-message.ts';
import { isRow, lcRecords, nameOf, rowMessage, type LcRecord } from './langchain/lc-records.ts';
import { LcSteps } from './langchain/lc-steps.ts';
import { isRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead } from './readers/head-sample.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'langchain';

/** Messages of LangChain, dumped, serialized or kept in a history store. */
export const langChain: ThreadImporter = {
  format: FORMAT,
  label: 'LangChain messages',

  detect(head) {
    const { records, document } = sampleHead(head);
    if (records.length < 2) return isOwnMessage(document) || lcRecords(document).length > 0;
    const known = records.filter((value) => isRow(value) || lcRecords(value).length > 0);
    return known.length * 2 >= records.length || isLcMessages(records);
  },

  async read(source, sink, options) {
    const threads = new ThreadLog(sink, FORMAT, 'langchain');
    for (const record of await readRecords(source, sink, options)) deliver(record, threads, sink);
    if (threads.isEmpty) {
      throw new InspectorError('invalid-import', `${source.name}: no message of LangChain was found`);
    }
    threads.end();
  },
};

function deliver({ name, title, messages }: LcRecord, threads: ThreadLog, sink: ImportSink): void {
  const known = messages.map(lcMessage).filter((message): message is LcMessage => message !== null);
  if (known.length < messages.length) {
    sink.warning({
      code: 'unknown-record',
      line: null,
      message: `${messages.length - known.length} elements of a list of messages are no messages and were skipped.`,
    });
  }
  const history = readHistory(known, new LcSteps());
  if (history.deleted > 0) {
    sink.warning({
      code: 'deleted-messages',
      line: null,
      message: `The list takes ${history.deleted} of its newer messages back, and they were left out.`,
    });
  }
  const feed = threads.openTranscript({ name, title });
  for (const { words, steps } of history.messages) feed.add(words, steps);
  feed.end();
}

async function readRecords(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<readonly LcRecord[]> {
  const { records } = sampleHead(await readHead(source));
  if (!isRecord(records[0])) return lcRecords(await readJsonDocument(source, sink, options));
  const found: LcRecord[] = [];
  const sessions = new Map<string | null, unknown[]>();
  const skipped = new SkippedRecords();
  const put = (session: string | null, message: unknown): void => {
    const known = sessions.get(session);
    if (known === undefined) sessions.set(session, [message]);
    else known.push(message);
  };
  await readJsonLines(source, sink, options, (value, line) => {
    const lists = lcRecords(value);
    if (isRow(value)) put(nameOf(value), rowMessage(value));
    else if (lists.length > 0) found.push(...lists);
    else if (lcMessage(value) !== null) put(null, value);
    else skipped.add(typeof value['type'] === 'string' ? value['type'] : '', line);
  });
  skipped.report(sink);
  return [...found, ...[...sessions].map(([name, messages]) => ({ name, title: null, messages }))];
}
