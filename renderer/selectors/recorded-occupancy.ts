import type { ThreadOverview } from '../../core/contract.ts';
import { occupancyScale, SOURCES, type ProfileIndex } from '../../core/replay/index.ts';
import { partsOf, tailTokens, type OccupancyNow } from './occupancy-now.ts';

const MEASURED = SOURCES.indexOf('measured');
const ADJUSTED = SOURCES.indexOf('adjusted');
const ESTIMATED = SOURCES.indexOf('estimated');

export interface RecordedCalls {
  readonly before: Float64Array;
  readonly level: Float64Array;
  readonly source: Uint8Array;
  readonly foldCalls: readonly number[];
}

interface Figure {
  readonly tokens: number;
  readonly source: number;
}

/**
 * The occupancy before each call, with the content that the exporting system really sent: its reported
 * prompt, else the newest report before it plus what was added since, else the estimate.
 */
export function recordedCalls(index: ProfileIndex): RecordedCalls {
  const before = new Float64Array(index.callCount);
  const source = new Uint8Array(index.callCount);
  const foldCalls: number[] = [];
  for (let call = 0; call < index.callCount; call += 1) {
    const content = contentTokens(index, call);
    const figure = promptFigure(index, call, content);
    before[call] = Math.round(figure.tokens);
    source[call] = figure.source;
    if (call > 0 && isFold(index, call)) foldCalls.push(call);
  }
  const level = Float64Array.from(before);
  // Before a fold the full context stood there: what the call before left, plus what was added.
  for (const call of foldCalls) {
    const left = afterFigure(index, call - 1);
    before[call] = Math.round(left.tokens + (index.addedTokens[call] ?? 0));
  }
  return { before, level, source, foldCalls };
}

/** What a further call would be sent: the view under the summary that applies, as far as reports tell. */
export function recordedNow(index: ProfileIndex, overview: ThreadOverview): OccupancyNow {
  const scale = occupancyScale(index);
  const { factor } = scale;
  const overheadTokens = Math.round(scale.overheadTokens);
  const applied = overview.appliedBoundary === null ? null : overview.boundaries[overview.appliedBoundary];
  const summary = applied?.summaryTokens ?? 0;
  const whole = index.runStartTokens[index.runCount] ?? 0;
  const tail = tailTokens(index);
  const view = summary + whole - (index.runStartTokens[applied?.coveredRuns ?? 0] ?? 0);
  const last = index.callCount - 1;
  const point = last < 0 ? NaN : (index.totalPoint[last] ?? NaN);
  const pointContent = last < 0 ? NaN : (index.totalPointContent[last] ?? NaN);
  const added = view - pointContent;
  const isContinued = last >= 0 && isSentAt(index, last, applied?.coveredRuns ?? 0, summary);
  const parts = { overheadTokens, summaryTokens: Math.round(factor * summary) };
  // The newest report still stands for the start of what is sent: only what came after it is estimated.
  if (isContinued && !Number.isNaN(point) && added >= 0)
    return partsOf({
      ...parts,
      knownTokens: Math.round(point),
      pendingTokens: Math.round(added),
      isMeasured: true,
    });
  const known = overheadTokens + factor * Math.max(0, view - tail);
  return partsOf({ ...parts, knownTokens: Math.round(known), pendingTokens: tail, isMeasured: false });
}

/** Whether what was sent at a call began with the same summary and the same run. */
export function isSentAt(
  index: ProfileIndex,
  call: number,
  coveredRuns: number,
  summaryTokens: number,
): boolean {
  // A run without messages leaves no trace in what is sent.
  const firstRun = index.blockRuns[index.blocksBefore[coveredRuns] ?? 0] ?? coveredRuns;
  return index.factualFirstRun[call] === firstRun && index.factualSummaryTokens[call] === summaryTokens;
}

/** Estimate of what was sent at a call; of the whole transcript where what was sent isn't known. */
function contentTokens(index: ProfileIndex, call: number): number {
  const firstRun = Math.max(0, index.factualFirstRun[call] ?? 0);
  const start = index.runStartTokens[firstRun] ?? 0;
  return (index.factualSummaryTokens[call] ?? 0) + (index.promptTokens[call] ?? 0) - start;
}

function promptFigure(index: ProfileIndex, call: number, content: number): Figure {
  const measured = index.measuredPrompt[call] ?? NaN;
  if (!Number.isNaN(measured)) return { tokens: measured, source: MEASURED };
  return nearPoint(index, content, index.promptPoint[call], index.promptPointContent[call]);
}

function afterFigure(index: ProfileIndex, call: number): Figure {
  const measured = index.measuredTotal[call] ?? NaN;
  if (!Number.isNaN(measured)) return { tokens: measured, source: MEASURED };
  const content = contentTokens(index, call) + (index.replyTokens[call] ?? 0);
  return nearPoint(index, content, index.totalPoint[call], index.totalPointContent[call]);
}

function nearPoint(
  index: ProfileIndex,
  content: number,
  point: number = NaN,
  pointContent: number = NaN,
): Figure {
  const { overheadTokens, factor } = occupancyScale(index);
  if (!Number.isNaN(point) && Math.abs(content - pointContent) <= content)
    return { tokens: Math.max(0, point + factor * (content - pointContent)), source: ADJUSTED };
  return { tokens: overheadTokens + factor * content, source: ESTIMATED };
}

/** Something earlier is no longer sent as written. */
function isFold(index: ProfileIndex, call: number): boolean {
  return (index.factualFirstRun[call] ?? 0) > (index.factualFirstRun[call - 1] ?? 0);
}
