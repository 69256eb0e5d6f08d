import { InspectorError } from '../domain/errors.ts';
import { conversationId, threadId } from '../domain/ids.ts';
import { isRecord, textOrJson, type RawRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { GeminiParts } from './readers/gemini-parts.ts';
import { geminiAnswer } from './readers/gemini-stream.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { stableId } from './readers/stable-id.ts';
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
    const id = stableId('recording', (textOrJson(records[0]) ?? '').slice(0, 4000));
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
      const { parts: written, model, usage, answerId } = geminiAnswer(chunks);
      thread.add({
        kind: 'reply',
        id: null,
        items: parts.modelItems(written),
        call: { model, usage, answerId },
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
