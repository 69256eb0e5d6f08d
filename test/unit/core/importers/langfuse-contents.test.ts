import { describe, expect, it } from 'vitest';
import { langfuse } from '../../../../core/importers/langfuse.ts';
import { importBytes } from '../../../support/import-fixture.ts';
import { wordsOf } from '../../../support/import-json.ts';

const importJson = (value: unknown): ReturnType<typeof importBytes> =>
  importBytes(langfuse, new TextEncoder().encode(JSON.stringify(value)), 'export.json');

const generated = (more: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  id: 'g',
  traceId: 't',
  type: 'GENERATION',
  parentObservationId: null,
  model: 'm',
  input: 'Hi',
  output: 'Ho',
  ...more,
});

describe('langfuse, by the ways it writes what was said and counted', () => {
  it('reads an input and an output that were written as JSON twice', async () => {
    const twice = (value: unknown): string => JSON.stringify(JSON.stringify(value));
    const { threads } = await importJson([
      generated({
        input: twice([{ role: 'user', content: 'Is berth 4 free?' }]),
        output: twice({ role: 'assistant', content: 'Until noon.' }),
        usageDetails: twice({ input: 6, output: 2, total: 8 }),
      }),
    ]);
    expect(threads[0]?.runs[0]?.messages.map(({ items }) => items)).toMatchObject([
      [{ role: 'user', content: [{ text: 'Is berth 4 free?' }] }],
      [{ role: 'assistant', content: [{ text: 'Until noon.' }] }],
    ]);
    expect(threads[0]?.runs[0]?.calls).toMatchObject([{ prompt: 6, output: 2, total: 8 }]);
  });

  it('takes what the outer list says of an observation that its trace holds without contents', async () => {
    const bare = { ...generated({ input: null, output: null }), usageDetails: {} };
    const { threads } = await importJson({
      trace: { id: 't', name: 'n', sessionId: 's', input: null, output: null, observations: [bare] },
      observations: [generated({ usageDetails: { input: 3, output: 1, total: 4 } })],
    });
    expect(threads[0]?.runs[0]?.messages.map(({ items }) => items)).toMatchObject([
      [{ content: [{ text: 'Hi' }] }],
      [{ content: [{ text: 'Ho' }] }],
    ]);
    expect(threads[0]?.runs[0]?.calls).toMatchObject([{ total: 4 }]);
  });

  it('adds up buckets that share no token, and leaves alone an input that is the whole already', async () => {
    const { threads } = await importJson([
      generated({ id: 'a', usageDetails: { input: 179, output: 35, output_reasoning: 64, total: 278 } }),
      generated({
        id: 'b',
        traceId: 'u',
        usageDetails: { input: 179, input_cached_tokens: 128, output: 35, output_reasoning: 20, total: 214 },
      }),
    ]);
    // 35 + 64 = 99 out, and 179 + 99 = 278; in the second 179 + 35 = 214, so that the 128
    // are among the 179 and the 20 among the 35.
    expect(threads.map(({ runs }) => runs[0]?.calls)).toMatchObject([
      [{ prompt: 179, output: 99, reasoning: 64, total: 278 }],
      [{ prompt: 179, cached: 128, output: 35, reasoning: 20, total: 214 }],
    ]);
  });

  it('takes zeros on the spans around a request for no usage', async () => {
    const none = { input: 0, output: 0, total: 0 };
    const span = (id: string, type: string, parent: string | null): unknown => ({
      id,
      traceId: 't',
      type,
      parentObservationId: parent,
      name: id,
      usageDetails: none,
    });
    const { inspected } = await importJson([
      span('outer', 'SPAN', null),
      span('agent', 'AGENT', 'outer'),
      generated({ parentObservationId: 'agent', usageDetails: { input: 3, output: 1, total: 4 } }),
      span('inner', 'SPAN', 'g'),
    ]);
    expect(inspected[0]?.runs[0]?.calls).toMatchObject([{ prompt: 3, output: 1, total: 4, perCall: true }]);
    expect(inspected[0]?.usage).toMatchObject({ calls: 1, total: 4 });
  });

  it.each([
    [
      'Gemini',
      {
        contents: [
          { role: 'user', parts: [{ text: 'Tide?' }] },
          { role: 'model', parts: [{ functionCall: { name: 'tide', args: { at: 12 } } }] },
          { role: 'user', parts: [{ functionResponse: { name: 'tide', response: { output: '5 m' } } }] },
        ],
      },
      { candidates: [{ content: { role: 'model', parts: [{ text: 'It is 5 m.' }] } }] },
    ],
    [
      'LangChain',
      {
        messages: [
          [
            { type: 'human', content: 'Tide?' },
            { type: 'ai', content: '', tool_calls: [{ id: 'c', name: 'tide', args: { at: 12 } }] },
            { type: 'tool', content: '5 m', tool_call_id: 'c' },
          ],
        ],
      },
      { generations: [[{ text: 'It is 5 m.', message: { type: 'ai', content: 'It is 5 m.' } }]] },
    ],
    [
      'parts',
      [
        { role: 'user', parts: [{ type: 'text', content: 'Tide?' }] },
        { role: 'assistant', parts: [{ type: 'tool_call', id: 'c', name: 'tide', arguments: { at: 12 } }] },
        { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: '5 m' }] },
      ],
      [{ role: 'assistant', parts: [{ type: 'text', content: 'It is 5 m.' }] }],
    ],
  ])('reads a request in the format of %s', async (_, input, output) => {
    const imported = await importJson([generated({ input, output })]);
    expect(wordsOf(imported)).toEqual([
      ['user: Tide?', 'tide({"at":12})', '=> 5 m', 'assistant: It is 5 m.'],
    ]);
    expect(imported.inspected[0]?.runs[0]?.orphans).toEqual({ calls: 0, results: 0 });
  });

  it('finds what a span was in metadata that are a string of JSON', async () => {
    const metadata = JSON.stringify({
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.call.id': 'c' },
    });
    const imported = await importJson([
      generated({
        input: [{ role: 'user', content: 'Tide?' }],
        output: {
          role: 'assistant',
          tool_calls: [{ id: 'c', function: { name: 'tide', arguments: '{}' } }],
        },
        startTime: '2026-08-20T09:00:00Z',
      }),
      {
        id: 's',
        traceId: 't',
        type: 'SPAN',
        parentObservationId: null,
        name: 'tide',
        startTime: '2026-08-20T09:00:01Z',
        output: '5 m',
        metadata,
      },
    ]);
    expect(wordsOf(imported)).toEqual([['user: Tide?', 'tide({})', '=> 5 m']]);
  });
});
