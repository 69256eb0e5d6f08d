import { InspectorError } from '../domain/errors.ts';
import { isLsRun, lsRuns, type LsRun } from './langsmith/ls-run.ts';
import { RunLog } from './langsmith/run-log.ts';
import { deliverTraces } from './langsmith/trace-log.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull, unwrapJson } from './readers/json-text.ts';
import { firstHalf, PlacedTexts, placedSource } from './readers/placed-source.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { ThreadCount } from './readers/thread-count.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'langsmith';
const SAMPLED = 20;

/** Traces of LangSmith: lists of runs, pages of them, single ones with their children. */
export const langSmith: ThreadImporter = {
  format: FORMAT,
  label: 'LangSmith runs',

  detect(head) {
    const { records, document } = sampleHead(head);
    const page = isRecord(document) && isList(document['runs']) ? document['runs'] : document;
    const values = records.length > 1 ? records : isList(page) ? page.slice(0, SAMPLED) : [page];
    const known = values.filter(isLsRun);
    return known.length > 0 && known.length * 2 >= values.length;
  },

  async read(source, sink, options) {
    const runs = await readRuns(source, sink, options);
    const threads = new ThreadCount(sink);
    deliverTraces(threads.sink, FORMAT, runs);
    if (threads.isEmpty) {
      throw new InspectorError('invalid-import', `${source.name}: no run holds a message`);
    }
  },
};

async function readRuns(source: ByteSource, sink: ImportSink, options: ImportOptions): Promise<RunLog> {
  const { records } = sampleHead(await readHead(source));
  const lines = placedSource(source, Infinity);
  const log = new RunLog(new PlacedTexts(lines, options), runsOfLine);
  if (!isRecord(records[0])) {
    log.add(lsRuns(await readJsonDocument(source, sink, options)), null, 0);
    return log;
  }
  const skipped = new SkippedRecords();
  await readJsonLines(lines, sink, firstHalf(options), (value, line, bytes, startByte) => {
    const runs = runsOfLine(value);
    log.add(runs, bytes, startByte);
    if (runs.length === 0) skipped.add(textOrNull(value['type']) ?? '', line);
  });
  skipped.report(sink);
  return log;
}

function runsOfLine(line: unknown): readonly LsRun[] {
  return lsRuns(isRecord(line) ? withObjects(line) : line);
}

/** Fields that hold objects, and that tables keep as their JSON. */
const OBJECT_FIELDS = ['inputs', 'outputs', 'extra'];

/** Parsed once, and not whenever somebody looks at it: what is kept of a message would be in memory each time. */
function withObjects(run: RawRecord): RawRecord {
  const packed = OBJECT_FIELDS.filter((field) => typeof run[field] === 'string');
  if (packed.length === 0) return run;
  return { ...run, ...Object.fromEntries(packed.map((field) => [field, unwrapJson(run[field])])) };
}
