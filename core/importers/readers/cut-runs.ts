import { factsOf } from './cut-facts.ts';
import type { CutFacts, InputEntry, TranscriptEntry } from './transcript-entry.ts';

export interface CutRun {
  readonly entries: readonly TranscriptEntry[];
  /** It has no user turn: the source begins in the middle of a run. */
  readonly headless: boolean;
}

export interface CutTranscript {
  /** System and developer messages before everything else: the thread's instructions. */
  readonly instructions: readonly InputEntry[];
  readonly runs: readonly CutRun[];
}

/**
 * Cuts a transcript into runs. A run opens at a user turn with words, an image or a file of its own.
 * User turns that follow one another without a reply in between open one run. A user turn between a
 * tool call and its result is steering and stays in the run. What comes before any user turn is a
 * headless run. Linear in the number of items.
 */
export function cutRuns(entries: readonly TranscriptEntry[]): CutTranscript {
  const firstOther = entries.findIndex((entry) => !isInstruction(entry));
  const instructionCount = firstOther < 0 ? entries.length : firstOther;
  const instructions = entries.slice(0, instructionCount).filter((entry) => entry.kind === 'input');
  const rest = entries.slice(instructionCount);
  const facts = rest.map(factsOf);
  const isSteering = betweenCallAndResult(facts);

  const runs: { entries: TranscriptEntry[]; headless: boolean }[] = [];
  let open: (typeof runs)[number] | undefined;
  let hasReply = false;
  rest.forEach((entry, index) => {
    const isTurn = facts[index]?.isUserTurn === true;
    const opens = open === undefined || (isTurn && (hasReply || open.headless) && isSteering[index] !== true);
    if (open === undefined || opens) {
      open = { entries: [], headless: !isTurn };
      runs.push(open);
      hasReply = false;
    }
    open.entries.push(entry);
    // A compaction between two turns opens nothing and closes nothing.
    if (entry.kind === 'reply') hasReply = true;
  });
  // A list that was added to keeps room for more, and there may be hundreds of thousands of runs.
  const compact = runs.map((run) => ({ entries: run.entries.slice(), headless: run.headless }));
  return { instructions, runs: withoutEmptyHead(compact) };
}

function isInstruction(entry: TranscriptEntry): boolean {
  return (
    entry.kind === 'input' &&
    entry.item.type === 'message' &&
    (entry.item.role === 'system' || entry.item.role === 'developer')
  );
}

/** For each entry: it stands between a tool call and that call's result. */
function betweenCallAndResult(entries: readonly CutFacts[]): readonly boolean[] {
  // How many such pairs open or close before each entry; summed up from the left at the end.
  const changes = entries.map(() => 0);
  const callAt = new Map<string, number>();
  entries.forEach(({ pairs }, index) => {
    for (const { callId, isResult } of pairs) {
      if (!isResult) {
        callAt.set(callId, index);
        continue;
      }
      const start = callAt.get(callId);
      if (start === undefined || start === index) continue;
      callAt.delete(callId);
      changes[start + 1] = (changes[start + 1] ?? 0) + 1;
      changes[index] = (changes[index] ?? 0) - 1;
    }
  });
  let open = 0;
  return changes.map((change) => {
    open += change;
    return open > 0;
  });
}

/** A compaction alone in front of the first turn is no run of its own. */
function withoutEmptyHead(
  runs: readonly { entries: TranscriptEntry[]; headless: boolean }[],
): readonly CutRun[] {
  const [head, next, ...others] = runs;
  if (head === undefined || next === undefined || !head.headless) return runs;
  if (!head.entries.every((entry) => entry.kind === 'compaction')) return runs;
  return [{ entries: [...head.entries, ...next.entries], headless: next.headless }, ...others];
}
