/**
 * An agent that remembers the last 10 runs of a thread, and nothing older.
 *
 *   OPENAI_API_KEY=… node docs/examples/sliding-window.ts
 *
 * (Node 22.18 or newer runs it as it stands, after `npm run build`.)
 */
import { Agent, ConversationManager, SlidingWindowHistorySummarizer } from 'tidemark/core';
import { openJsonlPersistence, ResponsesAgentModel, systemOptions, uuidIds } from 'tidemark/core/node';

const model = new ResponsesAgentModel({
  baseUrl: process.env['OPENAI_BASE_URL'] ?? 'https://api.openai.com/v1',
  apiKey: process.env['OPENAI_API_KEY'] ?? '',
  modelName: 'gpt-4o-mini',
});

// Needs no model: older runs are dropped from what is sent, and stay in the file
const summarizer = new SlidingWindowHistorySummarizer({
  keepCount: 10, // Keeps the last 10 runs
  ...uuidIds,
});

const persistence = await openJsonlPersistence(
  process.env['CONVERSATIONS'] ?? './conversations',
  systemOptions,
);

const history = new ConversationManager({
  persistence,
  summarizer,
  ids: uuidIds,
  nowMs: Date.now,
});

const agent = new Agent({
  name: 'Assistant',
  instructions: 'You are a helpful assistant.',
  model,
  history,
});

const handle = agent.execute({ message: 'Hello!' });
const result = await handle.result();
console.log(result.text);

await persistence.close();
