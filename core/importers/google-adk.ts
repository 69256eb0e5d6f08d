import { InspectorError } from '../domain/errors.ts';
import { conversationId, threadId } from '../domain/ids.ts';
import { adkEvent, isAdkEvent, sessionOf, textOfParts, type AdkSession } from './adk/adk-event.ts';
import { deliverEvalSet, isEvalSet } from './adk/eval-set.ts';
import { InvocationThread, type EventReport } from './adk/invocation-thread.ts';
import { isRecord, textOrJson, type RawRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { stableId } from './readers/stable-id.ts';
import { geminiUsage } from './readers/usage.ts';
import { inputStep } from './steps/make-step.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'google-adk';

/** Sessions of Google's Agent Development Kit, and the sets of conversations that its agents are tested with. */
export const googleAdk: ThreadImporter = {
  format: FORMAT,
  label: 'Google ADK session or eval set',

  detect(head) {
    const { records, document } = sampleHead(head);
    const values = records.length > 1 ? records : isList(document) ? document.slice(0, 20) : [document];
    return values.filter(isRecordOfIts).length * 2 >= Math.max(values.length, 1);
  },

  async read(source, sink, options) {
    const values = await readValues(source, sink, options);
    let count = 0;
    for (const value of values) {
      const session = sessionOf(value);
      if (session !== null) {
        deliverSession(sink, session);
        count += 1;
      } else if (isEvalSet(value)) count += deliverEvalSet(sink, FORMAT, value);
    }
    if (count === 0) {
      throw new InspectorError('invalid-import', `${source.name}: no session and no conversation was found`);
    }
  },
};

function isRecordOfIts(value: unknown): boolean {
  return sessionOf(value) !== null || isEvalSet(value) || isAdkEvent(value);
}

/** Sessions and sets; events on lines or in a list of their own are one session. */
async function readValues(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<readonly unknown[]> {
  const { records } = sampleHead(await readHead(source));
  const values: unknown[] = [];
  const events: RawRecord[] = [];
  const take = (value: unknown): boolean => {
    if (isAdkEvent(value)) events.push(value);
    else values.push(value);
    return isRecordOfIts(value);
  };
  if (isRecord(records[0])) {
    const skipped = new SkippedRecords();
    await readJsonLines(source, sink, options, (value, line) => {
      if (!take(value)) skipped.add(textOrNull(value['type']) ?? '', line);
    });
    skipped.report(sink);
  } else {
    const document = await readJsonDocument(source, sink, options);
    (isList(document) ? document : [document]).forEach(take);
  }
  return events.length === 0 ? values : [...values, { events }];
}

function deliverSession(sink: ImportSink, { raw, events }: AdkSession): void {
  const first = events[0];
  const id =
    textOrNull(raw['id']) ?? stableId('session', textOrJson([first?.['id'], first?.['content']]) ?? '');
  const thread = new InvocationThread(sink, {
    threadId: threadId(id),
    namespace: textOrNull(raw['appName'] ?? raw['app_name']) ?? 'default',
    conversationId: conversationId(id),
    format: FORMAT,
    title: textOrNull(raw['displayName']) ?? null,
    fallbackTitle: id,
    branchOf: null,
  });
  const { reports, instructions } = eventLogs(raw);
  if (instructions !== null) {
    const item = { type: 'message', role: 'system', content: instructions } as const;
    thread.addInstructions(inputStep('instructions', [item], { senderId: 'system' }));
  }
  for (const record of events) {
    const event = adkEvent(record);
    thread.add(event, reports.get(event.id ?? '') ?? { usage: null, model: null });
  }
  thread.end();
}

/** Older sessions keep beside their events what was sent and reported. */
function eventLogs(raw: RawRecord): {
  readonly reports: ReadonlyMap<string, EventReport>;
  readonly instructions: string | null;
} {
  const logs = raw['event_logs'] ?? raw['eventLogs'];
  const reports = new Map<string, EventReport>();
  let instructions: string | null = null;
  for (const log of isList(logs) ? logs.filter(isRecord) : []) {
    const response = isRecord(log['model_response']) ? log['model_response'] : {};
    const request = isRecord(log['model_request']) ? log['model_request'] : {};
    const config = isRecord(request['config']) ? request['config'] : {};
    const system = config['system_instruction'];
    instructions ??= textOrNull(system) ?? textOfParts(system);
    reports.set(textOrNull(log['event_id']) ?? '', {
      usage: geminiUsage(response['usage_metadata']),
      model: textOrNull(response['model_version']) ?? textOrNull(request['model']),
    });
  }
  return { reports, instructions };
}
