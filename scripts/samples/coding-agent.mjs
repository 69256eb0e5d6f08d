import { fixRuns } from './coding-agent-fix.mjs';
import { releaseRuns } from './coding-agent-release.mjs';

/**
 * A coding agent finds out why an invented service stores readings twice, and releases the fix: many
 * calls per run, big tool results, never summarized.
 */

/** @type {import('./sample-thread.mjs').SampleThread} */
export const codingAgent = {
  file: 'coding-agent.jsonl',
  threadId: 'agent-tidegauge-311',
  conversationId: 'agent-tidegauge-311',
  user: 'jonas',
  agent: 'coder',
  overheadTokens: 2140,
  runs: [...fixRuns, ...releaseRuns],
};
