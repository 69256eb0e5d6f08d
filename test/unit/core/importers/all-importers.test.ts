import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openFileSource } from '../../../../core/adapters/fs/byte-sources.ts';
import { ALL_IMPORTERS, detectImporter } from '../../../../core/importers/all-importers.ts';
import { readHead } from '../../../../core/importers/read-head.ts';
import { fixturePath } from './read-fixture.ts';

const formatOf = (text: string): string | null =>
  detectImporter(new TextEncoder().encode(text), 'x')?.format ?? null;

describe('detectImporter', () => {
  it('knows every fixture by its content', async () => {
    const expected: [RegExp, string][] = [
      [/^gateway-/, 'hastekit-rest'],
      [/^responses-/, 'openai-responses'],
      [/\.jsonl$/, 'hastekit-jsonl'],
    ];
    for (const name of readdirSync(fixturePath('.'))) {
      const source = await openFileSource(fixturePath(name));
      const format = detectImporter(await readHead(source), 'renamed.bin')?.format;
      expect([name, format]).toEqual([name, expected.find(([pattern]) => pattern.test(name))?.[1]]);
    }
  });

  it('asks at most one importer to claim a file', async () => {
    for (const name of readdirSync(fixturePath('.'))) {
      const head = await readHead(await openFileSource(fixturePath(name)));
      expect([name, ALL_IMPORTERS.filter((importer) => importer.detect(head, name)).length]).toEqual([
        name,
        1,
      ]);
    }
  });

  it('leaves formats of others alone', () => {
    for (const text of [
      '',
      'hello',
      '[]',
      '{}',
      '42',
      // Claude Code, pi, Anthropic, Chat Completions, a summary line that is a text
      '{"type":"user","uuid":"u1","sessionId":"s","message":{"role":"user","content":"x"}}',
      '{"type":"message","id":"u1","parentId":null,"message":{"role":"user","content":[]}}',
      '[{"type":"message","role":"assistant","content":[{"type":"text","text":"x"}],"stop_reason":"end_turn"}]',
      '[{"role":"user","content":"x"},{"role":"assistant","content":"y"}]',
      '{"type":"summary","summary":"Fixing a bug","leafUuid":"u"}',
      '{"object":"chat.completion","choices":[]}',
    ]) {
      expect([text, formatOf(text)]).toEqual([text, null]);
    }
  });

  it('knows a record whose first line is longer than the head', () => {
    const text = JSON.stringify({
      type: 'message',
      message: { thread_id: 't', messages: 'x'.repeat(400_000) },
    });
    expect(formatOf(text.slice(0, 256 * 1024))).toBe('hastekit-jsonl');
  });

  it('never throws, whatever the bytes are', () => {
    const noise = new Uint8Array(5000).map((_, index) => (index * 7919) % 256);
    expect(detectImporter(noise, 'noise')).toBeNull();
    expect(formatOf('['.repeat(200_000))).toBeNull();
  });
});
