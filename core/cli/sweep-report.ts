import type { PolicySpec } from '../domain/policy-spec.ts';
import type { SweepResult, SweepRow } from '../replay/index.ts';
import { policyJson, totalsJson } from './simulate-json.ts';
import { money } from './simulate-report.ts';
import type { Paint } from './terminal-style.ts';
import { textTable, wholeNumber, type TableColumn } from './text-table.ts';

/** What `sweep --json` prints. Names and order are stable. */
export function sweepJson(threadIds: readonly string[], { rows, recommended }: SweepResult): unknown {
  return {
    threads: threadIds,
    rows: rows.map((row) => ({
      policy: policyJson(row.policy),
      totals: totalsJson(row.totals),
      retention: row.retention,
      pareto: row.pareto,
      reachable: row.reachable,
      oscillates: row.oscillates,
      ...(threadIds.length > 1 ? { byThread: byThreadJson(row) } : {}),
    })),
    recommended:
      recommended === null ? null : { policy: policyJson(recommended.policy), because: recommended.because },
  };
}

function byThreadJson({ byThread }: SweepRow): unknown {
  return {
    summaries: byThread.summaries,
    peak: byThread.peakTokens,
    sent: byThread.sentTokens,
    cost: byThread.cost,
    retention: byThread.retention,
  };
}

const CSV_COLUMNS = [
  'summarizer,threshold,keepRecent,keep',
  'calls,summaries,peak,overLimit,sent,summarizerTokens,cost',
  'retention,pareto,reachable,oscillates',
].join(',');

/** One line per row; an empty cell is "not known". Only numbers and fixed words, so nothing needs quoting. */
export function sweepCsv({ rows }: SweepResult): string {
  const lines = rows.map((row) => {
    const { policy, totals } = row;
    return [
      ...knobCells(policy, ''),
      totals.calls,
      totals.summaries,
      totals.peakTokens ?? '',
      totals.overLimit ?? '',
      totals.sentTokens,
      totals.summarizerTokens,
      totals.cost ?? '',
      row.retention ?? '',
      row.pareto,
      row.reachable,
      row.oscillates,
    ].join(',');
  });
  return [CSV_COLUMNS, ...lines].join('\n');
}

const COLUMNS: readonly TableColumn[] = [
  { title: '' },
  { title: 'summarizer' },
  { title: 'threshold', align: 'right' },
  { title: 'keep', align: 'right' },
  { title: 'folds', align: 'right' },
  { title: 'peak', align: 'right' },
  { title: 'over', align: 'right' },
  { title: 'sent', align: 'right' },
  { title: 'cost', align: 'right' },
  { title: 'survival', align: 'right' },
  { title: '' },
];

/** What `sweep` says to people: the grid, then the recommendation with its reasons. */
export function sweepReport({ rows, recommended }: SweepResult, paint: Paint): string {
  const table = textTable(
    COLUMNS,
    rows.map((row) => rowCells(row, row.policy === recommended?.policy)),
  );
  if (recommended === null) return table;
  const [summarizer = '', threshold, keepRecent, keep] = knobCells(recommended.policy, '');
  const knobs =
    summarizer === 'llm' ? `--threshold ${threshold} --keep-recent ${keepRecent}` : `--keep ${keep}`;
  return [
    table,
    '',
    paint('bold', `Recommended: --summarizer ${summarizer} ${knobs}`),
    ...recommended.because.map((reason) => `  ${reason}`),
    paint('dim', '→ recommended · * no other is both cheaper and keeps more'),
    paint(
      'dim',
      'Survival counts facts in the kept runs only: a modelled summary has no text, so it is a lower bound.',
    ),
  ].join('\n');
}

function rowCells(row: SweepRow, isRecommended: boolean): readonly string[] {
  const { totals } = row;
  const [summarizer = '', threshold = '', keepRecent = '', keep = ''] = knobCells(row.policy, '');
  const notes = [...(row.reachable ? [] : ['fires for ever']), ...(row.oscillates ? ['oscillates'] : [])];
  return [
    `${isRecommended ? '→' : ' '}${row.pareto ? '*' : ''}`,
    String(summarizer),
    threshold === '' ? '' : wholeNumber(Number(threshold)),
    String(keepRecent === '' ? keep : keepRecent),
    wholeNumber(totals.summaries),
    wholeNumber(totals.peakTokens),
    wholeNumber(totals.overLimit),
    wholeNumber(totals.sentTokens),
    totals.cost === null ? '–' : money(totals.cost),
    row.retention === null ? '–' : `${(row.retention * 100).toFixed(1)} %`,
    notes.join(', '),
  ];
}

/** Summarizer, threshold, keep recent, keep. */
function knobCells(policy: PolicySpec, none: string): readonly (string | number)[] {
  switch (policy.summarizer) {
    case 'none':
      return ['none', none, none, none];
    case 'llm':
      return ['llm', policy.tokenThreshold, policy.keepRecentCount, none];
    case 'sliding-window':
      return ['sliding-window', none, none, policy.keepCount];
  }
}
