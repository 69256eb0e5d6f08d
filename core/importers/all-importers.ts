import { agUiEvents } from './ag-ui-events.ts';
import { anthropicMessages } from './anthropic-messages.ts';
import { atif } from './atif.ts';
import { chatbotUi } from './chatbot-ui.ts';
import { chatGptExport } from './chatgpt-export.ts';
import { claudeAiExport } from './claude-ai-export.ts';
import { claudeCode } from './claude-code.ts';
import { codexRollout } from './codex-rollout.ts';
import { copilotCli } from './copilot-cli.ts';
import { geminiApi } from './gemini-api.ts';
import { geminiCli } from './gemini-cli.ts';
import { geminiRecording } from './gemini-recording.ts';
import { googleAdk } from './google-adk.ts';
import { grokExport } from './grok-export.ts';
import { hastekitJsonl } from './hastekit-jsonl.ts';
import { hastekitRest } from './hastekit-rest.ts';
import { httpRecording } from './http-recording.ts';
import { inspectAi } from './inspect-ai.ts';
import { kimi } from './kimi.ts';
import { langChain } from './langchain.ts';
import { langfuse } from './langfuse.ts';
import { langGraph } from './langgraph.ts';
import { langSmith } from './langsmith.ts';
import { lettaAgentFile } from './letta-agent-file.ts';
import { libreChat } from './librechat.ts';
import { openWebUi } from './open-webui.ts';
import { openAiAgents } from './openai-agents.ts';
import { openAiChat } from './openai-chat.ts';
import { openAiConversations } from './openai-conversations.ts';
import { openAiResponses } from './openai-responses.ts';
import { openHands } from './openhands.ts';
import { otelGenAi } from './otel-genai.ts';
import { piSession } from './pi-session.ts';
import { qwenCode } from './qwen-code.ts';
import { shareGpt } from './sharegpt.ts';
import type { ThreadImporter } from './thread-import.ts';
import { vercelAiSdk } from './vercel-ai-sdk.ts';

/** Every format that can be read, in the order in which they are asked whether a file is theirs. */
export const ALL_IMPORTERS: readonly ThreadImporter[] = [
  hastekitJsonl,
  claudeCode,
  qwenCode,
  codexRollout,
  geminiCli,
  geminiRecording,
  piSession,
  kimi,
  copilotCli,
  openHands,
  httpRecording,
  inspectAi,
  otelGenAi,
  langfuse,
  atif,
  chatGptExport,
  claudeAiExport,
  openWebUi,
  libreChat,
  chatbotUi,
  grokExport,
  lettaAgentFile,
  agUiEvents,
  shareGpt,
  langSmith,
  langGraph,
  googleAdk,
  vercelAiSdk,
  geminiApi,
  langChain,
  openAiAgents,
  hastekitRest,
  openAiResponses,
  anthropicMessages,
  openAiConversations,
  openAiChat,
];

/** The first importer whose format the file's beginning is; null when it is nobody's. */
export function detectImporter(
  head: Uint8Array,
  name: string,
  importers: readonly ThreadImporter[] = ALL_IMPORTERS,
): ThreadImporter | null {
  return importers.find((importer) => importer.detect(head, name)) ?? null;
}
