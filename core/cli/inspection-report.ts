import type { BoundaryInspection, RunInspection, ThreadInspection } from '../inspect/inspection.ts';
import type { InputReport } from './read-inputs.ts';
import { byteSize, counted, plainText, textTable, wholeNumber, type TableColumn } from './text-table.ts';
import type { Paint } from './terminal-style.ts';

export interface ReportStyle {
  readonly paint: Paint;
  /** Default: of a long thread only the first and the last runs. */
  readonly everyRun: boolean;
}

const SHOWN_AT_EACH_END = 20;

/** What `inspect` says to people: files, then each thread with its runs, boundaries and findings. */
export function inspectionReport(
  files: readonly InputReport[],
  threads: readonly ThreadInspection[],
  style: ReportStyle,
): string {
  const read = files.filter((file) => file.format !== null);
  return [
    ...read.map((file) => fileLine(file, style)),
    ...threads.map((thread) => threadSection(thread, style)),
  ].join('\n');
}

function fileLine(file: InputReport, { paint }: ReportStyle): string {
  const facts = [
    file.format ?? 'unknown format',
    ...(file.bytes === null ? [] : [byteSize(file.bytes)]),
    counted(file.threads.length, 'thread'),
    ...(file.warnings.length === 0 ? [] : [counted(file.warnings.length, 'warning')]),
    ...(file.errors.length === 0 ? [] : [counted(file.errors.length, 'error')]),
  ];
  return `${plainText(file.path)}  ${paint('dim', facts.join(' · '))}`;
}

function threadSection(thread: ThreadInspection, style: ReportStyle): string {
  const { paint } = style;
  const lines = [
    '',
    paint('bold', plainText(thread.title, 100)),
    paint('dim', threadFacts(thread)),
    usageLine(thread),
    viewLine(thread),
    '',
    runTable(thread, style),
  ];
  if (thread.boundaries.length > 0) lines.push('', boundaryTable(thread, style));
  if (thread.findings.length > 0) {
    lines.push('', paint('bold', 'Findings'));
    for (const finding of thread.findings) {
      const place = finding.run === null ? '' : ` ${plainText(finding.run, 40)}:`;
      lines.push(`  ${paint('yellow', finding.code)}${place} ${plainText(finding.message)}`);
    }
  }
  return lines.join('\n');
}

function threadFacts(thread: ThreadInspection): string {
  const branch =
    thread.branchOf === null
      ? []
      : [
          `branches off ${plainText(thread.branchOf.threadId, 40)} ${
            thread.branchOf.runId === null
              ? 'in its first run'
              : `after ${plainText(thread.branchOf.runId, 40)}`
          }`,
        ];
  return [
    `thread ${plainText(thread.id, 60)}`,
    `namespace ${plainText(thread.namespace, 40)}`,
    ...branch,
  ].join(' · ');
}

function usageLine({ runs, usage }: ThreadInspection): string {
  const tokens = runs.reduce((sum, run) => sum + run.estimatedTokens, 0);
  const parts = [
    counted(runs.length, 'run'),
    counted(
      runs.reduce((sum, run) => sum + run.modelCalls, 0),
      'model call',
    ),
    `${wholeNumber(tokens)} tokens (estimated)`,
  ];
  if (usage === null) parts.push('no usage reported');
  else {
    const cached = usage.cached === null ? '' : ` (${wholeNumber(usage.cached)} cached)`;
    parts.push(`billed ${wholeNumber(usage.prompt)} in${cached} / ${wholeNumber(usage.output)} out`);
  }
  return parts.join(' · ');
}

function viewLine({ modelView, runs }: ThreadInspection): string {
  const covered = runs.length - modelView.runs.length;
  const tokens = `${wholeNumber(modelView.estimatedTokens)} tokens (estimated)`;
  if (modelView.summaryId === null) return `The model sees every run: ${tokens}.`;
  const hidden = covered === 0 ? 'a summary first' : `a summary in place of ${counted(covered, 'run')}`;
  return `The model sees ${hidden}, then ${counted(modelView.runs.length, 'run')}: ${tokens}.`;
}

