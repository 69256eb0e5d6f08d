import { InspectorError } from '../domain/errors.ts';
import { FORMAT, TrajectoryWriter } from './atif/deliver-trajectory.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead, type HeadSample } from './readers/head-sample.ts';
import { isList } from './readers/json-text.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';

/**
 * Trajectories in the Agent Trajectory Interchange Format: one as a document, several as a list or as lines.
 * Sub-agents are embedded, or in files of their own.
 */
export const atif: ThreadImporter = {
  format: FORMAT,
  label: 'Agent trajectory (ATIF)',

  detect(head) {
    const { records, document } = sampleHead(head);
    if (records.length < 2) return trajectoriesOf(document).length > 0;
    return records.filter((record) => trajectoriesOf(record).length > 0).length * 2 >= records.length;
  },

  async read(source, sink, options) {
    const writer = new TrajectoryWriter(sink);
    let count = 0;
    await readTrajectories(source, sink, options, (trajectory) => {
      count += 1;
      writer.add(trajectory);
    });
    writer.end();
    if (count === 0)
      throw new InspectorError('invalid-import', `${source.name}: no ATIF trajectory was found`);
  },
};

async function readTrajectories(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  onTrajectory: (trajectory: RawRecord) => void,
): Promise<void> {
  if (!isJsonLines(sampleHead(await readHead(source)))) {
    for (const trajectory of trajectoriesOf(await readJsonDocument(source, sink, options)))
      onTrajectory(trajectory);
    return;
  }
  const skipped = new SkippedRecords();
  await readJsonLines(source, sink, options, (value, line) => {
    if (isTrajectory(value)) onTrajectory(value);
    else skipped.add('', line);
  });
  skipped.report(sink);
}

/** An object on the first line; a file of one line is read like one of many. */
function isJsonLines({ records }: HeadSample): boolean {
  return isRecord(records[0]);
}

function trajectoriesOf(value: unknown): readonly RawRecord[] {
  const list = isList(value) ? value : [value];
  return list.filter(isRecord).filter(isTrajectory);
}

function isTrajectory(value: RawRecord): boolean {
  if (!isList(value['steps'])) return false;
  const version = value['schema_version'];
  if (typeof version === 'string' && version.startsWith('ATIF')) return true;
  const [first] = value['steps'];
  return isRecord(first) && 'step_id' in first && 'source' in first;
}
