import { type ThreadDocument, type ThreadRun } from '../domain/thread.ts';
import { estimateMessageTokens, utf8ByteLength } from '../domain/token-estimate.ts';
import { flattenMessages } from '../summarizers/summary-input.ts';
import { factualChanges } from './factual-content.ts';
import { instructionTokens } from './instruction-tokens.ts';
import { measureCalls, type CallMeasure } from './measured-calls.ts';
import { placeModelCalls, type PlacedCall } from './place-model-calls.ts';
import { sharedStartTokens } from './shared-start.ts';
import { type NullableColumn, type ThreadProfile } from './thread-profile.ts';

/** Reads a thread into the columns that replays work on; the only step of a replay that sees text. */
export function buildThreadProfile(document: ThreadDocument): ThreadProfile {
  const placedCalls = document.runs.map((run) => placeModelCalls(run.messages, run.calls));
  const summarizedBy = new Set(
    document.boundaries
      .filter((boundary) => boundary.message !== null || boundary.opaque)
      .map((boundary) => boundary.madeByRunId),
  );
  const estimates = document.runs.map((run) => run.messages.map(estimateMessageTokens));
  const contents = callContents(estimates, placedCalls);
  const measures = document.runs.flatMap((run, index) =>
    measureCalls(run, placedCalls[index] ?? [], summarizedBy.has(run.runId)),
  );
  return {
    runs: {
      messages: document.runs.map((run) => run.messages.length),
      tokens: estimates.map(sumOf),
      calls: placedCalls.map((calls) => calls.length),
      flatBytes: document.runs.map(flatBytesOf),
      sharedStartTokens: sharedStartTokens(document.runs),
    },
    calls: {
      addedMessages: contents.map((content) => content.addedMessages),
      addedTokens: contents.map((content) => content.addedTokens),
      replyMessages: contents.map((content) => content.replyMessages),
      replyTokens: contents.map((content) => content.replyTokens),
      measuredPrompt: column(measures, (measure) => measure.prompt),
      measuredTotal: column(measures, (measure) => measure.total),
      measuredOutput: column(measures, (measure) => measure.output),
      measuredCached: column(measures, (measure) => measure.cached),
      measuredCacheWritten: column(measures, (measure) => measure.cacheWritten),
      sincePreviousMs: sincePrevious(measures),
    },
    factualChanges: factualChanges(document, placedCalls),
    ownSummaryTokens: document.boundaries.flatMap((boundary) =>
      boundary.message === null || boundary.opaque ? [] : [estimateMessageTokens(boundary.message)],
    ),
    instructionTokens: instructionTokens(document.runs[0]),
  };
}

interface CallContent {
  readonly addedMessages: number;
  readonly addedTokens: number;
  readonly replyMessages: number;
  readonly replyTokens: number;
}

/** What a call's prompt adds to the reply before it, across runs that made no call at all. */
function callContents(
  /** Of each run, its messages. */
  estimates: readonly (readonly number[])[],
  placedCalls: readonly (readonly PlacedCall[])[],
): readonly CallContent[] {
  const contents: CallContent[] = [];
  let addedMessages = 0;
  let addedTokens = 0;
  estimates.forEach((tokens, runIndex) => {
    let at = 0;
    const addUpTo = (end: number): void => {
      addedTokens += sumOf(tokens.slice(at, end));
      addedMessages += end - at;
      at = end;
    };
    for (const { replyAt, replyEnd } of placedCalls[runIndex] ?? []) {
      addUpTo(replyAt);
      const replyTokens = sumOf(tokens.slice(replyAt, replyEnd));
      contents.push({ addedMessages, addedTokens, replyMessages: replyEnd - replyAt, replyTokens });
      addedMessages = 0;
      addedTokens = 0;
      at = replyEnd;
    }
    addUpTo(tokens.length);
  });
  return contents;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function flatBytesOf(run: ThreadRun): number {
  // Message by message: the whole run at once would be one more copy of its longest texts.
  return run.messages.reduce((sum, message) => sum + utf8ByteLength(flattenMessages([message])), 0);
}

function sincePrevious(measures: readonly CallMeasure[]): NullableColumn {
  return nullWhenEmpty(
    measures.map((measure, index) => {
      const before = measures[index - 1]?.atMs ?? null;
      if (measure.atMs === null || before === null || measure.atMs < before) return null;
      return measure.atMs - before;
    }),
  );
}

function column(
  measures: readonly CallMeasure[],
  read: (measure: CallMeasure) => number | null,
): NullableColumn {
  return nullWhenEmpty(measures.map(read));
}

function nullWhenEmpty(values: readonly (number | null)[]): NullableColumn {
  return values.some((value) => value !== null) ? values : null;
}
