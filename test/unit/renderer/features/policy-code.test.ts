import { describe, expect, it } from 'vitest';
import { policyCode } from '../../../../renderer/features/lab/policy-code.ts';

const llm = { summarizer: 'llm', tokenThreshold: 80_000, keepRecentCount: 5 } as const;

describe('policyCode', () => {
  it('writes the options of the Go SDK', () => {
    expect(policyCode(llm, 'go', 'Say "yes".\nKeep ids.')).toBe(
      [
        'summarizer := summariser.NewLLMHistorySummarizer(&summariser.LLMHistorySummarizerOptions{',
        '\tLLM:             summarizerLLM,',
        '\tInstruction:     hastekit.NewPrompt("Say \\"yes\\".\\nKeep ids."),',
        '\tTokenThreshold:  80000,',
        '\tKeepRecentCount: 5,',
        '})',
        '',
      ].join('\n'),
    );
    expect(policyCode({ summarizer: 'sliding-window', keepCount: 10 }, 'go', '')).toContain('KeepCount: 10,');
  });

  it('writes no half of a surrogate pair, which Go does not compile', () => {
    expect(policyCode(llm, 'go', 'a\ud800b')).toContain('"a\ufffdb"');
  });

  it('writes TypeScript for this package, and JSON that reads back', () => {
    expect(policyCode(llm, 'typescript', 'Sum up.')).toContain('tokenThreshold: 80000,');
    expect(JSON.parse(policyCode(llm, 'json', 'Sum up.'))).toEqual({ ...llm, instruction: 'Sum up.' });
    expect(JSON.parse(policyCode({ summarizer: 'none' }, 'json', 'Sum up.'))).toEqual({ summarizer: 'none' });
  });
});
