import { describe, expect, it } from 'vitest';
import { undoImport } from '../../../../core/adapters/sqlite/undo-import.ts';
import { runBody } from '../../../../electron/workspace/run-body.ts';
import { sentItems } from '../../../../electron/workspace/sent-items.ts';
import { openWorkspace, runLine, userMessage } from './workspace-fixture.ts';

const IMAGE = `data:image/png;base64,${Buffer.alloc(60_000, 'ebb and flow').toString('base64')}`;

const imageLine = (run: string, atMinute: number, previous?: string): string =>
  runLine({
    run,
    atMinute,
    ...(previous === undefined ? {} : { previous }),
    meta: { note: 'kept' },
    messages: [
      {
        id: `m-${run}`,
        sender_id: 'anna',
        messages: [
          {
            type: 'message',
            role: 'user',
            content: [{ type: 'input_image', image_url: IMAGE, alt: 'tide' }],
          },
        ],
      },
      userMessage(`u-${run}`, 'What is on it?'),
    ],
  });

describe('an import of images', () => {
  it('keeps each once, shows its size, and sends it as it came', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', [imageLine('r1', 0), imageLine('r2', 1, 'r1')]);
    expect(workspace.db.prepare('SELECT count(*) FROM payloads').pluck().get()).toBe(1);
    const bodies = workspace.db.prepare<[], number>('SELECT length(content) FROM bodies').pluck().all();
    expect(Math.max(...bodies)).toBeLessThan(1_000);
    expect(runBody(workspace.reader, { thread: 1, run: 0, from: 0, count: 5 }).messages[0]).toMatchObject({
      // 4 for the item and a flat 1,500 for an image.
      estimatedTokens: 1504,
      items: [{ kind: 'image', bytes: 60_000, label: 'image/png' }],
    });
    const sent = sentItems(workspace, { thread: 1, view: { kind: 'stored' }, from: 0, count: 1 });
    expect(sent.items).toEqual([
      { type: 'message', role: 'user', content: [{ type: 'input_image', image_url: IMAGE, alt: 'tide' }] },
    ]);
  });

  it('tells that the same file has nothing new, and what a grown one adds', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', [imageLine('r1', 0)]);
    const grown = [imageLine('r1', 0), imageLine('r2', 1, 'r1')];
    expect(await workspace.importLines('b.jsonl', grown)).toMatchObject({ outcome: 'grown', newRuns: 1 });
    const changed = [imageLine('r1', 0).replace('ZWJi', 'ZWJj')];
    expect(await workspace.importLines('c.jsonl', changed)).toMatchObject({ outcome: 'new', newThreads: 1 });
    expect(workspace.db.prepare('SELECT count(*) FROM payloads').pluck().get()).toBe(2);
  });

  it('keeps an image as long as a run shows it, and no longer', async () => {
    const workspace = await openWorkspace();
    const count = workspace.db.prepare<[], number>('SELECT count(*) FROM payloads').pluck();
    await workspace.importLines('a.jsonl', [imageLine('r1', 0)]);
    await workspace.importLines('b.jsonl', [imageLine('r1', 0), imageLine('r2', 1, 'r1')]);
    undoImport(workspace.db, 2, 1);
    expect(count.get()).toBe(1);
    undoImport(workspace.db, 1, 1);
    expect(count.get()).toBe(0);
  });
});
