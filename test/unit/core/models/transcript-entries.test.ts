import { describe, expect, it } from 'vitest';
import { parseTranscript } from '../../../../core/models/transcript-entries.ts';
import { buildSummaryRequest, flattenMessages } from '../../../../core/summarizers/summary-input.ts';
import { bundle, message } from '../../../support/builders.ts';

describe('parseTranscript', () => {
  it('takes apart what flattening put together, texts of several lines included', () => {
    const messages = [
      message('m-0', 'First line\nsecond line\n\nlast line'),
      bundle('m-1', { type: 'function_call', call_id: 'c', name: 'search', arguments: '{"q":"a]"}' }),
      bundle('m-2', { type: 'function_call_output', call_id: 'c', output: 'two\nlines [sic]' }),
      message('m-3', 'Done.', 'assistant'),
      message('m-4', 'Be brief.', 'developer'),
    ];
    const { input } = buildSummaryRequest('x', messages, { includeToolArguments: true });
    expect(parseTranscript(input)).toEqual([
      { speaker: 'user', text: 'First line\nsecond line\n\nlast line' },
      { speaker: 'tool-call', text: 'search {"q":"a]"}' },
      { speaker: 'tool-result', text: 'two\nlines [sic]' },
      { speaker: 'assistant', text: 'Done.' },
      { speaker: 'system', text: 'Be brief.' },
    ]);
  });

  it('tells an earlier summary from other system texts', () => {
    const input = flattenMessages([
      message('s', 'Previous conversation summary: Asked:\n- one thing', 'system'),
    ]);
    expect(parseTranscript(input)).toEqual([{ speaker: 'summary', text: 'Asked:\n- one thing' }]);
  });

  it('reads text that is no transcript as what a user said', () => {
    expect(parseTranscript('just some words')).toEqual([{ speaker: 'user', text: 'just some words' }]);
  });

  it('finds nothing in nothing', () => {
    expect(parseTranscript('')).toEqual([]);
    expect(parseTranscript(buildSummaryRequest('x', []).input)).toEqual([]);
  });
});
