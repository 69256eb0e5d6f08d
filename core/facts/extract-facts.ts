import { codeFences } from './code-fences.ts';
import { encodedSpans, type TextSpan } from './encoded-spans.ts';
import type { Fact, FactSink } from './fact.ts';
import { resolveOverlaps } from './resolve-overlaps.ts';
import { scanCommands } from './scan-commands.ts';
import { scanDecisions } from './scan-decisions.ts';
import { scanFileNames, scanPaths } from './scan-paths.ts';
import { scanQuotes } from './scan-quotes.ts';
import { scanEmails, scanUrls } from './scan-urls.ts';
import { scanWords } from './scan-words.ts';

/**
 * The facts of a text, by start. Spans of facts don't overlap: the longer wins, then the order of
 * `FACT_CLASSES`. A decision is a whole sentence and stands beside the facts in it, because the ticket
 * that a decision is about is still a fact of its own.
 *
 * Time grows linearly with the length, whatever the text: every scanner moves forward only and looks
 * back a bounded way.
 */
export function extractFacts(text: string): readonly Fact[] {
  return resolved(scanText(text));
}

/**
 * Every fact that can be read in a text, also inside a longer one: an identifier in a quotation, a name
 * in a command. That is what decides whether a fact still occurs in a text.
 */
export function extractOccurrences(text: string): readonly Fact[] {
  return allOf(scanText(text));
}

/** Both at once, for the price of one. */
export function scanFacts(text: string): {
  readonly facts: readonly Fact[];
  readonly occurrences: readonly Fact[];
} {
  const scan = scanText(text);
  return { facts: resolved(scan), occurrences: allOf(scan) };
}

function resolved(scan: Scan): readonly Fact[] {
  if (scan.decisions.length === 0) return resolveOverlaps(scan.spans);
  const facts = [...resolveOverlaps(withoutQuotedDecisions(scan)), ...scan.decisions];
  return facts.sort(byStart);
}

function allOf(scan: Scan): readonly Fact[] {
  return scan.decisions.length === 0 ? scan.spans : [...scan.spans, ...scan.decisions];
}

interface Scan {
  /** By start; of all classes but decisions. */
  readonly spans: readonly Fact[];
  readonly decisions: readonly Fact[];
}

function scanText(text: string): Scan {
  const spans: Fact[] = [];
  const decisions: Fact[] = [];
  const sink: FactSink = (factClass, start, end, normal) => {
    (factClass === 'decision' ? decisions : spans).push({ factClass, start, end, normal });
  };
  const fences = codeFences(text);
  scanUrls(text, sink);
  scanEmails(text, sink);
  scanPaths(text, sink);
  scanFileNames(text, sink);
  scanCommands(text, fences, sink);
  scanWords(text, sink);
  const keys = scanQuotes(text, fences, sink);
  scanDecisions(text, fences, sink);
  spans.sort(byStart);
  return { spans: outside(outside(spans, keys), encodedSpans(text)), decisions };
}

/** Drops what stands inside of stretches that hold no facts: names of JSON fields, encoded data. */
function outside(spans: readonly Fact[], stretches: readonly TextSpan[]): readonly Fact[] {
  if (stretches.length === 0) return spans;
  let next = 0;
  return spans.filter((fact) => {
    while ((stretches[next]?.end ?? Infinity) <= fact.start) next++;
    const stretch = stretches[next];
    return stretch === undefined || fact.start < stretch.start || fact.end > stretch.end;
  });
}

/** A quotation that is wholly a decision is that decision. */
function withoutQuotedDecisions(scan: Scan): readonly Fact[] {
  const starts = new Map(scan.decisions.map((decision) => [decision.start, decision.end]));
  return scan.spans.filter((fact) => {
    if (fact.factClass !== 'quoted') return true;
    const end = starts.get(fact.start);
    return end === undefined || Math.abs(end - fact.end) > 1;
  });
}

function byStart(left: Fact, right: Fact): number {
  return left.start - right.start || right.end - left.end;
}
