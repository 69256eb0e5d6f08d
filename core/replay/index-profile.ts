import { type NullableColumn, type ThreadProfile } from './thread-profile.ts';

/**
 * A thread profile summed up, so that a replay looks everything up and adds nothing up. Columns over
 * runs have one more entry, the whole thread. In measured columns NaN is "not told".
 */
export interface ProfileIndex {
  readonly runCount: number;
  readonly callCount: number;
  /** Sums over the runs before run i. */
  readonly runStartTokens: Float64Array;
  readonly runStartMessages: Float64Array;
  readonly runStartFlatBytes: Float64Array;
  /** Index of the first call of run i. */
  readonly runStartCall: Float64Array;
  /** Runs with messages: only these are blocks. */
  readonly blockRuns: Float64Array;
  /** How many of them are before run i. */
  readonly blocksBefore: Float64Array;
  readonly sharedStartTokens: Float64Array;
  readonly callRun: Float64Array;
  /** Sums over everything before the call's reply: its prompt, had nothing been folded. */
  readonly promptTokens: Float64Array;
  readonly promptMessages: Float64Array;
  readonly addedTokens: Float64Array;
  readonly replyTokens: Float64Array;
  /** First run sent as written at the call; −1 when what was sent is not known. */
  readonly factualFirstRun: Float64Array;
  readonly factualSummaryTokens: Float64Array;
  readonly measuredPrompt: Float64Array;
  readonly measuredTotal: Float64Array;
  readonly measuredOutput: Float64Array;
  readonly measuredCached: Float64Array;
  readonly measuredCacheWritten: Float64Array;
  readonly sincePreviousMs: Float64Array;
  /** The measured point that a prompt at this call is adjusted from, and the estimate of its content. */
  readonly promptPoint: Float64Array;
  readonly promptPointContent: Float64Array;
  /** The same for prompt and reply of this call. */
  readonly totalPoint: Float64Array;
  readonly totalPointContent: Float64Array;
  readonly ownSummaryTokens: readonly number[];
  readonly instructionTokens: number | null;
}

const indexes = new WeakMap<ThreadProfile, ProfileIndex>();

/** Done once per profile object, however often it is replayed. */
export function indexProfile(profile: ThreadProfile): ProfileIndex {
  const known = indexes.get(profile);
  if (known !== undefined) return known;
  const index = buildIndex(profile);
  indexes.set(profile, index);
  return index;
}

function buildIndex(profile: ThreadProfile): ProfileIndex {
  const { runs, calls } = profile;
  const runCount = runs.messages.length;
  const callCount = calls.addedTokens.length;
  const blocks = blocksOf(runs.messages);
  const measuredPrompt = numbers(calls.measuredPrompt, callCount);
  const measuredTotal = numbers(calls.measuredTotal, callCount);
  const addedTokens = new Float64Array(calls.addedTokens);
  const replyTokens = new Float64Array(calls.replyTokens);
  const runStartTokens = sums(runs.tokens);
  const promptTokens = promptSums(calls.addedTokens, calls.replyTokens);
  const factual = factualContents(profile, blocks);
  const contentTokens = new Float64Array(callCount);
  for (let call = 0; call < callCount; call += 1) {
    const firstRun = at(factual.firstRun, call);
    const tokens = at(factual.summaryTokens, call) + at(promptTokens, call);
    contentTokens[call] = firstRun < 0 ? NaN : tokens - at(runStartTokens, firstRun);
  }
  return {
    runCount,
    callCount,
    runStartTokens,
    runStartMessages: sums(runs.messages),
    runStartFlatBytes: sums(runs.flatBytes),
    runStartCall: sums(runs.calls),
    ...blocks,
    sharedStartTokens: new Float64Array(runs.sharedStartTokens),
    callRun: callRuns(runs.calls, callCount),
    promptTokens,
    promptMessages: promptSums(calls.addedMessages, calls.replyMessages),
    addedTokens,
    replyTokens,
    factualFirstRun: factual.firstRun,
    factualSummaryTokens: factual.summaryTokens,
    measuredPrompt,
    measuredTotal,
    measuredOutput: numbers(calls.measuredOutput, callCount),
    measuredCached: numbers(calls.measuredCached, callCount),
    measuredCacheWritten: numbers(calls.measuredCacheWritten, callCount),
    sincePreviousMs: numbers(calls.sincePreviousMs, callCount),
    ...measuredPoints(measuredPrompt, measuredTotal, contentTokens, replyTokens),
    ownSummaryTokens: profile.ownSummaryTokens,
    instructionTokens: profile.instructionTokens,
  };
}

