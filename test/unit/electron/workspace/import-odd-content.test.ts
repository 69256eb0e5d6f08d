import { describe, expect, it } from 'vitest';
import { openWorkspace, runLine, userMessage } from './workspace-fixture.ts';

describe('an import of what nobody would write', () => {
  it('survives ids of every kind, lone surrogates and huge numbers', async () => {
    const workspace = await openWorkspace();
    const odd = "t'; DROP TABLE threads; --\u0000 \\u{1F600} 日本";
    const line = JSON.stringify({
      type: 'message',
      message: {
        run_id: '__proto__',
        thread_id: odd,
        conversation_id: 'constructor',
        namespace: '../../etc',
        messages: [userMessage('u', 'half a pair: '.concat('\ud83d', ' and on'))],
        meta: { run_state: { status: 'completed', context_tokens: 1e300, usage: { total_tokens: -5 } } },
        created_at: '2026-08-20T09:00:00Z',
      },
    });
    const report = await workspace.importLines('odd.jsonl', [line]);
    expect(report).toMatchObject({ errors: [], outcome: 'new', newRuns: 1 });
    expect(workspace.reader.threadByRef(1)).toMatchObject({ thread_id: odd, namespace: '../../etc' });
    const [run] = workspace.reader.runs(1);
    expect(run).toMatchObject({ run_id: '__proto__', title: 'half a pair: \ufffd and on' });
  });

  it('survives an item that is nested 200,000 levels deep, and keeps it', async () => {
    const workspace = await openWorkspace();
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const line = runLine({ run: 'r1', messages: [] }).replace(
      '"messages":[]',
      `"messages":[{"id":"m","sender_id":"a","messages":[{"type":"odd","nested":${deep}}]}]`,
    );
    const report = await workspace.importLines('deep.jsonl', [line, runLine({ run: 'r2', previous: 'r1' })]);
    expect(report).toMatchObject({ outcome: 'new', newRuns: 2 });
    expect(workspace.reader.runs(1)[0]).toMatchObject({
      message_count: 1,
      item_count: 1,
      estimated_tokens: 4,
    });
  });

  it('survives one line of 20 MB, and an image in it counts as an image', async () => {
    const workspace = await openWorkspace();
    const image = {
      id: 'm',
      sender_id: 'a',
      messages: [
        {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_image', image_url: `data:image/png;base64,${'A'.repeat(20_000_000)}` }],
        },
      ],
    };
    const report = await workspace.importLines('image.jsonl', [runLine({ run: 'r1', messages: [image] })]);
    expect(report).toMatchObject({ outcome: 'new' });
    // 4 for the item and 1,500 for the image.
    expect(workspace.reader.runs(1)).toMatchObject([{ estimated_tokens: 1504 }]);
  });
});
