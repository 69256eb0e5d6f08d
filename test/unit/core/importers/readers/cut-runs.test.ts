import { describe, expect, it } from 'vitest';
import { cutRuns } from '../../../../../core/importers/readers/cut-runs.ts';
import type { TranscriptEntry } from '../../../../../core/importers/readers/transcript-entry.ts';
import { parseInputItem } from '../../../../../core/importers/parse-input-item.ts';

const input = (id: string, item: unknown): TranscriptEntry => ({
  kind: 'input',
  id,
  senderId: 'x',
  item: parseInputItem(item),
  atMs: null,
});
const user = (id: string, content: unknown = id): TranscriptEntry => input(id, { role: 'user', content });
const system = (id: string): TranscriptEntry => input(id, { role: 'developer', content: id });
const result = (id: string, call: string): TranscriptEntry =>
  input(id, { type: 'function_call_output', call_id: call, output: 'ok' });
const reply = (id: string, ...calls: string[]): TranscriptEntry => ({
  kind: 'reply',
  id,
  items: [
    parseInputItem({ role: 'assistant', content: id }),
    ...calls.map((call) =>
      parseInputItem({ type: 'function_call', call_id: call, name: 'f', arguments: '{}' }),
    ),
  ],
  model: null,
  usage: null,
  atMs: null,
  ended: null,
});
const compaction = (id: string): TranscriptEntry => ({
  kind: 'compaction',
  id,
  text: null,
  trigger: 'unknown',
  raw: {},
  atMs: null,
});

/** Runs as lists of ids; a headless one begins with `~`. */
function cut(...entries: TranscriptEntry[]): readonly string[] {
  return cutRuns(entries).runs.map(
    (run) => `${run.headless ? '~' : ''}${run.entries.map(({ id }) => id).join(' ')}`,
  );
}

describe('cutRuns', () => {
  it('opens a run at each user turn that follows a reply', () => {
    expect(cut(user('u1'), reply('a1'), user('u2'), reply('a2'))).toEqual(['u1 a1', 'u2 a2']);
  });

  it('keeps user turns together that no reply stands between', () => {
    expect(cut(user('u1'), user('u2'), reply('a1'), user('u3'), user('u4'))).toEqual(['u1 u2 a1', 'u3 u4']);
  });

  it('gives leading system and developer messages to the thread', () => {
    const transcript = cutRuns([system('s1'), system('s2'), user('u1'), system('s3'), reply('a1')]);
    expect(transcript.instructions.map(({ id }) => id)).toEqual(['s1', 's2']);
    expect(transcript.runs.map((run) => run.entries.map(({ id }) => id))).toEqual([['u1', 's3', 'a1']]);
  });

  it('makes a headless run of what comes before any user turn', () => {
    expect(cut(result('r0', 'gone'), reply('a0'), user('u1'))).toEqual(['~r0 a0', 'u1']);
    expect(cut(result('r0', 'gone'), user('u1'))).toEqual(['~r0', 'u1']);
  });

  it('does not take a user turn between a call and its result for a new run', () => {
    expect(
      cut(user('u1'), reply('a1', 'c1'), user('steer'), result('r1', 'c1'), reply('a2'), user('u2')),
    ).toEqual(['u1 a1 steer r1 a2', 'u2']);
  });

  it('opens a run behind a call that is never answered, or whose id is only used again later', () => {
    expect(cut(user('u1'), reply('a1', 'c1'), user('u2'), reply('a2'))).toEqual(['u1 a1', 'u2 a2']);
    expect(cut(user('u1'), reply('a1', 'c1'), user('u2'), reply('a2', 'c1'), result('r2', 'c1'))).toEqual([
      'u1 a1',
      'u2 a2 r2',
    ]);
  });

  it('sees no turn in a user message without words', () => {
    expect(cut(user('u1'), reply('a1'), user('blank', '  '), user('none', []), reply('a2'))).toEqual([
      'u1 a1 blank none a2',
    ]);
    const image = [{ type: 'input_image', image_url: 'data:,' }];
    expect(cut(user('u1'), reply('a1'), user('picture', image))).toEqual(['u1 a1', 'picture']);
  });

  it('lets a compaction open no run of its own', () => {
    expect(cut(compaction('k0'), user('u1'), reply('a1'), compaction('k1'), user('u2'))).toEqual([
      'k0 u1 a1 k1',
      'u2',
    ]);
  });
});
