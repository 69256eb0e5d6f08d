import { codeFences } from '../facts/code-fences.ts';
import { extractFacts } from '../facts/extract-facts.ts';
import { factKey, singleSpaced, type Fact } from '../facts/fact.ts';
import { splitSentences } from '../facts/sentences.ts';
import { hasDecisionWord } from '../facts/scan-decisions.ts';
import { isProse } from './is-prose.ts';
import { jsonPhrases, withoutJsonQuotes, type JsonPhrase } from './json-phrases.ts';
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
  /\b(?:todos?:|to-do|next steps?|remain(?:s|ing)|still (?:open|to|needs?|missing)|open (?:question|issue|item|point)s?|pending|follow[- ]?up|blocked|waiting (?:for|on)|not yet|needs? to|have to|due (?:on|by)|deadline)\b/i;

/** A piece of an entry. */
interface Piece {
  readonly text: string;
  /** What facts are looked for in: not the keys of JSON, not the name of a tool. */
  readonly factText: string;
  /** Fields of a JSON object, which need no sentence around them. */
  readonly isRecord: boolean;
}

/** Candidates in order; the facts of all of them together are the facts of the transcript. */
export function candidatesOf(entries: readonly TranscriptEntry[]): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const entry of entries) {
    let heading: Section | null = null;
    for (const piece of piecesOf(entry)) {
      const opened = entry.speaker === 'summary' ? sectionOfHeading(piece.text) : null;
      heading = opened ?? heading;
      const text = singleSpaced(piece.text);
      if (opened !== null || !saysSomething(text)) continue;
      const facts = distinctFacts(piece.factText);
      if (facts.length === 0 && isSmallTalk(text)) continue;
      const section = heading ?? sectionOf(entry.speaker, text, piece.isRecord, facts.length);
      candidates.push({ order: candidates.length, speaker: entry.speaker, section, text, facts });
    }
  }
  return candidates;
}

function saysSomething(text: string): boolean {
  return text.length >= MIN_PIECE && /[\p{L}\p{N}]/u.test(text);
}

/** Courtesies, and headings of what follows. */
function isSmallTalk(text: string): boolean {
  return text.length <= MAX_COURTESY && (COURTESY.test(text) || text.replace(/[*_]+$/, '').endsWith(':'));
}

function piecesOf(entry: TranscriptEntry): readonly Piece[] {
  if (entry.speaker === 'tool-call') return toolCallPieces(entry.text);
  const phrases = jsonPhrases(entry.text);
  if (phrases !== null) return phrases.flatMap((phrase) => recordPieces(phrase, ''));
  return textPieces(withoutJsonQuotes(entry.text)).map(textPiece);
}

function textPiece(text: string): Piece {
  return { text, factText: text, isRecord: false };
}

function recordPieces(phrase: JsonPhrase, prefix: string): readonly Piece[] {
  const text = prefix + phrase.text;
  // A value that is long is cut like any text; what is cut off has no key before it.
  if (text.length > MAX_PIECE)
    return cut(text).map((piece) => ({ text: piece, factText: piece, isRecord: true }));
  return [{ text, factText: phrase.values.join('\n'), isRecord: true }];
}

/** `name {"key": …}`, where the arguments were asked for; a bare name has nothing to tell. */
function toolCallPieces(text: string): readonly Piece[] {
  const space = text.indexOf(' ');
  if (space < 0) return [];
  const args = text.slice(space + 1);
  const phrases = jsonPhrases(args);
  if (phrases === null) return cut(args).map((piece) => ({ text: piece, factText: piece, isRecord: true }));
  return phrases.flatMap((phrase) => recordPieces(phrase, `${text.slice(0, space)}: `));
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

function sectionOf(speaker: Speaker, text: string, isRecord: boolean, factCount: number): Section {
  // A line of a listing is a mention and no sentence.
  const canStand = isRecord ? factCount > 0 && text.includes(' ') : isProse(text);
  if (!canStand) return 'mentioned';
  if (isRecord || speaker === 'tool-call' || speaker === 'tool-result') return 'known';
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
