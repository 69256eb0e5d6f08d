import type { ContentPart, InputItem } from '../domain/input-item.ts';
import type { Message } from '../domain/message.ts';

/** The sentence that asks for the summary, ahead of the transcript. Source: `llm_summarizer.go`. */
export const SUMMARY_PREAMBLE =
  'Please summarize the following conversation history, preserving important context, decisions, and ' +
  'information that would be needed for future interactions:';

export interface SummaryInputOptions {
  /** Adds the arguments to the line of a tool call. The SDK leaves them out. */
  readonly includeToolArguments?: boolean;
}

/** What a summary model is asked: the instruction goes out as it is, `input` as one user message. */
export interface SummaryRequest {
  readonly instruction: string;
  readonly input: string;
}

export function buildSummaryRequest(
  instruction: string,
  messages: readonly Message[],
  options: SummaryInputOptions = {},
): SummaryRequest {
  return { instruction, input: `${SUMMARY_PREAMBLE}\n\n${flattenMessages(messages, options)}` };
}

/**
 * The messages as the text a summary model reads: one line per text part, tool call and tool result,
 * in order, each ended by a line break. Reasoning, images and files have no line.
 */
export function flattenMessages(messages: readonly Message[], options: SummaryInputOptions = {}): string {
  const lines: string[] = [];
  for (const message of messages) {
    for (const item of message.items) pushLines(lines, item, options);
  }
  return lines.map((line) => `${line}\n`).join('');
}

function pushLines(lines: string[], item: InputItem, options: SummaryInputOptions): void {
  switch (item.type) {
    case 'message':
      for (const text of textsOf(item.content)) lines.push(`${item.role}: ${text}`);
      return;
    case 'function_call':
      lines.push(
        options.includeToolArguments === true
          ? `[Tool Call: ${item.name} ${item.arguments}]`
          : `[Tool Call: ${item.name}]`,
      );
      return;
    case 'function_call_output':
      for (const text of textsOf(item.output)) lines.push(`[Tool Result: ${text}]`);
      return;
    default:
      return;
  }
}

function textsOf(content: string | readonly ContentPart[]): readonly string[] {
  if (typeof content === 'string') return [content];
  return content.flatMap((part) =>
    part.type === 'input_text' || part.type === 'output_text' ? [part.text] : [],
  );
}
