import { describe, expect, it } from 'vitest';
import type { ThreadDocument } from '../../../../core/domain/thread.ts';
import { claudeCode } from '../../../../core/importers/claude-code.ts';
import { markCopiedRuns } from '../../../../core/inspect/mark-copied-runs.ts';
import { importLines } from '../../../support/import-fixture.ts';

/** A session of one question, answered under this name for so many tokens. */
async function session(id: string, answerId: string, output: number): Promise<readonly ThreadDocument[]> {
  const line = { sessionId: id, timestamp: '2026-08-20T09:00:00Z' };
  const usage = { input_tokens: 4, output_tokens: output };
  const { threads } = await importLines(claudeCode, [
    { ...line, type: 'user', uuid: 'u', parentUuid: null, message: { role: 'user', content: 'Figs?' } },
    {
      ...line,
      type: 'assistant',
      uuid: 'a',
      parentUuid: 'u',
      message: { id: answerId, role: 'assistant', content: [{ type: 'text', text: 'Yes.' }], usage },
    },
  ]);
  return threads;
}

function copies(files: readonly (readonly ThreadDocument[])[]): readonly (string | null)[] {
  return markCopiedRuns(files).flatMap((threads) =>
    threads.flatMap(({ runs }) => runs.map(({ copiedFrom }) => copiedFrom)),
  );
}

describe('markCopiedRuns', () => {
  it('names the thread of the first file that holds the answers of a run', async () => {
    const files = [await session('a', 'm', 7), await session('b', 'm', 7), await session('c', 'm', 7)];
    expect(copies(files)).toEqual([null, 'a', 'a']);
  });

  it('takes answers of one name that cost differently for two', async () => {
    expect(copies([await session('a', 'm', 7), await session('b', 'm', 8)])).toEqual([null, null]);
  });

  it('leaves the threads of one file to their importer', async () => {
    const threads = [...(await session('a', 'm', 7)), ...(await session('b', 'm', 7))];
    expect(copies([threads])).toEqual([null, null]);
  });
});
