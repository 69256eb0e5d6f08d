import { toJson } from '../adapters/sqlite/deep-json.ts';
import type { ThreadDocument } from '../domain/thread.ts';
import { hastekitFile } from '../exporters/hastekit-file.ts';
import { responsesLog } from '../exporters/responses-log.ts';
import { hastekitJsonl } from '../importers/hastekit-jsonl.ts';
import { openAiResponses } from '../importers/openai-responses.ts';
import type { ThreadImporter } from '../importers/thread-import.ts';
import { hastekitBody } from '../persistence/hastekit-records.ts';

/** A format that threads can be written in. */
export interface ConvertTarget {
  readonly name: string;
  /** Reads what was written. */
  readonly importer: ThreadImporter;
  /** The file's text, piece by piece. */
  texts(threads: readonly ThreadDocument[]): Iterable<string>;
}

export const CONVERT_TARGETS: readonly ConvertTarget[] = [
  { name: 'hastekit-jsonl', importer: hastekitJsonl, texts: hastekitLines },
  { name: 'responses-json', importer: openAiResponses, texts: responsesText },
];

function* hastekitLines(threads: readonly ThreadDocument[]): Generator<string, void> {
  for (const record of hastekitFile(threads)) yield `${toJson(hastekitBody(record))}\n`;
}

function* responsesText(threads: readonly ThreadDocument[]): Generator<string, void> {
  let isFirst = true;
  for (const element of responsesLog(threads)) {
    yield `${isFirst ? '[\n' : ',\n'}${toJson(element)}`;
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}
