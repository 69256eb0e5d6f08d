import { InspectorError } from '../domain/errors.ts';
import { isZip } from './containers/zip-archive.ts';
import { deliverSample, FORMAT, type EvalHeader } from './inspect-ai/deliver-sample.ts';
import { isEvalArchive, openEvalArchive } from './inspect-ai/eval-archive.ts';
import { readSample } from './inspect-ai/sample.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, plainText, textOrNull } from './readers/json-text.ts';
import { readJsonList } from './readers/read-json-list.ts';
import { stableId } from './readers/stable-id.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';

/**
 * Logs of Inspect AI, as JSON and as archives of samples (`.eval`): each sample in each epoch is a thread. One
 * sample is in memory at a time.
 */
export const inspectAi: ThreadImporter = {
  format: FORMAT,
  label: 'Inspect AI evaluation log',

  detect(head) {
    return isEvalArchive(head) || isLog(sampleHead(head).document);
  },

  async read(source, sink, options) {
    const head = await readHead(source);
    if (isZip(head)) {
      await readArchive(source, sink, options);
      return;
    }
    const { document } = sampleHead(head);
    const log = isRecord(document) ? document : {};
    if (!('samples' in log) && source.sizeBytes !== null && source.sizeBytes < 64 * 1024)
      throw noSamples(source.name, log);
    const header = headerOf(log);
    let count = 0;
    await readJsonList(source, sink, options, 'samples', (entry, { position, line }) => {
      if (isRecord(entry)) {
        count += 1;
        deliverSample(sink, readSample(entry), header);
      } else {
        sink.error({
          code: 'invalid-record',
          line,
          message: `Entry ${position} is no sample and was left out.`,
        });
      }
    });
    if (count === 0) throw noSamples(source.name, log);
  },
};

async function readArchive(source: ByteSource, sink: ImportSink, options: ImportOptions): Promise<void> {
  const archive = await openEvalArchive(source, options);
  const header = headerOf(archive.header);
  let count = 0;
  await archive.readSamples(sink, (sample, own) => {
    count += 1;
    deliverSample(own, readSample(sample), header);
  });
  if (count === 0) throw noSamples(source.name, archive.header);
}

function isLog(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value['eval'])) return false;
  return isList(value['samples']) || isRecord(value['plan']) || isRecord(value['stats']);
}

function headerOf(log: RawRecord): EvalHeader {
  const spec = isRecord(log['eval']) ? log['eval'] : {};
  const names = ['run_id', 'task_id', 'created', 'model', 'task'].map((name) => plainText(spec[name]));
  return {
    id: textOrNull(spec['eval_id']) ?? stableId('eval', names.join('\n')),
    task: textOrNull(spec['task']) ?? 'evaluation',
  };
}

function noSamples(name: string, log: RawRecord): InspectorError {
  const status = textOrNull(log['status']);
  const state = status === null ? '' : ` (its status is ${status.slice(0, 40)})`;
  return new InspectorError(
    'invalid-import',
    `${name}: the log holds no sample${state}; it may have been written without its samples`,
  );
}
