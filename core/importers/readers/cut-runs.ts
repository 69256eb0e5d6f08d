import { ArrayEntries, type CutList } from './entry-list.ts';
import { PagedNumbers } from './paged-numbers.ts';
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

/** Where the runs of a transcript stand in it: by places alone, because there may be a million. */
export interface RunRanges {
  /** How many entries before the first run are the thread's instructions. */
  readonly instructionCount: number;
  readonly count: number;
  /** The first run has no user turn: the source begins in the middle of a run. */
  readonly isHeadless: boolean;
  /** The place of a run's first entry; behind the last run, the end of the transcript. */
  startOf(run: number): number;
}

/** The same as `runRanges` for entries that are in memory. */
export function cutRuns(entries: readonly TranscriptEntry[]): CutTranscript {
  const ranges = runRanges(new ArrayEntries(entries));
  return {
    instructions: entries.slice(0, ranges.instructionCount).filter((entry) => entry.kind === 'input'),
    runs: Array.from({ length: ranges.count }, (_, run) => ({
      entries: entries.slice(ranges.startOf(run), ranges.startOf(run + 1)),
      headless: run === 0 && ranges.isHeadless,
    })),
  };
}

/**
 * Cuts a transcript into runs. A run opens at a user turn with words, an image or a file of its own.
 * User turns that follow one another without a reply in between open one run. A user turn between a
 * tool call and its result is steering and stays in the run. What comes before any user turn is a
 * headless run. Linear in the number of items.
 */
export function runRanges(list: CutList): RunRanges {
  const { count } = list;
  let instructionCount = 0;
  while (instructionCount < count && list.isInstructionAt(instructionCount)) instructionCount += 1;
  const changes = pairChanges(list, instructionCount);

  const starts = new PagedNumbers('int');
  let isHeadless = false;
  let hasReply = false;
  let openPairs = 0;
  for (let index = instructionCount; index < count; index += 1) {
    openPairs += changes.at(index);
    const isTurn = list.isUserTurnAt(index);
    const isOpenHeadless = isHeadless && starts.length === 1;
    if (starts.length === 0 || (isTurn && (hasReply || isOpenHeadless) && openPairs === 0)) {
      if (starts.length === 0) isHeadless = !isTurn;
      starts.push(index);
      hasReply = false;
    }
    // A compaction between two turns opens nothing and closes nothing.
    if (list.kindAt(index) === 'reply') hasReply = true;
  }
  const leading = isHeadless && isEmptyHead(list, starts) ? 1 : 0;
  return {
    instructionCount,
    count: starts.length - leading,
    isHeadless: isHeadless && leading === 0,
    startOf: (run) => {
      if (run === 0) return instructionCount;
      return run + leading < starts.length ? starts.at(run + leading) : count;
    },
  };
}

/**
 * For each entry, how many pairs of a tool call and its result open before it, less those that close: summed up from
 * the left, how many pairs it stands between.
 */
function pairChanges(list: CutList, start: number): PagedNumbers {
  const changes = new PagedNumbers('int');
  const callAt = new Map<string, number>();
  for (let index = start; index < list.count; index += 1) {
    for (const { callId, isResult } of list.pairsAt(index)) {
      if (!isResult) {
        callAt.set(callId, index);
        continue;
      }
      const call = callAt.get(callId);
      if (call === undefined || call === index) continue;
      callAt.delete(callId);
      changes.set(call + 1, changes.at(call + 1) + 1);
      changes.set(index, changes.at(index) - 1);
    }
  }
  return changes;
}

/** A compaction alone in front of the first turn is no run of its own. */
function isEmptyHead(list: CutList, starts: PagedNumbers): boolean {
  if (starts.length < 2) return false;
  for (let index = starts.at(0); index < starts.at(1); index += 1) {
    if (list.kindAt(index) !== 'compaction') return false;
  }
  return true;
}
