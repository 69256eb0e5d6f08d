import { InspectorError } from '../domain/errors.ts';
import { deliverStates } from './langgraph/deliver-states.ts';
import { graphStates, isGraphState, type GraphState } from './langgraph/graph-state.ts';
import { isCheckpointStore, readSavedStates } from './langgraph/saved-states.ts';
import { eventOf, isStreamEvent, StreamStates } from './langgraph/stream-states.ts';
import { isRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList } from './readers/json-text.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { isSqliteFile } from './readers/sqlite-file.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'langgraph';
const SAMPLED = 20;

/**
 * Threads of LangGraph: histories of states with their forks, single states,
 * recorded streams, and databases of checkpoints.
 */
export const langGraph: ThreadImporter = {
  format: FORMAT,
  label: 'LangGraph thread state',

  detect(head) {
    if (isSqliteFile(head)) return isCheckpointStore(head);
    const { records, document } = sampleHead(head);
    if (records.length > 1) return records.filter(isRecordOfIts).length * 2 >= records.length;
    if (isGraphState(document)) return true;
    return isList(document) && isMostlyIts(document);
  },

  async read(source, sink, options) {
    const states = await readStates(source, sink, options);
    if (deliverStates(sink, FORMAT, states) === 0) {
      throw new InspectorError('invalid-import', `${source.name}: no state of the graph holds a message`);
    }
  },
};

function isRecordOfIts(value: unknown): boolean {
  return isGraphState(value) || isStreamEvent(value);
}

function isMostlyIts(list: readonly unknown[]): boolean {
  const sample = list.slice(0, SAMPLED);
  return sample.length > 0 && sample.filter(isRecordOfIts).length * 2 >= sample.length;
}

async function readStates(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<readonly GraphState[]> {
  const head = await readHead(source);
  if (isSqliteFile(head)) return readSavedStates(source, sink, options);
  const { records } = sampleHead(head);
  const stream = new StreamStates();
  const states: GraphState[] = [];
  const take = (value: unknown): boolean => {
    const event = eventOf(value);
    if (event !== null) stream.add(event);
    else if (isGraphState(value)) states.push(...graphStates(value));
    return event !== null || isGraphState(value);
  };
  if (isRecord(records[0]) || isStreamEvent(records[0])) {
    const skipped = new SkippedRecords();
    const onRecord = (value: unknown, line: number): void => {
      if (!take(value)) skipped.add('', line);
    };
    await readJsonLines(source, sink, options, onRecord, take);
    skipped.report(sink);
  } else {
    const document = await readJsonDocument(source, sink, options);
    (isList(document) ? document : [document]).forEach(take);
  }
  return [...states, ...stream.states()];
}
