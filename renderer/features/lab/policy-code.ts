import type { PolicySpec } from '../../../core/domain/policy-spec.ts';

export type CodeLanguage = 'go' | 'typescript' | 'json';

export const CODE_LANGUAGES: readonly { readonly id: CodeLanguage; readonly label: string }[] = [
  { id: 'go', label: 'Go' },
  { id: 'typescript', label: 'TypeScript' },
  { id: 'json', label: 'JSON' },
];

/** The policy as it is written down for whoever runs the agent. */
export function policyCode(policy: PolicySpec, language: CodeLanguage, instruction: string): string {
  switch (language) {
    case 'go':
      return goCode(policy, instruction);
    case 'typescript':
      return typeScriptCode(policy, instruction);
    case 'json':
      return `${JSON.stringify(policy.summarizer === 'llm' ? { ...policy, instruction } : policy, null, 2)}\n`;
  }
}

function goCode(policy: PolicySpec, instruction: string): string {
  switch (policy.summarizer) {
    case 'none':
      return '// No summarizer: every run is sent, always.\ncm := history.NewConversationManager(p)\n';
    case 'llm':
      return `summarizer := summariser.NewLLMHistorySummarizer(&summariser.LLMHistorySummarizerOptions{
	LLM:             summarizerLLM,
	Instruction:     hastekit.NewPrompt(${goString(instruction)}),
	TokenThreshold:  ${policy.tokenThreshold},
	KeepRecentCount: ${policy.keepRecentCount},
})
`;
    case 'sliding-window':
      return `summarizer := summariser.NewSlidingWindowHistorySummarizer(&summariser.SlidingWindowHistorySummarizerOptions{
	KeepCount: ${policy.keepCount},
})
`;
  }
}

/** JSON's escapes are Go's too, once no half of a surrogate pair is left over. */
function goString(text: string): string {
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

function typeScriptCode(policy: PolicySpec, instruction: string): string {
  switch (policy.summarizer) {
    case 'none':
      return "const policy = { summarizer: 'none' } as const;\n";
    case 'llm':
      return `import { randomUUID } from 'node:crypto';
import { idSource, LlmHistorySummarizer } from 'tidemark/core';

const summarizer = new LlmHistorySummarizer({
  model,
  instruction: ${JSON.stringify(instruction)},
  tokenThreshold: ${policy.tokenThreshold},
  keepRecentCount: ${policy.keepRecentCount},
  ...idSource(randomUUID),
});
`;
    case 'sliding-window':
      return `import { randomUUID } from 'node:crypto';
import { idSource, SlidingWindowHistorySummarizer } from 'tidemark/core';

const summarizer = new SlidingWindowHistorySummarizer({
  keepCount: ${policy.keepCount},
  ...idSource(randomUUID),
});
`;
  }
}
