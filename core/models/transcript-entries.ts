import { SUMMARY_PREAMBLE } from '../summarizers/summary-input.ts';

export type Speaker = 'user' | 'assistant' | 'system' | 'tool-call' | 'tool-result' | 'summary';

/** One text of a flattened transcript, without the mark of who it is from. */
export interface TranscriptEntry {
  readonly speaker: Speaker;
  readonly text: string;
}

const SUMMARY_MARK = 'Previous conversation summary:';
const ENTRY_START = /^(?:(user|assistant|system|developer): ?|\[Tool (Call|Result): ?)/gm;

/**
 * Takes a flattened transcript apart again. A text of several lines goes on until a line begins like
 * another entry; one that quotes such a line is cut there, which costs nothing but the right speaker.
 */
export function parseTranscript(input: string): readonly TranscriptEntry[] {
  const transcript = input.startsWith(SUMMARY_PREAMBLE) ? input.slice(SUMMARY_PREAMBLE.length) : input;
  const entries: TranscriptEntry[] = [];
  let speaker: Speaker = 'user';
  let from = 0;
  for (const match of transcript.matchAll(ENTRY_START)) {
    push(entries, speaker, transcript.slice(from, match.index));
    speaker = speakerOf(match[1], match[2]);
    from = match.index + match[0].length;
  }
  push(entries, speaker, transcript.slice(from));
  return entries;
}

function speakerOf(role: string | undefined, tool: string | undefined): Speaker {
  if (tool !== undefined) return tool === 'Call' ? 'tool-call' : 'tool-result';
  if (role === 'user' || role === 'assistant') return role;
  return 'system';
}

function push(entries: TranscriptEntry[], speaker: Speaker, written: string): void {
  let text = written.trim();
  if (speaker.startsWith('tool-') && text.endsWith(']')) text = text.slice(0, -1).trimEnd();
  if (text === '') return;
  if (speaker === 'system' && text.startsWith(SUMMARY_MARK)) {
    entries.push({ speaker: 'summary', text: text.slice(SUMMARY_MARK.length).trim() });
  } else {
    entries.push({ speaker, text });
  }
}
