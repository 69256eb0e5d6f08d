import { utf8ByteLength } from '../domain/token-estimate.ts';
import type { WeighedFact } from './fact-weights.ts';
import { SECTION_HEADINGS, SECTIONS, type Section } from './note-sections.ts';
import type { Candidate } from './summary-candidates.ts';

const BULLET = '- ';
/** The bytes a bulleted line takes beside its text. */
export const LINE_OVERHEAD = BULLET.length + 1;
/** The bytes all headings take. */
export const HEADINGS_BYTES = SECTIONS.reduce(
  (sum, section) => sum + SECTION_HEADINGS[section].length + 1,
  0,
);

/** Facts that say something by themselves, without the sentence around them. */
const LISTED = new Set(['url', 'email', 'path', 'identifier', 'name']);

/** The chosen sentences by section, each section in transcript order; `mentioned` is the last line. */
export function writeNotes(chosen: readonly Candidate[], mentioned: string | null): string {
  const lines: string[] = [];
  for (const section of SECTIONS) {
    const texts = chosen.filter((candidate) => shownIn(candidate) === section);
    if (texts.length === 0) continue;
    lines.push(SECTION_HEADINGS[section], ...texts.map((candidate) => BULLET + candidate.text));
  }
  if (mentioned !== null) lines.push(SECTION_HEADINGS.mentioned, BULLET + mentioned);
  return lines.join('\n');
}

/** Without headings, in transcript order: where they would take more room than the sentences. */
export function writePlain(chosen: readonly Candidate[]): string {
  return chosen.map((candidate) => candidate.text).join('\n');
}

/** The weightiest facts that no chosen sentence carries, as a list of at most `budgetBytes`; null for none. */
export function listMentioned(
  weights: ReadonlyMap<string, WeighedFact>,
  carried: ReadonlySet<string>,
  budgetBytes: number,
): string | null {
  const waiting = Array.from(weights)
    .filter(([key, fact]) => isListed(fact) && !carried.has(key))
    .map(([, fact]) => ({ normal: fact.normal, bytes: utf8ByteLength(fact.normal) + 2, weight: fact.weight }))
    .sort((one, other) => other.weight / Math.sqrt(other.bytes) - one.weight / Math.sqrt(one.bytes));
  const listed: string[] = [];
  let left = budgetBytes;
  for (const fact of waiting) {
    if (fact.bytes > left) continue;
    listed.push(fact.normal);
    left -= fact.bytes;
    if (left < 6) break;
  }
  return listed.length === 0 ? null : listed.join(', ');
}

function isListed(fact: WeighedFact): boolean {
  if (!LISTED.has(fact.factClass) || !/\p{L}/u.test(fact.normal)) return false;
  // `connect()` alone is just a word.
  return fact.factClass !== 'identifier' || /[\d_#@.-]|[a-z][A-Z]/.test(fact.normal);
}

function shownIn(candidate: Candidate): Section {
  return candidate.section === 'mentioned' ? 'known' : candidate.section;
}
