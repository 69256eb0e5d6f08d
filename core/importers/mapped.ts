import { InspectorError } from '../domain/errors.ts';
import type { FieldMapping } from './mapped/field-mapping.ts';
import { MAPPED_FORMAT, MAPPED_LABEL } from './mapped/mapped-format.ts';
import { mappedMessages } from './mapped/mapped-messages.ts';
import { MappedThreads } from './mapped/mapped-threads.ts';
import { readRecords } from './mapped/read-records.ts';
import type { ImportSink, ThreadImporter } from './thread-import.ts';

interface LeftOut {
  count: number;
  firstLine: number | null;
}

/** Words are told of by name up to so many. */
const NAMED_WORDS = 8;

/**
 * Reads records of any kind by a mapping that somebody made for them: a table, JSON Lines, a list of objects, or
 * one object with a list in it.
 */
export function mappedImporter(mapping: FieldMapping): ThreadImporter {
  return {
    format: MAPPED_FORMAT,
    label: MAPPED_LABEL,
    detect: () => false,

    async read(source, sink, options) {
      const threads = new MappedThreads(sink, MAPPED_FORMAT);
      const unknownWords = new Map<string, number>();
      const others: LeftOut = { count: 0, firstLine: null };
      let count = 0;
      await readRecords(source, sink, options, (record, line) => {
        const onOther = (): void => {
          if (others.count === 0) others.firstLine = line;
          others.count += 1;
        };
        for (const message of mappedMessages(record, mapping, onOther)) {
          if (message.role === null) {
            unknownWords.set(message.word, (unknownWords.get(message.word) ?? 0) + 1);
          }
          threads.add(message);
          count += 1;
        }
        if (mapping.list !== null) threads.endUnnamed();
      });
      threads.end();
      warnOfWords(sink, unknownWords);
      warnOfOthers(sink, others, mapping);
      if (count === 0) throw new InspectorError('invalid-import', `${source.name}: ${nothingSaid(mapping)}`);
    },
  };
}

function nothingSaid({ list, text }: FieldMapping): string {
  return list === null
    ? `no record has words in the field ${text}; choose another field for the text`
    : `no record has a list ${list} whose objects have words in the field ${text}; choose other fields`;
}

function warnOfWords(sink: ImportSink, words: ReadonlyMap<string, number>): void {
  if (words.size === 0) return;
  const count = [...words.values()].reduce((sum, times) => sum + times, 0);
  const named = [...words.keys()]
    .slice(0, NAMED_WORDS)
    .map((word) => (word === '' ? 'nothing' : `“${word.slice(0, 40).toWellFormed()}”`));
  const more = words.size > NAMED_WORDS ? ` and ${words.size - NAMED_WORDS} more` : '';
  sink.warning({
    code: 'unknown-role',
    line: null,
    message: `${count} ${count === 1 ? 'message is' : 'messages are'} by a speaker whose role is not known (${named.join(', ')}${more}) and ${count === 1 ? 'counts' : 'count'} as the user's.`,
  });
}

function warnOfOthers(sink: ImportSink, { count, firstLine }: LeftOut, { text }: FieldMapping): void {
  if (count === 0) return;
  const where = firstLine === null ? '' : `; the first is in line ${firstLine}`;
  sink.warning({
    code: 'unmapped-records',
    line: firstLine,
    message: `${count} ${count === 1 ? 'record has' : 'records have'} no words in the field ${text} and ${count === 1 ? 'was' : 'were'} left out${where}.`,
  });
}
