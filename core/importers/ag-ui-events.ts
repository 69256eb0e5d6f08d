import { InspectorError } from '../domain/errors.ts';
import { EventLog } from './ag-ui/event-log.ts';
import { isRecord, textOrJson, type RawRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { readEventStream } from './readers/read-event-stream.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { readJsonList } from './readers/read-json-list.ts';
import { stableId } from './readers/stable-id.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'ag-ui-events';
const SAMPLED_EVENTS = 20;
const EVENT_TYPE =
  /^(?:RUN_(?:STARTED|FINISHED|ERROR)|(?:TEXT_MESSAGE|TOOL_CALL|REASONING|THINKING|STEP|STATE|ACTIVITY)_[A-Z_]+|MESSAGES_SNAPSHOT)$/;

/** Recorded event streams of the AG-UI protocol: server-sent events, JSONL, a list, or named lists. */
export const agUiEvents: ThreadImporter = {
  format: FORMAT,
  label: 'AG-UI event stream',

  detect(head) {
    const { document, records, events } = sampleHead(head);
    if (isStream(events) || isStream(records)) return true;
    return listsOf(document).some(isStream);
  },

  async read(source, sink, options) {
    const log = new EventLog(sink, FORMAT, await fallbackId(source));
    await readEvents(source, sink, options, (event, line) => {
      if (isRecord(event)) log.add(event, line);
    });
    log.end();
    if (log.threadCount === 0) {
      throw new InspectorError('invalid-import', `${source.name}: the stream holds no run and no message`);
    }
  },
};

type OnEvent = (event: unknown, line: number | null) => void;

function isStream(values: readonly unknown[]): boolean {
  const sample = values.slice(0, SAMPLED_EVENTS);
  return sample.filter(isEvent).length * 2 > sample.length;
}

function isEvent(value: unknown): value is RawRecord {
  return isRecord(value) && EVENT_TYPE.test(textOrNull(value['type']) ?? '');
}

/** A list of events, one in a field of its own, or several under names. */
function listsOf(document: unknown): readonly (readonly unknown[])[] {
  if (isList(document)) return [document];
  return isRecord(document) ? Object.values(document).filter(isList) : [];
}

async function readEvents(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  onEvent: OnEvent,
): Promise<void> {
  const { document, records, events } = sampleHead(await readHead(source));
  if (isStream(events)) return readEventStream(source, sink, options, onEvent);
  if (isStream(records)) return readJsonLines(source, sink, options, onEvent);
  if (isList(document)) {
    return readJsonList(source, sink, options, null, (event, { line }) => {
      onEvent(event, line);
    });
  }
  for (const list of listsOf(await readJsonDocument(source, sink, options))) {
    for (const event of list) onEvent(event, null);
  }
}

/** A recording may begin behind the event that names its thread. */
async function fallbackId(source: ByteSource): Promise<string> {
  const { document, records, events } = sampleHead(await readHead(source));
  const [first] = [events, records, ...listsOf(document)].find(isStream) ?? [];
  const named = isRecord(first) ? textOrNull(first['messageId']) : null;
  return stableId('ag-ui', named ?? textOrJson(first) ?? '');
}
