/**
 * An agent whose threads are summarized by a model once they have grown.
 *
 *   OPENAI_API_KEY=… node docs/examples/llm-summarizer.ts
 *
 * (Node 22.18 or newer runs it as it stands, after `npm run build`.)
 */
import { Agent, ConversationManager, LlmHistorySummarizer } from 'tidemark/core';
import {
  openJsonlPersistence,
  ResponsesAgentModel,
  ResponsesSummaryModel,
  systemOptions,
  uuidIds,
} from 'tidemark/core/node';

// Where the models are
const endpoint = {
  baseUrl: process.env['OPENAI_BASE_URL'] ?? 'https://api.openai.com/v1',
  apiKey: process.env['OPENAI_API_KEY'] ?? '',
};

// The agent's own model
const model = new ResponsesAgentModel({ ...endpoint, modelName: 'gpt-4o-mini' });

// The model that summarizes; a cheaper and faster one will do
const summaryModel = new ResponsesSummaryModel({ ...endpoint, modelName: 'gpt-4o-mini' });

const summarizer = new LlmHistorySummarizer({
  model: summaryModel,
  instruction:
    'You are a conversation summarizer. Create concise summaries that preserve important context, ' +
    'decisions, and information needed for future interactions.',
  tokenThreshold: 1000, // Summarizes when the context takes more tokens than this
  keepRecentCount: 5, // Keeps the last 5 runs as they are
  ...uuidIds,
});

// Threads live in ./conversations, one file per conversation
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

// Every turn on a thread is a run; summarizing happens by itself when the threshold is exceeded
const handle = agent.execute({ message: 'Hello!' });
const result = await handle.result();
console.log(result.text);

await persistence.close();
