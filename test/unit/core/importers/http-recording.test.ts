import { describe, expect, it } from 'vitest';
import { httpRecording } from '../../../../core/importers/http-recording.ts';
import { detectImporter } from '../../../../core/importers/all-importers.ts';
import { fixtureBytes, importFixture } from '../../../support/import-fixture.ts';

describe('httpRecording', () => {
  it.each(['http-recording-nock.json', 'http-recording-har.json', 'http-recording-cassette.json'])(
    'knows %s only to refuse it, with what to do instead',
    async (name) => {
      expect(detectImporter(fixtureBytes(name), name)?.format).toBe('http-recording');
      await expect(importFixture(httpRecording, name)).rejects.toThrow(
        /recording of HTTP requests and answers and not a thread; export the thread itself/,
      );
    },
  );

  it('leaves other lists and objects to others', () => {
    for (const text of ['[]', '[{"scope":"a"}]', '{"log":{}}', '{"interactions":[]}', 'nothing']) {
      expect(httpRecording.detect(new TextEncoder().encode(text), 'x.json')).toBe(false);
    }
  });
});
