import { InspectorError } from '../domain/errors.ts';
import { EventLog, FORMAT } from './copilot/event-log.ts';
import { hasTotals } from './copilot/session-totals.ts';
import { isRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead } from './readers/head-sample.ts';
import { plainText, textOrNull } from './readers/json-text.ts';
import { jsonLinesPasses } from './readers/record-passes.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { stableId } from './readers/stable-id.ts';
import type { ThreadImporter } from './thread-import.ts';

/** Event logs of the GitHub Copilot CLI. What calls read is told once, for a whole session, at its end. */
export const copilotCli: ThreadImporter = {
  format: FORMAT,
  label: 'GitHub Copilot CLI events (JSONL)',

  detect(head) {
    return sampleHead(head).records.some(isSessionEvent);
  },

  async read(source, sink, options) {
    const pass = jsonLinesPasses(source, sink, options);
    let ordinal = 0;
    let lastTotals = -1;
    await pass((event) => {
      if (hasTotals(event)) lastTotals = ordinal;
      ordinal += 1;
    });
    const first = sampleHead(await readHead(source)).records.find(isRecord);
    const log = new EventLog(
      sink,
      stableId('session', `${plainText(first?.['id'])} ${plainText(first?.['timestamp'])}`),
      lastTotals,
    );
    const skipped = new SkippedRecords();
    await pass((event, line) => {
      if (!log.add(event)) skipped.add(textOrNull(event['type']) ?? '', line);
    });
    skipped.report(sink);
    if (!log.end())
      throw new InspectorError('invalid-import', `${source.name}: no event of a Copilot session was found`);
  },
};

function isSessionEvent(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value['data'])) return false;
  return /^(?:session\.start|user\.message|assistant\.(?:message|turn_start)|tool\.execution_(?:start|complete))$/.test(
    plainText(value['type']),
  );
}
