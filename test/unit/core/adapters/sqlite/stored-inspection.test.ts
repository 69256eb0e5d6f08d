import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ThreadDocument } from '../../../../../core/domain/thread.ts';
import { detectImporter } from '../../../../../core/importers/all-importers.ts';
import { collectThreads } from '../../../../../core/importers/collect-threads.ts';
import { readHead } from '../../../../../core/importers/read-head.ts';
import type { ByteSource } from '../../../../../core/importers/thread-import.ts';
import { inspectThread } from '../../../../../core/inspect/inspect-thread.ts';
import { callCount } from '../../../../../core/inspect/usage-totals.ts';
import { buildThreadProfile } from '../../../../../core/replay/build-thread-profile.ts';
import { threadLines } from '../../../../../scripts/bench/generate-thread.mjs';
import { runHeaders } from '../../../../../electron/workspace/run-headers.ts';
import { threadFindings } from '../../../../../electron/workspace/thread-findings.ts';
import { threadOverview } from '../../../../../electron/workspace/thread-overview.ts';
import { openWorkspace, type WorkspaceFixture } from '../../../electron/workspace/workspace-fixture.ts';

const FIXTURES = 'test/fixtures/threads';

/** Everything a file holds, in memory; null for what no importer reads without an error. */
async function readWhole(path: string): Promise<readonly ThreadDocument[] | null> {
  const bytes = new Uint8Array(await readFile(path));
  const source: ByteSource = {
    name: path,
    sizeBytes: bytes.length,
    read: async function* () {
      yield bytes;
    },
  };
  const importer = detectImporter(await readHead(source), path);
  const collector = collectThreads();
  try {
    await importer?.read(source, collector.sink, {});
  } catch {
    return null;
  }
  return collector.threads().length === 0 ? null : collector.threads();
}

/** What the workspace says about a thread without reading its messages, in an inspection's words. */
function storedFigures(workspace: WorkspaceFixture, ref: number): object {
  const overview = threadOverview(workspace.reader, ref, workspace);
  const headers = runHeaders(workspace.reader, { thread: ref, from: 0, count: 200 });
  return {
    title: overview.title,
    profile: overview.profile,
    usage: overview.usage,
    runs: headers.map((header) => ({
      id: header.runId,
      status: header.status,
      messages: header.messageCount,
      toolCalls: header.toolCallCount,
      toolResults: header.toolResultCount,
      orphans: header.orphanCount,
      calls: header.modelCallCount,
      estimatedTokens: header.estimatedTokens,
      occupancyAfter: header.occupancyAfter,
    })),
    boundaries: overview.boundaries.map((boundary) => [
      boundary.summaryId,
      boundary.applies,
      boundary.text,
      boundary.summaryTokens,
      boundary.generation,
    ]),
    findings: threadFindings(workspace, ref).map(({ code, runId, message }) => [code, runId, message]),
    findingRuns: overview.runsWithFindings,
  };
}

/** The same from the whole thread in memory. */
function inspectedFigures(document: ThreadDocument): object {
  const inspection = inspectThread(document);
  const profile = buildThreadProfile(document);
  const withFindings = new Set(inspection.findings.map(({ run }) => run));
  return {
    title: document.title,
    profile,
    usage: inspection.usage,
    runs: inspection.runs.map((run, index) => ({
      id: run.id,
      status: run.status,
      messages: run.messages,
      toolCalls: run.toolCalls,
      toolResults: run.toolResults,
      orphans: run.orphans.calls + run.orphans.results,
      calls: callCount(document.runs[index] ?? { calls: [], messages: [] }),
      estimatedTokens: run.estimatedTokens,
      occupancyAfter: run.occupancyAfter,
    })),
    boundaries: inspection.boundaries.map((boundary) => [
      boundary.summaryId,
      boundary.applies,
      boundary.text,
      boundary.tokens,
      boundary.generation,
    ]),
    findings: inspection.findings.map(({ code, run, message }) => [code, run, message]),
    findingRuns: inspection.runs.flatMap((run, index) => (withFindings.has(run.id) ? [index] : [])),
  };
}

describe('what is stored of a thread', () => {
  const files = readdirSync(FIXTURES).sort();

  it('is tested on threads of several formats', () => {
    expect(files.length).toBeGreaterThan(20);
  });

  it.each(files)('tells of %s what an inspection of the whole thread tells', async (name) => {
    const path = join(FIXTURES, name);
    const documents = await readWhole(path);
    const workspace = await openWorkspace();
    const [report] = await workspace.importPaths([path]);
    if (documents === null) {
      expect(report?.outcome).toBe('failed');
      return;
    }
    expect(report?.outcome).toBe('new');
    const refs = report?.threads ?? [];
    expect(refs.map((ref) => storedFigures(workspace, ref))).toEqual(documents.map(inspectedFigures));
    // A second import of the same threads changes nothing of it.
    workspace.db.prepare('DELETE FROM imports').run();
    expect(await workspace.importPaths([path])).toMatchObject([{ outcome: 'duplicate', newRuns: 0 }]);
    expect(refs.map((ref) => storedFigures(workspace, ref))).toEqual(documents.map(inspectedFigures));
  });

  it('holds for instructions, read from a chat or from a history file that has them in its meta', async () => {
    const system = 'Name the bird, then its call.';
    const chat = [
      { role: 'system', content: system },
      { role: 'user', content: 'What sings?' },
      { role: 'assistant', content: 'A wren.' },
    ];
    const run = {
      run_id: 'r1',
      thread_id: 't-1',
      conversation_id: 'c-1',
      namespace: 'default',
      messages: [{ id: 'u1', sender_id: 'ann', messages: [{ role: 'user', content: 'What sings?' }] }],
      meta: { instructions: [{ type: 'message', role: 'system', content: system }] },
      created_at: '2026-08-20T09:00:00Z',
    };
    const workspace = await openWorkspace();
    await workspace.importLines('chat.jsonl', [JSON.stringify({ messages: chat })]);
    await workspace.importLines('history.jsonl', [JSON.stringify({ type: 'message', message: run })]);
    for (const [index, name] of ['chat.jsonl', 'history.jsonl'].entries()) {
      const [document] = (await readWhole(join(workspace.directory, name))) ?? [];
      const stored = threadOverview(workspace.reader, index + 1, workspace).profile;
      expect(stored).toEqual(document === undefined ? null : buildThreadProfile(document));
      // 4 for the item and ⌈29 / 4⌉
      expect(stored.instructionTokens).toBe(12);
    }
  });

  it('holds for a long thread with summaries, too, imported in two steps', async () => {
    const lines = [...threadLines({ runs: 120, toolTextCharacters: 200, summaryEvery: 9 })];
    const workspace = await openWorkspace();
    await workspace.importLines('long.jsonl', lines.slice(0, 70));
    const report = await workspace.importLines('long.jsonl', lines);
    expect(report.outcome).toBe('grown');
    const documents = await readWhole(join(workspace.directory, 'long.jsonl'));
    expect(storedFigures(workspace, 1)).toEqual((documents ?? []).map(inspectedFigures)[0]);
  });
});