const RUN_COLUMNS: readonly TableColumn[] = [
  { title: '#', align: 'right' },
  { title: 'run' },
  { title: 'status' },
  { title: 'messages', align: 'right' },
  { title: 'calls', align: 'right' },
  { title: 'tools', align: 'right' },
  { title: 'tokens', align: 'right' },
  { title: 'occupancy', align: 'right' },
  { title: 'started' },
  { title: '' },
];

function runTable({ runs }: ThreadInspection, { everyRun, paint }: ReportStyle): string {
  const rows = runs.map((run, index) => runCells(run, index));
  if (everyRun || runs.length <= 2 * SHOWN_AT_EACH_END) return textTable(RUN_COLUMNS, rows);
  const hidden = runs.length - 2 * SHOWN_AT_EACH_END;
  const lines = textTable(RUN_COLUMNS, [
    ...rows.slice(0, SHOWN_AT_EACH_END),
    ...rows.slice(-SHOWN_AT_EACH_END),
  ]).split('\n');
  lines.splice(1 + SHOWN_AT_EACH_END, 0, paint('dim', `… ${counted(hidden, 'more run')} (--all lists them)`));
  return lines.join('\n');
}

function runCells(run: RunInspection, index: number): readonly string[] {
  const { occupancyAfter, orphans } = run;
  const notes = [
    ...(run.covered ? ['covered'] : []),
    ...(run.copiedFrom === null ? [] : [`from ${plainText(run.copiedFrom, 24)}`]),
    ...(orphans.calls + orphans.results === 0 ? [] : [counted(orphans.calls + orphans.results, 'orphan')]),
  ];
  return [
    String(index + 1),
    plainText(run.id, 36),
    run.status,
    wholeNumber(run.messages),
    wholeNumber(run.modelCalls),
    `${run.toolCalls}/${run.toolResults}`,
    wholeNumber(run.estimatedTokens),
    occupancyAfter === null
      ? '–'
      : occupancyAfter.pending === 0
        ? wholeNumber(occupancyAfter.measured)
        : `${wholeNumber(occupancyAfter.measured)} + ${wholeNumber(occupancyAfter.pending)}`,
    run.startedAt === null ? '–' : run.startedAt.slice(0, 16).replace('T', ' '),
    notes.join(', '),
  ];
}

function boundaryTable(thread: ThreadInspection, { paint }: ReportStyle): string {
  const lines = [paint('bold', 'Summary boundaries')];
  const shown = thread.boundaries.slice(-SHOWN_AT_EACH_END);
  const hidden = thread.boundaries.length - shown.length;
  if (hidden > 0) lines.push(paint('dim', `  … ${counted(hidden, 'earlier one')}`));
  for (const boundary of shown) lines.push(`  ${boundaryLine(boundary, thread, paint)}`);
  return lines.join('\n');
}

function boundaryLine(boundary: BoundaryInspection, thread: ThreadInspection, paint: Paint): string {
  const last = thread.runs.findIndex((run) => run.id === boundary.afterRun);
  const where = boundary.anchored
    ? `after run ${last + 1} (${plainText(boundary.afterRun ?? '', 36)})`
    : boundary.afterRun === null
      ? 'names no run'
      : `names ${plainText(boundary.afterRun, 36)}, no run of the thread`;
  const size = boundary.opaque
    ? 'encrypted'
    : boundary.tokens === null
      ? 'runs dropped'
      : `${wholeNumber(boundary.tokens)} tokens`;
  const state = boundary.applies ? paint('green', 'applies') : paint('dim', 'does not apply');
  return [plainText(boundary.summaryId, 36), where, size, `generation ${boundary.generation}`, state].join(
    ' · ',
  );
}
