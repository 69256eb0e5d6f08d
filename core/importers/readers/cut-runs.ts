import { toolCallOf, toolResultOf } from '../../inspect/pair-tool-calls.ts';
import type { InputItem } from '../../domain/input-item.ts';
import type { InputEntry, TranscriptEntry } from './transcript-entry.ts';

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
  const isSteering = betweenCallAndResult(rest);

  const runs: { entries: TranscriptEntry[]; headless: boolean }[] = [];
  let open: (typeof runs)[number] | undefined;
  let hasReply = false;
  rest.forEach((entry, index) => {
    const isTurn = isUserTurn(entry);
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
  return { instructions, runs: withoutEmptyHead(runs) };
}

/** Words, an image or a file of the user's own. */
export function isUserTurn(entry: TranscriptEntry): boolean {
  return entry.kind === 'input' && entry.item.type === 'message' && isSpokenByUser(entry.item);
}

function isSpokenByUser(item: Extract<InputItem, { type: 'message' }>): boolean {
  if (item.role !== 'user') return false;
  if (typeof item.content === 'string') return item.content.trim() !== '';
  return item.content.some((part) => !('text' in part) || part.text.trim() !== '');
}

function isInstruction(entry: TranscriptEntry): boolean {
  return (
    entry.kind === 'input' &&
    entry.item.type === 'message' &&
    (entry.item.role === 'system' || entry.item.role === 'developer')
  );
}

/** For each entry: it stands between a tool call and that call's result. */
function betweenCallAndResult(entries: readonly TranscriptEntry[]): readonly boolean[] {
  // How many such pairs open or close before each entry; summed up from the left at the end.
  const changes = entries.map(() => 0);
  const callAt = new Map<string, number>();
  entries.forEach((entry, index) => {
    if (entry.kind === 'compaction') return;
    for (const item of entry.kind === 'input' ? [entry.item] : entry.items) {
      const call = toolCallOf(item);
      if (call !== null) callAt.set(call.callId, index);
      const result = toolResultOf(item);
      const start = result === null ? undefined : callAt.get(result);
      if (result === null || start === undefined || start === index) continue;
      callAt.delete(result);
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
