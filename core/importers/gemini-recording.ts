import { InspectorError } from '../domain/errors.ts';
import { conversationId, threadId } from '../domain/ids.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { GeminiParts } from './readers/gemini-parts.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { stableId } from './readers/stable-id.ts';
import { geminiUsage } from './readers/usage.ts';
import { StepThread } from './steps/step-thread.ts';
import type { ThreadImporter } from './thread-import.ts';

const FORMAT = 'gemini-recording';

/**
 * Answers of the Gemini API as the Gemini CLI records them for a replay: one call a line, its stream as a
 * list. What was asked isn't recorded, so all of them are one run that nobody opened.
 */
export const geminiRecording: ThreadImporter = {
  format: FORMAT,
  label: 'Recorded answers of the Gemini API (JSONL)',

  detect(head) {
    return sampleHead(head).records.some(isRecordedCall);
  },

  async read(source, sink, options) {
    const { records } = sampleHead(await readHead(source));
    const id = stableId('recording', JSON.stringify(records[0] ?? null).slice(0, 4000));
    const thread = new StepThread(sink, {
      threadId: threadId(id),
      namespace: 'default',
      conversationId: conversationId(id),
      format: FORMAT,
      title: null,
      fallbackTitle: 'Recorded answers',
      branchOf: null,
    });
    const parts = new GeminiParts();
    const skipped = new SkippedRecords();
    let calls = 0;
    await readJsonLines(source, sink, options, (record, line) => {
      if (!isRecordedCall(record)) {
        skipped.add(textOrNull(record['method']) ?? '', line);
        return;
      }
      calls += 1;
      const { response } = record;
      const chunks = (isList(response) ? response : [response]).filter(isRecord);
      thread.add({
        kind: 'reply',
        id: null,
        items: parts.modelItems(joinedParts(chunks)),
        call: {
          model: lastOf(chunks, (chunk) => textOrNull(chunk['modelVersion'])),
          // A stream reports as it goes; each report holds the ones before.
          usage: lastOf(chunks, (chunk) => geminiUsage(chunk['usageMetadata'])),
          answerId: lastOf(chunks, (chunk) => textOrNull(chunk['responseId'])),
        },
        atMs: null,
      });
    });
    skipped.report(sink);
    if (calls === 0) throw new InspectorError('invalid-import', `${source.name}: no recorded call was found`);
    thread.end();
  },
};

function isRecordedCall(value: unknown): value is RawRecord {
  if (!isRecord(value) || typeof value['method'] !== 'string') return false;
  return value['method'].startsWith('generateContent') && typeof value['response'] === 'object';
}

/** Words that were streamed in pieces are one part again. */
function joinedParts(chunks: readonly RawRecord[]): readonly RawRecord[] {
  const joined: RawRecord[] = [];
  for (const part of chunks.flatMap(partsOf)) {
    const last = joined.at(-1);
    const isMore =
      last !== undefined &&
      typeof last['text'] === 'string' &&
      typeof part['text'] === 'string' &&
      last['thought'] === part['thought'];
    if (isMore)
      joined[joined.length - 1] = {
        ...last,
        ...part,
        text: `${String(last['text'])}${String(part['text'])}`,
      };
    else if (part['text'] !== '') joined.push(part);
  }
  return joined;
}

function partsOf(chunk: RawRecord): readonly RawRecord[] {
  const candidate: unknown = isList(chunk['candidates']) ? chunk['candidates'][0] : null;
  const content = isRecord(candidate) ? candidate['content'] : null;
  const parts = isRecord(content) ? content['parts'] : null;
  return isList(parts) ? parts.filter(isRecord) : [];
}

function lastOf<Value>(chunks: readonly RawRecord[], read: (chunk: RawRecord) => Value | null): Value | null {
  for (let index = chunks.length - 1; index >= 0; index -= 1) {
    const chunk = chunks[index];
    const value = chunk === undefined ? null : read(chunk);
    if (value !== null) return value;
  }
  return null;
}
