import { InspectorError } from '../domain/errors.ts';
import { parseHastekitRecord } from '../persistence/hastekit-records.ts';
import { HastekitReplay } from './hastekit-replay.ts';
import { isRecord } from './raw-record.ts';
import { sampleHead } from './readers/head-sample.ts';
import { InvalidRecord, readJsonLines } from './readers/read-json-lines.ts';
import type { ThreadImporter } from './thread-import.ts';

const FORMAT = 'hastekit-jsonl';

/**
 * The reference SDK's file history: one file per conversation, one record a line, in the order of the
 * saves. Several threads may share a file; only their ids tell them apart.
 */
export const hastekitJsonl: ThreadImporter = {
  format: FORMAT,
  label: 'HasteKit history (JSONL)',

  detect(head) {
    const { records } = sampleHead(head);
    return records.length > 0 && records.filter(isHistoryRecord).length * 2 >= records.length;
  },

  async read(source, sink, options) {
    const replay = new HastekitReplay(sink, FORMAT);
    await readJsonLines(source, sink, options, (value, line, bytes) => {
      const result = parseHastekitRecord(value);
      if (!result.ok) {
        // A later SDK may write more kinds of records; they say nothing about the runs.
        if (result.problem.code !== 'unknown-record-type')
          throw new InvalidRecord(`${result.problem.message}.`);
        sink.warning({
          code: 'unknown-record',
          line,
          message: `Line ${line} was skipped: ${result.problem.message}.`,
        });
        return;
      }
      for (const warning of result.warnings) {
        sink.warning({ code: warning.code, line, message: `Line ${line}: ${warning.message}.` });
      }
      replay.add(result.record, bytes);
    });
    if (!replay.end()) {
      throw new InspectorError(
        'invalid-import',
        `${source.name}: no HasteKit history record with a run was found`,
      );
    }
  },
};

function isHistoryRecord(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const body = value['type'] === 'message' || value['type'] === 'summary' ? value[value['type']] : null;
  return isRecord(body) && typeof body['thread_id'] === 'string';
}
