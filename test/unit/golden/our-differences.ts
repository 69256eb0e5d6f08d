import {
  isAgentCall,
  isRunRow,
  type GoldenCall,
  type GoldenRow,
  type GoldenThread,
} from '../../support/golden.ts';

/**
 * Where the reference SDK summarizes a summary that alone lies before the keep window, the core does
 * nothing: there is no run to cover. The SDK's second summary of such a run replaces its first one and
 * names that one as its boundary, which no run has, so it never applies on reload; ours keeps the first
 * one, which does.
 */
interface LoneSummaries {
  /** Agent calls, counted from 0, ahead of which the SDK summarized nothing but a summary. */
  readonly beforeCalls: readonly number[];
  /** What the next run's summary covers: the SDK starts from the whole transcript, we from the summary. */
  readonly summarizerSees: Readonly<Record<number, string>>;
  /** The boundary of each summary in the file. */
  readonly boundaries: readonly number[];
  readonly loads: Readonly<Record<string, string>>;
}

const LONE_SUMMARIES: Readonly<Record<string, LoneSummaries>> = {
  'llm-tip': {
    beforeCalls: [8, 11, 14],
    summarizerSees: { 9: 'S Q4 A4', 12: 'S Q6 A6' },
    boundaries: [1, 2, 3, 4, 5, 6, 7],
    loads: { '8': 's6 8', '9': 's6 8 9' },
  },
  'pair-big-llm-1200-3': {
    beforeCalls: [5, 8, 11, 14, 17, 20, 23, 26, 29],
    summarizerSees: {},
    // Keep 3: run n covers everything up to run n − 3, from run 3 on.
    boundaries: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
    loads: { '18': 's16 17 18', '19': 's16 17 18 19' },
  },
};

/** What the core has to do where the SDK did what `golden` says. */
export function expectedOfUs(name: string, golden: GoldenThread): GoldenThread {
  const lone = LONE_SUMMARIES[name] ?? { beforeCalls: [], summarizerSees: {}, boundaries: [], loads: {} };
  const runsOfLone = loneRuns(golden, lone.beforeCalls);
  const loads: Record<string, string> = { ...golden.loads, ...lone.loads };
  const newest = String(golden.runs - 1);
  // No run named means the thread's newest, summary and all; the SDK then loads everything.
  if ('' in loads) loads[''] = loads[newest] ?? '';
  return {
    ...golden,
    loads,
    summarizedBeforeCalls: golden.summarizedBeforeCalls.filter((call) => !lone.beforeCalls.includes(call)),
    calls: callsOfUs(golden.calls, lone),
    file: golden.file.map((row) => rowOfUs(row, lone, runsOfLone)),
  };
}

function callsOfUs(calls: readonly GoldenCall[], lone: LoneSummaries): GoldenCall[] {
  const ours: GoldenCall[] = [];
  let agentCall = 0;
  for (const [index, call] of calls.entries()) {
    if (!isAgentCall(call)) {
      const sees = lone.summarizerSees[agentCall] ?? call.summarizer;
      if (!lone.beforeCalls.includes(agentCall)) ours.push({ ...call, summarizer: sees });
      continue;
    }
    const saved = lone.beforeCalls.includes(agentCall) ? (calls[index - 1]?.usage ?? [0, 0]) : [0, 0];
    ours.push({ ...call, spentBefore: minus(call.spentBefore, saved) });
    agentCall += 1;
  }
  return ours;
}

function rowOfUs(
  row: GoldenRow,
  lone: LoneSummaries,
  runsOfLone: ReadonlyMap<number, readonly number[]>,
): GoldenRow {
  if (isRunRow(row)) return { ...row, spent: minus(row.spent, runsOfLone.get(row.run) ?? [0, 0]) };
  return { ...row, boundary: lone.boundaries[row.summary] ?? row.boundary };
}

/** Runs in which the SDK summarized a lone summary, with what that cost. */
function loneRuns(
  golden: GoldenThread,
  beforeCalls: readonly number[],
): ReadonlyMap<number, readonly number[]> {
  const cost = golden.calls.find((call) => !isAgentCall(call))?.usage ?? [0, 0];
  const agentCalls = golden.calls.filter(isAgentCall);
  return new Map(beforeCalls.map((call) => [agentCalls[call]?.run ?? -1, cost]));
}

function minus(left: readonly number[], right: readonly number[]): [number, number] {
  return [(left[0] ?? 0) - (right[0] ?? 0), (left[1] ?? 0) - (right[1] ?? 0)];
}
