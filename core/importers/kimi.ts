import { InspectorError } from '../domain/errors.ts';
import { conversationId, threadId } from '../domain/ids.ts';
import { ContextLog } from './kimi/context-log.ts';
import { WireLog } from './kimi/wire-log.ts';
import { isRecord, textOrJson } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead } from './readers/head-sample.ts';
import { plainText, textOrNull } from './readers/json-text.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { stableId } from './readers/stable-id.ts';
import { StepThread } from './steps/step-thread.ts';
import type { ByteSource, ThreadImporter } from './thread-import.ts';

const FORMAT = 'kimi';

/** Sessions of the Kimi CLI: its context file, and the wire log of newer versions. */
export const kimi: ThreadImporter = {
  format: FORMAT,
  label: 'Kimi CLI context or wire log (JSONL)',

  detect(head) {
    const { records } = sampleHead(head);
    return records.some((record) => isContextLine(record) || isWireRecord(record));
  },

  async read(source, sink, options) {
    const id = sessionIn(source.name) ?? (await contentId(source));
    const thread = new StepThread(sink, {
      threadId: threadId(id),
      namespace: 'default',
      conversationId: conversationId(id),
      format: FORMAT,
      title: null,
      fallbackTitle: id,
      branchOf: null,
    });
    // Records of the one have a role, of the other a type.
    const context = new ContextLog(thread);
    const wire = new WireLog(thread);
    const skipped = new SkippedRecords();
    let known = 0;
    await readJsonLines(source, sink, options, (record, line) => {
      if (typeof record['role'] === 'string' ? context.add(record) : wire.add(record)) known += 1;
      else skipped.add(textOrNull(record['type']) ?? textOrNull(record['role']) ?? '', line);
    });
    skipped.report(sink);
    if (known === 0)
      throw new InspectorError('invalid-import', `${source.name}: no record of a Kimi session was found`);
    context.end();
    wire.end();
    thread.end();
  },
};

function isContextLine(value: unknown): boolean {
  return isRecord(value) && /^_(?:system_prompt|checkpoint|usage)$/.test(plainText(value['role']));
}

function isWireRecord(value: unknown): boolean {
  return (
    isRecord(value) &&
    /^(?:context\.append_(?:message|loop_event)|turn\.prompt)$/.test(plainText(value['type']))
  );
}

/** The program keeps each session in a folder that is named for it. */
function sessionIn(path: string): string | null {
  return (
    /(?:^|[\\/])sessions[\\/][^\\/]+[\\/]([^\\/]+)[\\/](?:[^\\/]+[\\/])*[^\\/]+\.jsonl$/.exec(path)?.[1] ??
    null
  );
}

/** Else the same id for the same beginning, up to the first words of the user. */
async function contentId(source: ByteSource): Promise<string> {
  const { records } = sampleHead(await readHead(source));
  const first = records.findIndex(
    (record) => isRecord(record) && (record['role'] === 'user' || isWireRecord(record)),
  );
  const beginning = records.slice(0, first + 1).map((record) => (textOrJson(record) ?? '').slice(0, 500));
  return stableId('session', beginning.join('\n'));
}
