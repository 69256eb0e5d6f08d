import { describe, expect, it } from 'vitest';
import { FactIndexBuilder, indexFacts } from '../../../../core/facts/fact-index.ts';
import { bundle, message } from '../../../support/builders.ts';

describe('indexFacts', () => {
  it('counts the runs that mention a fact and the mentions in them', () => {
    const runs = [
      { messages: [message('m-0', 'OPS-1, and again OPS-1'), message('m-1', 'so OPS-1', 'assistant')] },
      { messages: [message('m-2', 'nothing here')] },
      { messages: [message('m-3', 'OPS-1 once more')] },
    ];
    expect(indexFacts(runs)).toEqual({
      runCount: 3,
      facts: [{ factClass: 'identifier', normal: 'OPS-1', runs: [0, 2], mentions: 4 }],
    });
  });

  it('counts a mention inside a longer fact', () => {
    const runs = [
      { messages: [message('m-0', 'OPS-1')] },
      { messages: [message('m-1', 'it says "OPS-1 is full"')] },
    ];
    expect(indexFacts(runs).facts).toEqual([
      { factClass: 'identifier', normal: 'OPS-1', runs: [0, 1], mentions: 2 },
      { factClass: 'quoted', normal: 'OPS-1 is full', runs: [1], mentions: 1 },
    ]);
  });

  it('finds what was quoted, named or called again without its marks, but not in longer words', () => {
    const runs = [
      { messages: [message('m-0', 'press "Save draft", ask Ada Lovelace, call purge()')] },
      { messages: [message('m-1', 'I pressed Save\n draft; then ada lovelace, purged, Save drafts')] },
      { messages: [message('m-2', 'We met Ada  Lovelace, who knows the purge step')] },
    ];
    expect(indexFacts(runs).facts).toEqual([
      { factClass: 'quoted', normal: 'Save draft', runs: [0, 1], mentions: 2 },
      { factClass: 'name', normal: 'Ada Lovelace', runs: [0, 2], mentions: 2 },
      { factClass: 'identifier', normal: 'purge', runs: [0, 2], mentions: 2 },
    ]);
  });

  it('reads tool arguments and results, JSON in JSON too, and none of the keys', () => {
    const runs = [
      {
        messages: [
          bundle('m-0', {
            type: 'function_call',
            call_id: 'c',
            name: 'find_it',
            arguments: '{"order_id":"KT-100"}',
          }),
          bundle('m-1', {
            type: 'function_call_output',
            call_id: 'c',
            output: [
              {
                type: 'input_text',
                text: '{"body":"{\\"maxRows\\":250,\\"path\\":\\"C:\\\\\\\\data\\\\\\\\in.csv\\"}"}',
              },
            ],
          }),
        ],
      },
    ];
    expect(indexFacts(runs).facts.map((fact) => fact.normal)).toEqual(['KT-100', '250', 'C:\\data\\in.csv']);
  });

  it('leaves out reasoning, images, system text and unknown items', () => {
    const runs = [
      {
        messages: [
          bundle(
            'm-0',
            { type: 'reasoning', summary: [{ type: 'summary_text', text: 'OPS-1' }] },
            { type: 'message', role: 'system', content: 'OPS-2' },
            {
              type: 'message',
              role: 'user',
              content: [{ type: 'input_image', image_url: 'https://example.com/a.png' }],
            },
            { type: 'unknown', raw: { text: 'OPS-3' } },
          ),
        ],
      },
    ];
    expect(indexFacts(runs).facts).toEqual([]);
  });

  it('tells the facts of each message by their place in the index', () => {
    const builder = new FactIndexBuilder();
    builder.addRun([message('m-0', 'OPS-1')]);
    expect(builder.addRun([message('m-1', '"OPS-1 and KT-2"'), message('m-2', 'nothing')])).toEqual([
      // OPS-1 is fact 0; the quotation is fact 1 and holds it. KT-2 was never a fact of its own.
      { facts: [1], occurrences: [0, 1] },
      { facts: [], occurrences: [] },
    ]);
  });

  it('survives JSON that is nested deeper than any call stack', () => {
    const deep = `${'['.repeat(100_000)}"OPS-1"${']'.repeat(100_000)}`;
    expect(indexFacts([{ messages: [message('m-0', deep)] }]).facts.map((fact) => fact.normal)).toEqual([
      'OPS-1',
    ]);
  });
});
