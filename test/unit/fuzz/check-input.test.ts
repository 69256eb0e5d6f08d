import { expect, it } from 'vitest';
import { InspectorError } from '../../../core/domain/errors.ts';
import type { ImportSink, ThreadImporter } from '../../../core/importers/thread-import.ts';
import { checkInput } from '../../support/fuzz/check-input.ts';
import { Random } from '../../support/fuzz/random.ts';

/** An importer that takes everything, and what is found when a file is read by it. */
async function foundOf(read: (sink: ImportSink, name: string) => void): Promise<string> {
  const importer: ThreadImporter = {
    format: 'broken',
    label: 'Broken',
    detect: () => true,
    read: async (source, sink) => {
      await Promise.resolve();
      read(sink, source.name);
    },
  };
  const bytes = new TextEncoder().encode('{}\n');
  const input = { name: 'log.jsonl', bytes, importer, steps: ['flip'] };
  const { failures } = await checkInput(input, new Random(1), [importer]);
  return failures.join('\n');
}

it('finds an importer that throws what nobody planned', async () => {
  const crash = (): never => {
    throw new TypeError('x is not a function');
  };
  expect(await foundOf(crash)).toContain('it crashed: TypeError: x is not a function');
});

it('finds a refusal that names no file, and one that is no refusal', async () => {
  const nameless = (): never => {
    throw new InspectorError('invalid-import', 'this is no log');
  };
  expect(await foundOf(nameless)).toBe('a refusal names no file: this is no log');
  const internal = (_sink: ImportSink, name: string): never => {
    throw new InspectorError('internal', `${name}: no idea`);
  };
  expect(await foundOf(internal)).toContain('it was refused as internal');
});

it('finds a broken line without its place, and a problem that is no sentence', async () => {
  const refusing = (sink: ImportSink, name: string): never => {
    sink.error({ code: 'invalid-json', line: null, message: 'This line is not valid JSON.' });
    sink.warning({ code: 'odd', line: 0, message: 'odd' });
    throw new InspectorError('invalid-import', `${name}: it holds no message`);
  };
  expect(await foundOf(refusing)).toBe(
    'no place: invalid-json: This line is not valid JSON.\nno sentence: odd\nline 0 of odd',
  );
});

it('finds that a file was read and nothing came of it', async () => {
  expect(await foundOf(() => undefined)).toBe('it was read, and there is no thread');
});
