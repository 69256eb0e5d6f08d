import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';

/** Events that repeat items, or tell how the program did; the ones that count are read by name. */
const SILENT =
  /^(?:agent_message|agent_reasoning|user_message|context_compacted|item_|exec_command_|patch_apply_|mcp_|web_search_|image_generation_|view_image|dynamic_tool_|collab_|sub_agent_|entered_review|exited_review|guardian_|undo_|thread_|plan_|turn_diff|background_event|account\/|hook_|skills_|session_configured|stream_error|deprecation|warning|shutdown|raw_response|agent_reasoning_|agent_message_|get_history|list_|turn\.completed|turn_started|model_reroute|request_|elicitation|terminal_|realtime_|apply_patch_)/;

export function isSilentEvent(type: string): boolean {
  return SILENT.test(type);
}

/** The item that an event repeats; null for events without words. */
export function spokenItem(type: string, event: RawRecord): RawRecord | null {
  const text = textOrNull(event['message']) ?? textOrNull(event['text']);
  if (text === null) return null;
  switch (type) {
    case 'user_message':
      return { type: 'message', role: 'user', content: text };
    case 'agent_message':
      return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
    case 'agent_reasoning':
      return { type: 'reasoning', summary: [{ type: 'summary_text', text }] };
    default:
      return null;
  }
}

export function errorText(payload: RawRecord): string {
  const { error } = payload;
  const text = isRecord(error) ? error['message'] : (payload['message'] ?? error);
  return textOrJson(isList(text) ? text[0] : text) ?? '';
}
