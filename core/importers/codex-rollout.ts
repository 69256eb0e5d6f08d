import { InspectorError } from '../domain/errors.ts';
import { isBareMeta, isEnveloped, rolloutRecord } from './codex/rollout-record.ts';
import { RolloutThread } from './codex/rollout-thread.ts';
import { readHead } from './read-head.ts';
import { sampleHead } from './readers/head-sample.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SILENT_SINK } from './readers/silent-sink.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { stableId } from './readers/stable-id.ts';
import type { ByteSource, ImportOptions, ThreadImporter } from './thread-import.ts';
import { isRecord, textOrJson } from './raw-record.ts';

const FORMAT = 'codex-rollout';

/**
 * Rollouts of the Codex CLI: one thread a file, its items as the Responses API has them, with events
 * beside them that say where turns begin and what each call used.
 */
export const codexRollout: ThreadImporter = {
  format: FORMAT,
  label: 'Codex CLI rollout (JSONL)',

  detect(head) {
    const { records } = sampleHead(head);
    return records.some(isEnveloped) || (records.length > 1 && isBareMeta(records[0]));
  },

  async read(source, sink, options) {
    const skipped = new SkippedRecords();
    const thread = new RolloutThread(sink, skipped, {
      fallbackId: await fallbackId(source),
      eventsOnly: await hasNoItems(source, options),
    });
    await readJsonLines(source, sink, options, (record, line) => {
      thread.add(rolloutRecord(record), line);
    });
    skipped.report(sink);
    if (!thread.end()) {
      throw new InspectorError('invalid-import', `${source.name}: no record of a Codex rollout was found`);
    }
  },
};

/** Looked for in the whole file only when its beginning, where a thread starts with items, has none. */
async function hasNoItems(source: ByteSource, options: ImportOptions): Promise<boolean> {
  const isItem = (value: unknown): boolean =>
    isRecord(value) && rolloutRecord(value).type === 'response_item';
  const { records } = sampleHead(await readHead(source));
  if (records.some(isItem)) return false;
  let found = false;
  const { signal } = options;
  await readJsonLines(
    source,
    SILENT_SINK,
    { openAnyway: true, ...(signal === undefined ? {} : { signal }) },
    (record) => {
      found ||= isItem(record);
    },
  );
  return !found;
}

/** The file is named for its session; else the same id for the same beginning. */
async function fallbackId(source: ByteSource): Promise<string> {
  const named = /rollout-.*?([0-9a-f]{8}(?:-[0-9a-f]{4,12}){4})\.jsonl$/i.exec(source.name)?.[1];
  if (named !== undefined) return named;
  const { records } = sampleHead(await readHead(source));
  return stableId('rollout', (textOrJson(records[0]) ?? '').slice(0, 2000));
}
