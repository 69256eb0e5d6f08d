import { type FindingCode } from '../domain/finding.ts';
import { type PolicySpec } from '../domain/policy-spec.ts';
import { fixedPartExceeds, type ThresholdZones } from './floor.ts';
import { at, type ProfileIndex } from './index-profile.ts';
import { knobsOf, type Fold, type Walk, type WalkColumns } from './policy-walk.ts';
import { type ReplayStep } from './replay-step.ts';
import { type ReplayBasis, type ReplayOptions } from './replay-options.ts';

/** What is wrong with a policy on a thread. `run` is a run's index; null: the thread as a whole. */
export interface ReplayFinding {
  readonly code: FindingCode;
  readonly run: number | null;
  readonly message: string;
}

/** Folds before calls of this many runs in a row are too many. */
const OSCILLATION_RUNS = 3;

export function replayFindings(
  walk: Walk,
  columns: WalkColumns,
  steps: readonly ReplayStep[],
  policy: PolicySpec,
  basis: ReplayBasis,
  zones: ThresholdZones,
  options: ReplayOptions,
): readonly ReplayFinding[] {
  const { index } = basis.scaled;
  return [
    ...inconsistentUsage(basis),
    ...unreachable(steps, policy, zones, basis),
    ...keepWindowTooLarge(steps, policy),
    ...oscillations(index, walk.folds),
    ...overLimit(index, columns, walk.callCount, options.limitTokens ?? null),
  ];
}

/** Runs of folds in three or more consecutive runs: first run and length of each. */
export function oscillatingRuns(
  index: ProfileIndex,
  folds: readonly Fold[],
): readonly { readonly firstRun: number; readonly runs: number }[] {
  const streaks: { firstRun: number; runs: number }[] = [];
  let streak: { firstRun: number; runs: number } | null = null;
  for (const fold of folds) {
    const run = at(index.callRun, fold.call);
    if (streak !== null && run < streak.firstRun + streak.runs) continue;
    if (streak !== null && run === streak.firstRun + streak.runs) {
      streak.runs += 1;
    } else {
      streak = { firstRun: run, runs: 1 };
      streaks.push(streak);
    }
  }
  return streaks.filter(({ runs }) => runs >= OSCILLATION_RUNS);
}

function inconsistentUsage(basis: ReplayBasis): readonly ReplayFinding[] {
  const factor = basis.calibration?.rejectedFactor ?? null;
  if (factor === null) return [];
  return [
    {
      code: 'usage-inconsistent',
      run: null,
      message:
        `The reported usage grows by ${factor.toFixed(2)} tokens for each estimated one, which no text does ` +
        '(0.5 to 3): the estimates are used as they are.',
    },
  ];
}

function unreachable(
  steps: readonly ReplayStep[],
  policy: PolicySpec,
  zones: ThresholdZones,
  { scaled, overheadSource }: ReplayBasis,
): readonly ReplayFinding[] {
  if (policy.summarizer !== 'llm') return [];
  // Also where it wants to fire and there is nothing to fold.
  const isOver = !zones.reachable || steps.some(({ reason }) => reason === 'too-few-runs');
  if (isOver && fixedPartExceeds(policy, scaled.overheadTokens)) {
    const what = overheadSource === 'instructions' ? 'Its instructions' : 'System prompt and tools';
    return [
      {
        code: 'threshold-unreachable',
        run: null,
        message:
          `${what} alone take ${Math.round(scaled.overheadTokens)} tokens, which no fold makes fewer: every ` +
          `prompt exceeds a threshold of ${policy.tokenThreshold} tokens.`,
      },
    ];
  }
  if (zones.reachable) return [];
  return [
    {
      code: 'threshold-unreachable',
      run: null,
      message:
        `A fold can't bring the thread under a threshold of ${policy.tokenThreshold} tokens: overhead, kept ` +
        `runs and summary alone take ${zones.floorTokens ?? 0}, so it would fire for ever.`,
    },
  ];
}

function keepWindowTooLarge(steps: readonly ReplayStep[], policy: PolicySpec): readonly ReplayFinding[] {
  if (policy.summarizer !== 'llm' || steps.some((step) => step.fired)) return [];
  const first = steps.find((step) => step.reason === 'too-few-runs');
  if (first === undefined) return [];
  return [
    {
      code: 'keep-window-too-large',
      run: first.run,
      message:
        `The thread is over the threshold from here on, but never has more than the ${knobsOf(policy).keep} ` +
        'runs that are kept: nothing is ever summarized.',
    },
  ];
}

function oscillations(index: ProfileIndex, folds: readonly Fold[]): readonly ReplayFinding[] {
  return oscillatingRuns(index, folds).map(({ firstRun, runs }) => ({
    code: 'oscillation',
    run: firstRun,
    message: `${runs} runs in a row are folded, each losing the cached prefix of the one before.`,
  }));
}

function overLimit(
  index: ProfileIndex,
  columns: WalkColumns,
  callCount: number,
  limitTokens: number | null,
): readonly ReplayFinding[] {
  if (limitTokens === null) return [];
  let first: number | null = null;
  let calls = 0;
  for (let call = 0; call < callCount; call += 1) {
    if (at(columns.promptTokens, call) <= limitTokens) continue;
    first ??= call;
    calls += 1;
  }
  if (first === null) return [];
  return [
    {
      code: 'occupancy-over-limit',
      run: at(index.callRun, first),
      message: `${calls} of ${callCount} prompts exceed the context window of ${limitTokens} tokens, this run's first.`,
    },
  ];
}
