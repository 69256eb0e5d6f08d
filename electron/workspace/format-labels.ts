import { NATIVE_FORMAT } from '../../core/adapters/sqlite/native-format.ts';
import { MAPPED_FORMAT, MAPPED_LABEL } from '../../core/importers/mapped/mapped-format.ts';

/**
 * Every importer's format and what people call it. Written here a second time, because the importers
 * themselves take longer to load than the window does, and the list of threads names formats at once.
 */
export const FORMAT_LABELS: Readonly<Record<string, string>> = {
  'hastekit-jsonl': 'HasteKit history (JSONL)',
  'claude-code': 'Claude Code session (JSONL)',
  'qwen-code': 'Qwen Code chat (JSONL)',
  'codex-rollout': 'Codex CLI rollout (JSONL)',
  'gemini-cli': 'Gemini CLI session or checkpoint',
  'gemini-recording': 'Recorded answers of the Gemini API (JSONL)',
  'pi-openclaw': 'pi or OpenClaw session (JSONL)',
  kimi: 'Kimi CLI context or wire log (JSONL)',
  'copilot-cli': 'GitHub Copilot CLI events (JSONL)',
  openhands: 'OpenHands conversation events',
  'http-recording': 'HTTP recording (not a thread)',
  'inspect-ai': 'Inspect AI evaluation log',
  'otel-genai': 'OpenTelemetry GenAI and OpenInference spans',
  langfuse: 'Langfuse traces and observations',
  atif: 'Agent trajectory (ATIF)',
  'chatgpt-export': 'ChatGPT data export',
  'claude-ai-export': 'Claude.ai data export',
  'open-webui': 'Open WebUI chats',
  librechat: 'LibreChat conversation',
  'chatbot-ui': 'Chatbot UI history',
  'grok-export': 'Grok data export',
  'letta-agent-file': 'Letta agent file (.af)',
  'ag-ui-events': 'AG-UI event stream',
  sharegpt: 'ShareGPT and message datasets',
  langsmith: 'LangSmith runs',
  langgraph: 'LangGraph thread state',
  'google-adk': 'Google ADK session or eval set',
  'vercel-ai-sdk': 'Vercel AI SDK',
  'gemini-api': 'Gemini API and AI Studio',
  langchain: 'LangChain messages',
  'openai-agents': 'OpenAI Agents SDK',
  'hastekit-rest': 'HasteKit gateway answer (JSON)',
  'openai-responses': 'OpenAI Responses API',
  'anthropic-messages': 'Anthropic Messages',
  'openai-conversations': 'OpenAI Conversations API',
  'openai-chat': 'OpenAI Chat Completions',
};

/** What people call a format; its own name when no importer of this version knows it. */
export function formatLabel(format: string): string {
  if (format === NATIVE_FORMAT) return 'Tidemark';
  if (format === MAPPED_FORMAT) return MAPPED_LABEL;
  return Object.hasOwn(FORMAT_LABELS, format) ? (FORMAT_LABELS[format] ?? format) : format;
}
