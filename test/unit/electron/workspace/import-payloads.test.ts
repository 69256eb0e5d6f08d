import { describe, expect, it } from 'vitest';
import { preparePayloads } from '../../../../core/adapters/sqlite/payload-store.ts';
import { undoImport } from '../../../../core/adapters/sqlite/undo-import.ts';
import { runBody } from '../../../../electron/workspace/run-body.ts';
import { sentItems } from '../../../../electron/workspace/sent-items.ts';
import { openWorkspace, runLine, userMessage, type WorkspaceFixture } from './workspace-fixture.ts';

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

describe('an import of data too large to become a text', () => {
  /** 4.5 MB of base64, so that the file is not parsed whole; each byte of a group of three is another. */
  const large = (word: string): string => Buffer.alloc(3_400_001, word).toString('base64');

  const imported = async (value: object): Promise<WorkspaceFixture> => {
    const workspace = await openWorkspace();
    const report = await workspace.importLines('a.json', [JSON.stringify(value)]);
    expect(report).toMatchObject({ outcome: 'new', errors: [], warnings: [] });
    return workspace;
  };
  const count = ({ db }: WorkspaceFixture): unknown =>
    db.prepare('SELECT count(*) FROM payloads').pluck().get();
  /** As a store of messages gives them back. */
  const itemsOf = ({ db, reader }: WorkspaceFixture): readonly unknown[] => {
    const messages = reader.runs(1).flatMap((run) => reader.messages(run));
    return preparePayloads(db)
      .give(messages)
      .flatMap(({ items }) => items);
  };

  it('keeps a picture once, and gives it back as it came', async () => {
    const url = `data:image/png;base64,${large('ebb and flow')}`;
    const workspace = await imported({
      messages: [
        { role: 'user', content: [{ type: 'image_url', image_url: { url } }] },
        { role: 'assistant', content: 'Seen.' },
        { role: 'user', content: [{ type: 'image_url', image_url: { url } }] },
      ],
    });
    expect(count(workspace)).toBe(1);
    const bodies = workspace.db.prepare<[], number>('SELECT length(content) FROM bodies').pluck().all();
    expect(Math.max(...bodies)).toBeLessThan(1_000);
    const picture = {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_image', image_url: url }],
    };
    expect(itemsOf(workspace)[0]).toEqual(picture);
    expect(itemsOf(workspace)[2]).toEqual(picture);
  });

  it('finds the same picture in a file that has grown', async () => {
    const messages = [
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: large('spring') } },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Seen.' }] },
      { role: 'user', content: [{ type: 'text', text: 'And now?' }] },
    ];
    const workspace = await imported({ messages: messages.slice(0, 2) });
    const grown = await workspace.importLines('b.json', [JSON.stringify({ messages })]);
    expect(grown).toMatchObject({ outcome: 'grown', newRuns: 1 });
    expect(count(workspace)).toBe(1);
  });

  it('puts the text back where an item has no place for data', async () => {
    const data = large('neap');
    const workspace = await imported({
      messages: [
        { role: 'user', content: 'Send it.' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call-1', type: 'function', function: { name: 'send', arguments: { data, to: 'desk' } } },
          ],
        },
      ],
    });
    expect(count(workspace)).toBe(0);
    expect(itemsOf(workspace)[1]).toMatchObject({ arguments: JSON.stringify({ data, to: 'desk' }) });
  });

  it.each([
    ['holds another character', (data: string) => `${data.slice(0, 100)}-${data.slice(101)}`],
    ['does not end as a writer of base64 ends it', (data: string) => `${data.slice(0, -2)}1=`],
    ['lacks a character', (data: string) => data.slice(1)],
  ])('takes a text for what it is that %s', async (_, change) => {
    const url = `data:image/png;base64,${change(large('slack'))}`;
    const workspace = await imported({
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
    });
    expect(itemsOf(workspace)[0]).toMatchObject({ content: [{ image_url: url }] });
  });
});
