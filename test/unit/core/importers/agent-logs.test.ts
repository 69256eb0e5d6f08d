import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../../../core/importers/claude-code.ts';
import { codexRollout } from '../../../../core/importers/codex-rollout.ts';
import { copilotCli } from '../../../../core/importers/copilot-cli.ts';
import { geminiCli } from '../../../../core/importers/gemini-cli.ts';
import { geminiRecording } from '../../../../core/importers/gemini-recording.ts';
import { kimi } from '../../../../core/importers/kimi.ts';
import { openHands } from '../../../../core/importers/openhands.ts';
import { piSession } from '../../../../core/importers/pi-session.ts';
import { qwenCode } from '../../../../core/importers/qwen-code.ts';
import { detectImporter } from '../../../../core/importers/all-importers.ts';
import type { ThreadImporter } from '../../../../core/importers/thread-import.ts';
import { fixtureBytes, importBytes, importFixture } from '../../../support/import-fixture.ts';

const LOGS: readonly (readonly [ThreadImporter, string])[] = [
  [claudeCode, 'claude-code-branches.jsonl'],
  [codexRollout, 'codex-rollout-repeated-reports.jsonl'],
  [geminiCli, 'gemini-cli-log.jsonl'],
  [geminiRecording, 'gemini-recording.jsonl'],
  [piSession, 'pi-session-tree.jsonl'],
  [qwenCode, 'qwen-code-telemetry.jsonl'],
  [kimi, 'kimi-wire.jsonl'],
  [copilotCli, 'copilot-cli-session.jsonl'],
  [openHands, 'openhands-events.jsonl'],
];

const text = (name: string): string => new TextDecoder().decode(fixtureBytes(name));
const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);

describe.each(LOGS)('$format reading %s', (importer, name) => {
  it('is found by content alone, and by the first lines of a longer file', () => {
    const lines = text(name).split('\n');
    expect(detectImporter(bytes(lines.join('\n')), 'unnamed')?.format).toBe(importer.format);
    expect(detectImporter(bytes(lines.join('\n').slice(0, -30)), 'unnamed')?.format).toBe(importer.format);
  });

  it('reads the same behind a byte order mark, with carriage returns, and in UTF-16', async () => {
    const plain = await importFixture(importer, name);
    const marked = await importBytes(importer, bytes(`\ufeff${text(name).replaceAll('\n', '\r\n')}`), name);
    const wide = await importBytes(
      importer,
      new Uint8Array(Buffer.from(`\ufeff${text(name)}`, 'utf16le')),
      name,
    );
    expect(marked.inspected).toEqual(plain.inspected);
    expect(wide.inspected).toEqual(plain.inspected);
  });

  it('keeps line separators inside texts, and skips lines that are JSON but no objects', async () => {
    const plain = await importFixture(importer, name);
    const lines = text(name).trimEnd().split('\n');
    const odd = [lines[0], '"a text"', '[1]', 'null', ...lines.slice(1), ''].join('\n');
    const { inspected, warnings } = await importBytes(importer, bytes(odd), name);
    expect(inspected.map(({ usage, runs }) => [usage, runs.length])).toEqual(
      plain.inspected.map(({ usage, runs }) => [usage, runs.length]),
    );
    expect(warnings.filter(({ code }) => code === 'skipped-lines')).toHaveLength(1);
  });

  it('refuses a broken line in the middle with its number, and goes on without it when told to', async () => {
    const lines = text(name).trimEnd().split('\n');
    const broken = bytes([lines[0], '{"type": "us', ...lines.slice(1)].join('\n'));
    await expect(importBytes(importer, broken, name)).rejects.toThrow(/Line 2 is not valid JSON/);
    const { errors, inspected } = await importBytes(importer, broken, name, { openAnyway: true });
    expect(errors.map(({ line }) => line)).toEqual([2]);
    expect(inspected.length).toBeGreaterThan(0);
  });

  it('survives a first record that is nested without end', async () => {
    const deep = `{"id":"d","deep":${'['.repeat(60_000)}${']'.repeat(60_000)}}`;
    const { inspected } = await importBytes(importer, bytes(`${deep}\n${text(name)}`), name);
    expect(inspected.length).toBeGreaterThan(0);
  });

  it('stops when it is cancelled', async () => {
    const signal = { aborted: true, throwIfAborted: () => undefined };
    await expect(importBytes(importer, fixtureBytes(name), name, { signal })).rejects.toThrow(/cancelled/);
  });
});
