import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../../../../core/importers/claude-code.ts';
import { geminiCli } from '../../../../../core/importers/gemini-cli.ts';
import { piSession } from '../../../../../core/importers/pi-session.ts';
import { qwenCode } from '../../../../../core/importers/qwen-code.ts';
import type { ThreadImporter } from '../../../../../core/importers/thread-import.ts';
import { importLines } from '../../../../support/import-fixture.ts';

interface Log {
  readonly name: string;
  readonly importer: ThreadImporter;
  readonly lines: readonly object[];
  readonly thread: string;
  readonly branch: string;
}

const at = '2026-08-20T09:00:01.000Z';
const claude = { sessionId: 's-1', isSidechain: false, timestamp: at };
const qwen = { sessionId: 'q-1', timestamp: at, cwd: '/w', version: '1' };

/** One question that was answered twice: the answers share no whole run. */
const LOGS: readonly Log[] = [
  {
    name: 'Claude Code',
    importer: claudeCode,
    lines: [
      { ...claude, type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: 'Plums?' } },
      {
        ...claude,
        type: 'assistant',
        uuid: 'a1',
        parentUuid: 'u1',
        message: { id: 'm1', role: 'assistant', content: [{ type: 'text', text: 'Ripe.' }] },
      },
      {
        ...claude,
        type: 'assistant',
        uuid: 'a2',
        parentUuid: 'u1',
        message: { id: 'm2', role: 'assistant', content: [{ type: 'text', text: 'Not yet.' }] },
      },
    ],
    thread: 's-1',
    branch: 's-1/branch-a1',
  },
  {
    name: 'Gemini CLI',
    importer: geminiCli,
    lines: [
      { sessionId: 'g-1', projectHash: 'ab', startTime: at, lastUpdated: at },
      { id: 'm1', timestamp: at, type: 'user', content: 'Plums?' },
      { id: 'm2', timestamp: at, type: 'gemini', content: 'Ripe.' },
      { $rewindTo: 'm2' },
      { id: 'm3', timestamp: at, type: 'gemini', content: 'Not yet.' },
    ],
    thread: 'g-1',
    branch: 'g-1/branch-m2',
  },
  {
    name: 'pi',
    importer: piSession,
    lines: [
      { type: 'session', version: 3, id: 'p-1', timestamp: at, cwd: '/w' },
      {
        type: 'message',
        id: 'u1',
        parentId: null,
        timestamp: at,
        message: { role: 'user', content: 'Plums?' },
      },
      {
        type: 'message',
        id: 'a1',
        parentId: 'u1',
        timestamp: at,
        message: { role: 'assistant', content: [{ type: 'text', text: 'Ripe.' }] },
      },
      {
        type: 'message',
        id: 'a2',
        parentId: 'u1',
        timestamp: at,
        message: { role: 'assistant', content: [{ type: 'text', text: 'Not yet.' }] },
      },
    ],
    thread: 'p-1',
    branch: 'p-1/branch-a1',
  },
  {
    name: 'Qwen Code',
    importer: qwenCode,
    lines: [
      {
        ...qwen,
        type: 'user',
        uuid: 'u1',
        parentUuid: null,
        message: { role: 'user', parts: [{ text: 'Plums?' }] },
      },
      {
        ...qwen,
        type: 'assistant',
        uuid: 'a1',
        parentUuid: 'u1',
        message: { role: 'model', parts: [{ text: 'Ripe.' }] },
      },
      {
        ...qwen,
        type: 'assistant',
        uuid: 'a2',
        parentUuid: 'u1',
        message: { role: 'model', parts: [{ text: 'Not yet.' }] },
      },
    ],
    thread: 'q-1',
    branch: 'q-1/branch-a1',
  },
];

describe('a branch that parts inside the first run', () => {
  it.each(LOGS)('names the thread it left in a log of $name', async ({ importer, lines, thread, branch }) => {
    const { inspected } = await importLines(importer, lines);
    expect(inspected.map(({ id, branchOf, runs }) => [id, branchOf, runs.length])).toEqual([
      [thread, null, 1],
      [branch, { threadId: thread, runId: null }, 1],
    ]);
  });
});
