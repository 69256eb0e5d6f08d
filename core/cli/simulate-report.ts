import type { ThreadDocument } from '../domain/thread.ts';
import type { Replay, ReplayStep } from '../replay/index.ts';
import type { Paint } from './terminal-style.ts';
import { counted, plainText, textTable, wholeNumber, type TableColumn } from './text-table.ts';

export interface SimulationStyle {
  readonly paint: Paint;
  /** Default: of a long thread the first and last calls, and those before which something was folded. */
  readonly everyCall: boolean;
}

const SHOWN_AT_EACH_END = 20;

/** What `simulate` says to people: what it rests on, each model call, totals, findings. */
export function simulationReport(document: ThreadDocument, replay: Replay, style: SimulationStyle): string {
  const { paint } = style;
  const lines = [
    paint('bold', plainText(document.title, 100)),
    paint('dim', `thread ${plainText(document.threadId, 60)} · ${policyText(replay)}`),
    basisLine(replay),
    ...zoneLines(replay),
    '',
    callTable(document, replay, style),
    '',
    ...totalLines(replay),
  ];
  if (replay.findings.length > 0) {
    lines.push('', paint('bold', 'Findings'));
    for (const { code, run, message } of replay.findings) {
      const place = run === null ? '' : ` ${plainText(document.runs[run]?.runId ?? '', 40)}:`;
      lines.push(`  ${paint('yellow', code)}${place} ${plainText(message)}`);
    }
  }
  return lines.join('\n');
}

function policyText({ policy }: Replay): string {
  switch (policy.summarizer) {
    case 'none':
      return 'no summarizer';
    case 'llm':
      return `LLM summarizer above ${wholeNumber(policy.tokenThreshold)} tokens, ${counted(policy.keepRecentCount, 'run')} kept`;
    case 'sliding-window':
      return `sliding window of ${counted(policy.keepCount, 'run')}`;
  }
}

function basisLine({ calibration, overheadTokens, overheadSource, factor }: Replay): string {
  const overhead = `${wholeNumber(overheadTokens)} tokens`;
  if (calibration === null) {
    const source = overheadSource === 'instructions' ? ' (its instructions)' : '';
    return `No call reported its usage: every figure is an estimate, with an overhead of ${overhead}${source}.`;
  }
  const error = `${(calibration.medianError * 100).toFixed(1)} %`;
  return (
    `Calibrated on ${counted(calibration.samples, 'report')}: overhead ${overhead}, ` +
    `factor ${factor.toFixed(3)}, median error ${error}.`
  );
}

function zoneLines(replay: Replay): readonly string[] {
  if (replay.policy.summarizer !== 'llm') return [];
  const floor =
    replay.floorTokens === null
      ? 'There are never more runs than are kept: nothing can be folded.'
      : `At ${wholeNumber(replay.floorTokens)} tokens and below it fires for ever, from ${wholeNumber(replay.neverFiresFromTokens)} on never.`;
  return [floor];
}

const COLUMNS: readonly TableColumn[] = [
  { title: 'call', align: 'right' },
  { title: 'run' },
  { title: 'occupancy', align: 'right' },
  { title: 'decision' },
  { title: 'sent', align: 'right' },
  { title: '' },
  { title: 'messages', align: 'right' },
  { title: 'cost', align: 'right' },
];

function callTable(
  document: ThreadDocument,
  { steps }: Replay,
  { everyCall, paint }: SimulationStyle,
): string {
  const isLong = !everyCall && steps.length > 2 * SHOWN_AT_EACH_END;
  const shown = steps.filter(
    ({ index, fired }) =>
      !isLong || fired || index < SHOWN_AT_EACH_END || index >= steps.length - SHOWN_AT_EACH_END,
  );
  const table = textTable(
    COLUMNS,
    shown.map((step) => callCells(step, document)),
  );
  const hidden = steps.length - shown.length;
  return hidden === 0
    ? table
    : `${table}\n${paint('dim', `${counted(hidden, 'call')} without a fold not shown (--all lists them)`)}`;
}

function callCells(step: ReplayStep, document: ThreadDocument): readonly string[] {
  const { measuredTokens, pendingTokens } = step.before;
  return [
    String(step.index + 1),
    plainText(document.runs[step.run]?.runId ?? '', 36),
    `${wholeNumber(measuredTokens)} + ${wholeNumber(pendingTokens)}`,
    decisionText(step),
    wholeNumber(step.sentTokens),
    step.source,
    wholeNumber(step.sentMessages),
    step.cost.agent === null ? '–' : money(step.cost.agent + (step.cost.summarizer ?? 0)),
  ];
}

function decisionText({ reason, covered, summaryTokens }: ReplayStep): string {
  if (covered === null) return reason;
  const runs =
    covered.firstRun === covered.lastRun
      ? `run ${covered.firstRun + 1}`
      : `runs ${covered.firstRun + 1}–${covered.lastRun + 1}`;
  return summaryTokens === 0 ? `drops ${runs}` : `covers ${runs} in ${wholeNumber(summaryTokens)} tokens`;
}

function totalLines({ totals, cacheTimesAssumed, ledger }: Replay): readonly string[] {
  const over = totals.overLimit === null ? '' : `, ${wholeNumber(totals.overLimit)} over the limit`;
  const lines = [
    `${counted(totals.calls, 'call')}, ${counted(totals.summaries, 'fold')}, peak ${wholeNumber(totals.peakTokens)} tokens${over}, ` +
      `${wholeNumber(totals.sentTokens)} sent, ${wholeNumber(totals.summarizerTokens)} for summaries.`,
  ];
  if (totals.cost !== null) {
    const assumed = cacheTimesAssumed ? ', the cache taken to be alive where times are not known' : '';
    lines.push(`Cost ${money(totals.cost)}${assumed}.`);
  }
  if (ledger !== null && ledger.length > 0) {
    const paid = ledger.filter((entry) => entry.paidBackAtCall !== null).length;
    lines.push(
      `${paid} of ${counted(ledger.length, 'fold')} paid back what the fold and the lost cache cost.`,
    );
  }
  return lines;
}

export function money(dollars: number): string {
  return `$${dollars.toFixed(dollars !== 0 && Math.abs(dollars) < 1 ? 5 : 2)}`;
}
