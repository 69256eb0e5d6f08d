import { codeFences } from '../facts/code-fences.ts';
import { extractFacts } from '../facts/extract-facts.ts';
import { factKey, singleSpaced, type Fact } from '../facts/fact.ts';
import { splitSentences } from '../facts/sentences.ts';
import { hasDecisionWord } from '../facts/scan-decisions.ts';
import { jsonPhrases } from './json-phrases.ts';
import { sectionOfHeading, type Section } from './note-sections.ts';
import type { Speaker, TranscriptEntry } from './transcript-entries.ts';

/**
 * A sentence or line of the transcript that could stand in the summary. One of section `mentioned` only
 * tells which facts there are.
 */
export interface Candidate {
  /** Place in the transcript. */
  readonly order: number;
  readonly speaker: Speaker;
  readonly section: Section;
  readonly text: string;
  readonly facts: readonly Fact[];
}

/** Longer sentences are cut into pieces, so that one of them can't use up the whole summary. */
const MAX_PIECE = 280;
const MIN_PIECE = 3;
/** Said to be polite; with no fact in it there is nothing to keep. */
const COURTESY =
  /^(?:thanks?|thank you|hello|hi|hey|ok(?:ay)?|great|good|nice|perfect|sure|of course|you'?re welcome|no problem|got it|sorry|let me|can you help|i am happy|happy to)\b/i;
const MAX_COURTESY = 90;
const OPEN_TASK =
  /\b(?:to-?do|next steps?|remain(?:s|ing)|still (?:open|to|needs?|missing)|open (?:question|issue|item|point)s?|pending|follow[- ]?up|blocked|waiting (?:for|on)|not yet|needs? to|have to|due (?:on|by)|deadline)\b/i;

/** Candidates in order; the facts of all of them together are the facts of the transcript. */
export function candidatesOf(entries: readonly TranscriptEntry[]): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const entry of entries) {
    let heading: Section | null = null;
    for (const piece of piecesOf(entry)) {
      if (entry.speaker === 'summary') {
        const section = sectionOfHeading(piece);
        if (section !== null) {
          heading = section;
          continue;
        }
      }
      const text = singleSpaced(piece);
      if (text.length < MIN_PIECE || !/[\p{L}\p{N}]/u.test(text)) continue;
      const facts = distinctFacts(text);
      if (facts.length === 0 && text.length <= MAX_COURTESY && COURTESY.test(text)) continue;
      const section = heading ?? sectionOf(entry.speaker, text);
      candidates.push({ order: candidates.length, speaker: entry.speaker, section, text, facts });
    }
  }
  return candidates;
}

function piecesOf(entry: TranscriptEntry): readonly string[] {
  const phrases = jsonPhrases(entry.text);
  if (phrases !== null) return phrases.flatMap((phrase) => cut(phrase));
  if (entry.speaker === 'tool-call') return toolCallPieces(entry.text);
  return textPieces(entry.text);
}

/** `name {"key": …}`, where the arguments were asked for. */
function toolCallPieces(text: string): readonly string[] {
  const space = text.indexOf(' ');
  const phrases = space < 0 ? null : jsonPhrases(text.slice(space + 1));
  if (phrases === null) return cut(text);
  return phrases.flatMap((phrase) => cut(`${text.slice(0, space)}: ${phrase}`));
}

function textPieces(text: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const fence of codeFences(text)) {
    pushSentences(pieces, text, from, fence.outerStart);
    // Code is carried by the line: a command or a definition is of use, a paragraph of it isn't.
    pieces.push(...text.slice(fence.start, fence.end).split('\n').flatMap(cut));
    from = fence.outerEnd;
  }
  pushSentences(pieces, text, from, text.length);
  return pieces;
}

function pushSentences(pieces: string[], text: string, from: number, to: number): void {
  for (const { start, end } of splitSentences(text, from, to)) pieces.push(...cut(text.slice(start, end)));
}

/** Cuts a long text at the last clause or space that fits. */
function cut(text: string): readonly string[] {
  if (text.length <= MAX_PIECE) return [text];
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > MAX_PIECE) {
    const head = rest.slice(0, MAX_PIECE);
    const clause = Math.max(head.lastIndexOf('; '), head.lastIndexOf(', '), head.lastIndexOf('\n'));
    const space = clause > MAX_PIECE / 2 ? clause + 1 : head.lastIndexOf(' ');
    const at = space > MAX_PIECE / 4 ? space : safeCut(head);
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  pieces.push(rest);
  return pieces;
}

/** Never between the halves of one character. */
function safeCut(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? text.length - 1 : text.length;
}

function sectionOf(speaker: Speaker, text: string): Section {
  // The bare name of a tool is a mention and no sentence.
  if (speaker === 'tool-call' && !text.includes(' ')) return 'mentioned';
  if (speaker === 'tool-call' || speaker === 'tool-result') return 'known';
  if (hasDecisionWord(text)) return 'decided';
  if (OPEN_TASK.test(text)) return 'open';
  return speaker === 'user' ? 'asked' : 'known';
}

function distinctFacts(text: string): readonly Fact[] {
  const seen = new Set<string>();
  return extractFacts(text).filter((fact) => {
    const key = factKey(fact);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
