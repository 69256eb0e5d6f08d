import { gzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../core/adapters/fs/byte-sources.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { ALL_IMPORTERS, detectImporter } from '../../core/importers/all-importers.ts';
import { collectThreads } from '../../core/importers/collect-threads.ts';
import { findImporter } from '../../core/importers/find-importer.ts';
import { inspectThread } from '../../core/inspect/inspect-thread.ts';
import { fixtureBytes } from '../support/import-fixture.ts';
import { mutateBytes, mutateJson, seededRandom } from './mutate-json.ts';

const FIXTURES: readonly (readonly [name: string, format: string])[] = [
  ['chatgpt-export.json', 'chatgpt-export'],
  ['claude-ai-export.json', 'claude-ai-export'],
  ['open-webui-chats.json', 'open-webui'],
  ['librechat-tree.json', 'librechat'],
  ['chatbot-ui-history.json', 'chatbot-ui'],
  ['grok-export.json', 'grok-export'],
  ['letta-agent.af.json', 'letta-agent-file'],
  ['ag-ui-events.jsonl', 'ag-ui-events'],
  ['sharegpt.jsonl', 'sharegpt'],
];
const INPUTS = 60;

function mutated(name: string, bytes: Uint8Array, random: () => number): Uint8Array {
  const kind = random();
  if (kind > 0.95) return mutateBytes(gzipSync(bytes), random);
  if (kind > 0.9) return mutateBytes(zipSync({ [name]: bytes }), random);
  if (kind > 0.7) return mutateBytes(bytes, random);
  const lines = new TextDecoder().decode(bytes).trim().split('\n');
  const isJsonLines = name.endsWith('.jsonl');
  const value: unknown = isJsonLines
    ? lines.map((line): unknown => JSON.parse(line))
    : JSON.parse(lines.join('\n'));
  const other = mutateJson(value, random);
  const text =
    isJsonLines && Array.isArray(other)
      ? other.map((line: unknown) => JSON.stringify(line)).join('\n')
      : JSON.stringify(other);
  return new TextEncoder().encode(text);
}

describe.each(FIXTURES)('%s', (name, format) => {
  it('is told by its content, and no other importer claims it', () => {
    const head = fixtureBytes(name);
    expect(detectImporter(head, 'renamed.bin')?.format).toBe(format);
    expect(ALL_IMPORTERS.filter((importer) => importer.detect(head, 'x')).map((one) => one.format)).toEqual([
      format,
    ]);
  });

  it('is read or refused with a reason, whatever is done to it', async () => {
    const bytes = new Uint8Array(fixtureBytes(name));
    const random = seededRandom(name.length);
    const forced = ALL_IMPORTERS.find((importer) => importer.format === format) ?? null;
    let read = 0;
    for (let input = 0; input < INPUTS; input += 1) {
      const source = memorySource(name, [mutated(name, bytes, random)]);
      const collector = collectThreads();
      try {
        const importer = await findImporter(source, { forced });
        await importer?.read(source, collector.sink, { openAnyway: random() < 0.5 });
        read += 1;
      } catch (error) {
        expect(error).toBeInstanceOf(InspectorError);
        expect(error).toMatchObject({ code: 'invalid-import' });
      }
      for (const thread of collector.threads()) {
        expect(thread.title).not.toBe('');
        expect(new Set(thread.runs.map(({ runId }) => runId)).size).toBe(thread.runs.length);
        expect(inspectThread(thread).runs).toHaveLength(thread.runs.length);
      }
    }
    expect(read).toBeGreaterThan(INPUTS / 4);
  });

  it('survives nesting far deeper than JSON.stringify does, in place of any of its values', async () => {
    const text = new TextDecoder().decode(fixtureBytes(name));
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const values = [...text.matchAll(/: ?("(?:[^"\\]|\\.)*"|null|\d[\d.]*)/g)];
    const importer = ALL_IMPORTERS.find((one) => one.format === format);
    expect(values.length).toBeGreaterThan(10);
    const every = Math.ceil(values.length / 8);
    for (const [index, { index: at, 0: whole, 1: value = '' }] of values.entries()) {
      if (index % every !== 0) continue;
      const start = at + whole.length - value.length;
      const mutant = `${text.slice(0, start)}${deep}${text.slice(start + value.length)}`;
      const collector = collectThreads();
      const source = memorySource(name, [new TextEncoder().encode(mutant)]);
      try {
        await importer?.read(source, collector.sink, { openAnyway: true });
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid-import' });
      }
      for (const thread of collector.threads()) expect(inspectThread(thread).id).toBe(thread.threadId);
    }
  });
});
