import { InspectorError } from '../domain/errors.ts';
import { conversationId, threadId } from '../domain/ids.ts';
import { EventLog } from './openhands/event-log.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, plainText, textOrNull } from './readers/json-text.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { stableId } from './readers/stable-id.ts';
import { StepThread } from './steps/step-thread.ts';
import type { ThreadImporter } from './thread-import.ts';

const FORMAT = 'openhands';

/** Events of an OpenHands conversation, as lines or as one list. */
export const openHands: ThreadImporter = {
  format: FORMAT,
  label: 'OpenHands conversation events',

  detect(head) {
    const { records, document } = sampleHead(head);
    return records.some(isEvent) || (isList(document) && document.some(isEvent));
  },

  async read(source, sink, options) {
    const sample = sampleHead(await readHead(source));
    const list = isList(sample.document) ? await readJsonDocument(source, sink, options) : null;
    const first = (isList(list) ? list : sample.records).filter(isRecord)[0];
    const id =
      conversationIn(source.name) ??
      stableId('conversation', `${plainText(first?.['id'])} ${plainText(first?.['timestamp'])}`);
    const thread = new StepThread(
      sink,
      {
        threadId: threadId(id),
        namespace: 'default',
        conversationId: conversationId(id),
        format: FORMAT,
        title: null,
        fallbackTitle: id,
        branchOf: null,
      },
      { findsSteps: true },
    );
    const log = new EventLog(thread);
    const skipped = new SkippedRecords();
    let known = 0;
    const add = (event: RawRecord, line: number | null): void => {
      if (log.add(event)) known += 1;
      else skipped.add(textOrNull(event['kind']) ?? '', line);
    };
    if (isList(list)) for (const event of list.filter(isRecord)) add(event, null);
    else await readJsonLines(source, sink, options, add);
    skipped.report(sink);
    if (known === 0)
      throw new InspectorError('invalid-import', `${source.name}: no event of OpenHands was found`);
    log.end();
    thread.end();
  },
};

const KIND =
  /^(?:SystemPrompt|Message|Action|Observation|AgentError|ConversationStateUpdate|Condensation|Pause)Event$|^Condensation$|^UserRejectObservation$/;

function isEvent(value: unknown): boolean {
  return isRecord(value) && KIND.test(plainText(value['kind'])) && typeof value['source'] === 'string';
}

/** A conversation is kept in a folder that is named for it. */
function conversationIn(path: string): string | null {
  return /(?:^|[\\/])conversations[\\/]([^\\/]+)[\\/]/.exec(path)?.[1] ?? null;
}
