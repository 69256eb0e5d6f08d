import { describe, expect, it } from 'vitest';
import { messageId } from '../../../../core/domain/ids.ts';
import { parseInputItem } from '../../../../core/importers/parse-input-item.ts';
import { pairToolCalls } from '../../../../core/inspect/pair-tool-calls.ts';

const run = (...items: object[]) => ({
  messages: items.map((item, index) => ({
    id: messageId(`m${index}`),
    senderId: '',
    items: [parseInputItem(item)],
  })),
});
const call = (id: string): object => ({ type: 'function_call', call_id: id, name: 'f', arguments: '' });
const result = (id: string): object => ({ type: 'function_call_output', call_id: id, output: '' });

function pairs(...runs: ReturnType<typeof run>[]): readonly string[] {
  return pairToolCalls(runs).map(
    ({ calls, results }) =>
      `${calls.map(({ callId, resultRun }) => `${callId}→${resultRun ?? '?'}`).join(' ')} | ${results
        .map(({ callId, callRun }) => `${callId}←${callRun ?? '?'}`)
        .join(' ')}`,
  );
}

describe('pairToolCalls', () => {
  it('pairs by id, in whatever order the results come', () => {
    expect(pairs(run(call('a'), call('b'), result('b'), result('a')))).toEqual(['a→0 b→0 | b←0 a←0']);
  });

  it('looks in the run first and then at the nearest earlier call without an answer', () => {
    expect(
      pairs(
        run(call('x')),
        run(call('x')),
        run(call('x'), result('x'), result('x')),
        run(result('x'), result('x')),
      ),
    ).toEqual(['x→3 | ', 'x→2 | ', 'x→2 | x←2 x←1', ' | x←0 x←?']);
  });

  it('leaves orphans of both kinds', () => {
    expect(pairs(run(result('gone')), run(call('open')))).toEqual([' | gone←?', 'open→? | ']);
  });

  it('knows the calls of other tools, and that a provider answers its own ones itself', () => {
    expect(
      pairs(
        run(
          { type: 'custom_tool_call', call_id: 'c', name: 'sql', input: 'SELECT 1' },
          { type: 'custom_tool_call_output', call_id: 'c', output: '1' },
          { type: 'web_search_call', id: 'ws_1', status: 'completed' },
          { type: 'mcp_call', id: 'mcp_1', name: 'x', output: 'y' },
        ),
      ),
    ).toEqual(['c→0 | c←0']);
  });
});