type Points = Pick<ProfileIndex, 'promptPoint' | 'promptPointContent' | 'totalPoint' | 'totalPointContent'>;

/** The newest report at or before each call whose content is known. */
function measuredPoints(
  measuredPrompt: Float64Array,
  measuredTotal: Float64Array,
  contentTokens: Float64Array,
  replyTokens: Float64Array,
): Points {
  const count = contentTokens.length;
  const points: Points = {
    promptPoint: new Float64Array(count),
    promptPointContent: new Float64Array(count),
    totalPoint: new Float64Array(count),
    totalPointContent: new Float64Array(count),
  };
  let value = NaN;
  let content = NaN;
  for (let call = 0; call < count; call += 1) {
    const sent = at(contentTokens, call);
    const isKnown = !Number.isNaN(sent);
    if (isKnown && !Number.isNaN(at(measuredPrompt, call))) {
      value = at(measuredPrompt, call);
      content = sent;
    }
    points.promptPoint[call] = value;
    points.promptPointContent[call] = content;
    if (isKnown && !Number.isNaN(at(measuredTotal, call))) {
      value = at(measuredTotal, call);
      content = sent + at(replyTokens, call);
    }
    points.totalPoint[call] = value;
    points.totalPointContent[call] = content;
  }
  return points;
}

function factualContents(
  profile: ThreadProfile,
  blocks: Pick<ProfileIndex, 'blockRuns' | 'blocksBefore'>,
): { readonly firstRun: Float64Array; readonly summaryTokens: Float64Array } {
  const callCount = profile.calls.addedTokens.length;
  const firstRun = new Float64Array(callCount);
  const summaryTokens = new Float64Array(callCount);
  let change = 0;
  let first = firstBlockRun(blocks, 0);
  let summary = 0;
  for (let call = 0; call < callCount; call += 1) {
    for (; change < profile.factualChanges.length; change += 1) {
      const next = profile.factualChanges[change];
      if (next === undefined || next.fromCall > call) break;
      first = next.firstRun === null ? -1 : firstBlockRun(blocks, next.firstRun);
      summary = next.summaryTokens;
    }
    firstRun[call] = first;
    summaryTokens[call] = summary;
  }
  return { firstRun, summaryTokens };
}

/** The run that a view of "everything from this run on" begins with: one without messages leaves no trace. */
export function firstBlockRun(blocks: Pick<ProfileIndex, 'blockRuns' | 'blocksBefore'>, run: number): number {
  return blocks.blockRuns[at(blocks.blocksBefore, run)] ?? run;
}

/** The newest block before a run: what a boundary there names. Null: there is none. */
export function lastBlockBefore(index: ProfileIndex, run: number): number | null {
  return index.blockRuns[at(index.blocksBefore, run) - 1] ?? null;
}

function blocksOf(messages: readonly number[]): Pick<ProfileIndex, 'blockRuns' | 'blocksBefore'> {
  const blockRuns: number[] = [];
  const blocksBefore = new Float64Array(messages.length + 1);
  messages.forEach((count, run) => {
    if (count > 0) blockRuns.push(run);
    blocksBefore[run + 1] = blockRuns.length;
  });
  return { blockRuns: new Float64Array(blockRuns), blocksBefore };
}

function callRuns(callsPerRun: readonly number[], callCount: number): Float64Array {
  const runs = new Float64Array(callCount);
  let call = 0;
  callsPerRun.forEach((count, run) => {
    runs.fill(run, call, call + count);
    call += count;
  });
  return runs;
}

function sums(values: readonly number[]): Float64Array {
  const result = new Float64Array(values.length + 1);
  let sum = 0;
  values.forEach((value, index) => {
    sum += value;
    result[index + 1] = sum;
  });
  return result;
}

function promptSums(added: readonly number[], reply: readonly number[]): Float64Array {
  const result = new Float64Array(added.length);
  let sum = 0;
  added.forEach((value, index) => {
    sum += value;
    result[index] = sum;
    sum += reply[index] ?? 0;
  });
  return result;
}

function numbers(column: NullableColumn, length: number): Float64Array {
  const result = new Float64Array(length).fill(NaN);
  column?.forEach((value, index) => {
    if (value !== null) result[index] = value;
  });
  return result;
}

/**
 * Reads a column where the index is known to be inside. Every column is a Float64Array, so that this
 * stays a single machine load in the loops of a sweep.
 */
export function at(column: Float64Array, index: number): number {
  return column[index] ?? NaN;
}
