import { describe, expect, it } from 'vitest';
import { agUiEvents } from '../../../../core/importers/ag-ui-events.ts';
import { event, finished, spoken, started, user } from '../../../support/ag-ui.ts';
import { importLines } from '../../../support/import-fixture.ts';
import { wordsOf } from '../../../support/import-json.ts';

describe('the threads of AG-UI events', () => {
  it('does not repeat what a later input or a snapshot repeats, by id or by what is said', async () => {
    const answer = { id: 'm1', role: 'assistant', content: 'Six.' };
    const result = await importLines(agUiEvents, [
      started('r1', [user('u1', 'How many?')]),
      ...spoken('m1', 'Six.'),
      event('MESSAGES_SNAPSHOT', { messages: [user('u1', 'How many?'), answer] }),
      finished('r1'),
      started('r2', [user('u1', 'How many?'), answer, user('u2', 'Sure?')]),
      ...spoken('m2', 'Yes.'),
      // Named anew: the same all the same.
      event('MESSAGES_SNAPSHOT', {
        messages: [
          user('n1', 'How many?'),
          { id: 'n2', role: 'assistant', content: 'Six.' },
          user('n3', 'Sure?'),
          { id: 'n4', role: 'assistant', content: 'Yes.' },
        ],
      }),
      finished('r2'),
    ]);
    expect(wordsOf(result)).toEqual([
      ['user: How many?', 'assistant: Six.'],
      ['user: Sure?', 'assistant: Yes.'],
    ]);
    expect(result.inspected[0]?.boundaries).toEqual([]);
  });

  it('finds the words of the user in a snapshot that comes after the answer, and earlier turns before it', async () => {
    const result = await importLines(agUiEvents, [
      event('RUN_STARTED', { threadId: 't1', runId: 'r3' }),
      ...spoken('m2', 'lcome back.'),
      event('MESSAGES_SNAPSHOT', {
        messages: [
          user('u1', 'Hello'),
          { id: 'm1', role: 'assistant', content: 'Hi.' },
          user('u2', 'Me again'),
          { id: 'm2', role: 'assistant', content: 'Welcome back.' },
          { id: 'act', role: 'activity', activityType: 'x', content: {} },
        ],
      }),
      finished('r3'),
    ]);
    expect(wordsOf(result)).toEqual([
      ['user: Hello', 'assistant: Hi.'],
      // The recording began in the middle of the answer; the snapshot has all of it.
      ['user: Me again', 'assistant: Welcome back.'],
    ]);
    expect(result.inspected[0]?.runs.map(({ id }) => id)).toEqual(['run-1', 'r3']);
  });

  it('takes a snapshot with fewer messages for a boundary, and what it puts in their place for its text', async () => {
    const conversation = [
      started('r1', [user('u1', 'One')]),
      ...spoken('m1', '1'),
      finished('r1'),
      started('r2', [user('u2', 'Two')]),
      ...spoken('m2', '2'),
      finished('r2'),
      started('r3', [user('u3', 'Three')]),
    ];
    const kept = [user('u2', 'Two'), { id: 'm2', role: 'assistant', content: '2' }, user('u3', 'Three')];
    const summarized = await importLines(agUiEvents, [
      ...conversation,
      event('MESSAGES_SNAPSHOT', {
        messages: [{ id: 'x', role: 'system', content: 'One was said.' }, ...kept],
      }),
      ...spoken('m3', '3'),
      finished('r3'),
    ]);
    expect(wordsOf(summarized)).toEqual([
      ['user: One', 'assistant: 1'],
      ['user: Two', 'assistant: 2'],
      ['user: Three', 'assistant: 3'],
    ]);
    // 5 messages before, 4 in the snapshot; the first that was kept opens the second run.
    expect(summarized.inspected[0]?.boundaries).toMatchObject([
      { afterRun: 'r1', text: 'One was said.', anchored: true, opaque: false },
    ]);
    const trimmed = await importLines(agUiEvents, [
      ...conversation,
      event('MESSAGES_SNAPSHOT', { messages: kept }),
      ...spoken('m3', '3'),
      finished('r3'),
    ]);
    expect(trimmed.inspected[0]?.boundaries).toMatchObject([{ afterRun: 'r1', text: null, opaque: false }]);
  });

  it('takes a run whose parent is not the newest for the beginning of a branch', async () => {
    const result = await importLines(agUiEvents, [
      started('r1', [user('u1', 'One')]),
      ...spoken('m1', '1'),
      finished('r1'),
      started('r2', [user('u2', 'Two')], { parentRunId: 'r1' }),
      ...spoken('m2', '2'),
      finished('r2'),
      started(
        'r3',
        [user('u1', 'One'), { id: 'm1', role: 'assistant', content: '1' }, user('u3', 'Or three?')],
        { parentRunId: 'r1' },
      ),
      ...spoken('m3', '3'),
      finished('r3'),
      started('r4', [user('u4', 'Four')], { parentRunId: 'r3' }),
      finished('r4'),
    ]);
    expect(
      result.inspected.map(({ id, branchOf, runs }) => [
        id,
        branchOf,
        runs.map((run) => [run.id, run.copiedFrom]),
      ]),
    ).toEqual([
      [
        't1',
        null,
        [
          ['r1', null],
          ['r2', null],
        ],
      ],
      [
        't1/branch-r3',
        { threadId: 't1', runId: 'r1' },
        [
          ['r1', 't1'],
          ['r3', null],
          ['r4', null],
        ],
      ],
    ]);
    expect(wordsOf(result, 1)[1]).toEqual(['user: Or three?', 'assistant: 3']);
  });

  it('keeps several threads of one stream apart, and names runs that come without an input', async () => {
    const result = await importLines(agUiEvents, [
      ...spoken('m0', 'Before any run.'),
      event('RUN_STARTED', { threadId: 't2', runId: 'a' }),
      ...spoken('m1', 'x'),
      event('RUN_FINISHED', { threadId: 't2', runId: 'a' }),
      event('RUN_STARTED', { threadId: 't2', runId: 'b' }),
      ...spoken('m2', 'y'),
      event('RUN_FINISHED', { threadId: 't2', runId: 'b' }),
    ]);
    expect(result.inspected.map(({ runs }) => runs.map(({ id, status }) => [id, status]))).toEqual([
      [['run-1', 'open']],
      [
        ['a', 'headless'],
        ['b', 'headless'],
      ],
    ]);
  });
});
