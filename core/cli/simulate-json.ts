import type { PolicySpec } from '../domain/policy-spec.ts';
import type { ThreadDocument } from '../domain/thread.ts';
import { messageText } from '../inspect/message-text.ts';
import type { LedgerEntry, Replay, ReplayStep, ReplayTotals, WrittenSummary } from '../replay/index.ts';

/** What `simulate --json` prints. Names and order are stable. */
export function simulationJson(
  document: ThreadDocument,
  replay: Replay,
  summaries: readonly WrittenSummary[] | null,
  context: { readonly model: string | null; readonly limitTokens: number | null },
): unknown {
  const runId = (index: number | null): string | null =>
    index === null ? null : (document.runs[index]?.runId ?? null);
  const texts = summaries?.map(({ message }) => messageText(message)) ?? null;
  let fold = 0;
  return {
    thread: document.threadId,
    policy: policyJson(replay.policy),
    calibration:
      replay.calibration === null
        ? null
        : {
            overhead: Math.round(replay.calibration.overheadTokens),
            factor: rounded(replay.calibration.factor),
            samples: replay.calibration.samples,
            medianError: rounded(replay.calibration.medianError),
          },
    floor: replay.floorTokens,
    reachable: replay.reachable,
    steps: replay.steps.map((step) => {
      const text = step.fired && texts !== null ? { summary: texts[fold] ?? null } : {};
      if (step.fired) fold += 1;
      return { ...stepJson(step, document, runId), ...text };
    }),
    totals: totalsJson(replay.totals),
    findings: replay.findings.map(({ code, run, message }) => ({ code, run: runId(run), message })),
    neverFiresFrom: replay.policy.summarizer === 'llm' ? replay.neverFiresFromTokens : null,
    overhead: replay.overheadTokens,
    overheadSource: replay.overheadSource,
    model: context.model,
    limit: context.limitTokens,
    cacheTimesAssumed: replay.cacheTimesAssumed,
    ledger: replay.ledger === null ? null : replay.ledger.map(ledgerJson),
  };
}

export function policyJson(policy: PolicySpec): unknown {
  switch (policy.summarizer) {
    case 'none':
      return { summarizer: 'none' };
    case 'llm':
      return {
        summarizer: 'llm',
        threshold: policy.tokenThreshold,
        keepRecent: policy.keepRecentCount,
      };
    case 'sliding-window':
      return { summarizer: 'sliding-window', keep: policy.keepCount };
  }
}

export function totalsJson(totals: ReplayTotals): unknown {
  return {
    calls: totals.calls,
    summaries: totals.summaries,
    peak: totals.peakTokens,
    overLimit: totals.overLimit,
    sent: totals.sentTokens,
    summarizerTokens: totals.summarizerTokens,
    cost: totals.cost,
  };
}

function stepJson(
  step: ReplayStep,
  document: ThreadDocument,
  runId: (index: number | null) => string | null,
): object {
  const { covered } = step;
  return {
    index: step.index,
    run: runId(step.run),
    before: { measured: step.before.measuredTokens, pending: step.before.pendingTokens },
    source: step.source,
    fired: step.fired,
    reason: step.reason,
    covered:
      covered === null
        ? []
        : document.runs.slice(covered.firstRun, covered.lastRun + 1).map((run) => run.runId),
    boundary: runId(step.boundaryRun),
    summaryTokens: step.summaryTokens,
    sent: step.sentTokens,
    sentMessages: step.sentMessages,
    cost: { agent: step.cost.agent, summarizer: step.cost.summarizer },
    total: step.totalTokens,
    cached: step.cachedTokens,
  };
}

function ledgerJson(entry: LedgerEntry): unknown {
  return {
    call: entry.call,
    summarizer: entry.summarizerCost,
    /** After the fold's own call: what the lost cache and the summary cost. */
    first: entry.balances[0] ?? null,
    balance: entry.balances.at(-1) ?? null,
    paidBackAt: entry.paidBackAtCall,
  };
}

/** Six decimals: enough to multiply with, and no rounding noise to read. */
function rounded(value: number): number {
  return Number(value.toFixed(6));
}
