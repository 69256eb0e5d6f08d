import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../core/domain/message.ts';
import { placeModelCalls } from '../../../../core/replay/place-model-calls.ts';
import { bundle } from '../../../support/builders.ts';
import { reported, sized } from './thread-of.ts';

const user = sized('user', 10);
const answer = sized('assistant', 10);
const call = sized('call', 10);
const result = sized('result', 10);
const thought = bundle('thought', { type: 'reasoning', summary: [] });

function places(messages: readonly Message[], calls: Parameters<typeof placeModelCalls>[1] = []) {
  return placeModelCalls(messages, calls).map(({ replyAt, replyEnd }) => [replyAt, replyEnd]);
}

describe('placeModelCalls', () => {
  it('puts a call before each stretch of replies', () => {
    // user | call | result | answer: one call wrote the tool call, another the answer.
    expect(places([user, call, result, answer])).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('takes replies with neither a result nor a user message between them as one', () => {
    expect(places([user, thought, call, answer, result, result, answer])).toEqual([
      [1, 4],
      [6, 7],
    ]);
  });

  it('counts parallel tool calls of one reply once, however many messages their results fill', () => {
    const parallel = bundle(
      'parallel',
      { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' },
      { type: 'function_call', call_id: 'b', name: 'look', arguments: '{}' },
    );
    expect(places([user, parallel, result, result, answer])).toEqual([
      [1, 2],
      [4, 5],
    ]);
  });

  it('finds the call of a run without a user message', () => {
    expect(places([answer])).toEqual([[0, 1]]);
  });

  it('finds none where nobody replied', () => {
    expect(places([user, user])).toEqual([]);
    expect(places([])).toEqual([]);
  });

  it('gives the reply what the provider itself ran on the way to it', () => {
    const search = bundle('search', { type: 'web_search_call' });
    const newer = bundle('newer', { type: 'unknown', raw: { type: 'mcp_call' } });
    expect(places([user, search, answer, newer, user])).toEqual([[1, 4]]);
  });

  it('knows tool calls and results of kinds that came later by how they are named', () => {
    const shell = bundle('shell', { type: 'unknown', raw: { type: 'local_shell_call' } });
    const output = bundle('output', { type: 'unknown', raw: { type: 'local_shell_call_output' } });
    expect(places([user, shell, output, answer])).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('takes the calls of the source where it tells their places', () => {
    const calls = [reported({ replyAt: 1, prompt: 7 }), reported({ replyAt: 2, prompt: 9 })];
    const placed = placeModelCalls([user, thought, answer], calls);
    expect(placed).toEqual([
      { replyAt: 1, replyEnd: 2, call: calls[0] },
      { replyAt: 2, replyEnd: 3, call: calls[1] },
    ]);
  });

  it('lets a reply begin where its messages do, wherever in them the source points', () => {
    expect(places([user, thought, answer], [reported({ replyAt: 2 })])).toEqual([[1, 3]]);
  });

  it('keeps calls that left no reply, and adds those that the source is silent about', () => {
    // The first call failed before the user asked again; the second reply has no report.
    const calls = [reported({ replyAt: 1 }), reported({ replyAt: 2 })];
    expect(places([user, user, answer, user, answer], calls)).toEqual([
      [1, 1],
      [2, 3],
      [4, 5],
    ]);
  });

  it('pairs calls without a place by order only when none is missing', () => {
    const calls = [reported({ prompt: 7 }), reported({ prompt: 9 })];
    expect(placeModelCalls([user, call, result, answer], calls).map((placed) => placed.call)).toEqual(calls);
    expect(placeModelCalls([user, answer], calls).map((placed) => placed.call)).toEqual([null]);
  });
});
