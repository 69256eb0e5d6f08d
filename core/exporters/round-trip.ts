import type { BoundaryInspection, RunInspection, ThreadInspection } from '../inspect/inspection.ts';

/** Something that a file in another format doesn't tell, or tells differently. */
export interface Loss {
  readonly code: LossCode;
  /** One sentence. */
  readonly message: string;
}

export type LossCode =
  | 'lost-thread'
  | 'lost-thread-name'
  | 'lost-branch'
  | 'lost-run-names'
  | 'lost-runs'
  | 'lost-run-status'
  | 'lost-messages'
  | 'lost-usage'
  | 'lost-occupancy'
  | 'lost-times'
  | 'lost-summaries';

/** Which fields of an inspection each loss is about, in the order in which people are told of them. */
export const LOSSES: readonly {
  readonly code: LossCode;
  readonly thread: readonly (keyof ThreadInspection)[];
  readonly run: readonly (keyof RunInspection)[];
  readonly boundary: readonly (keyof BoundaryInspection)[];
  readonly says: string;
}[] = [
  {
    code: 'lost-thread',
    thread: [],
    run: [],
    boundary: [],
    says: 'A thread is left out or read as part of another',
  },
  {
    code: 'lost-thread-name',
    thread: ['id', 'title', 'namespace'],
    run: [],
    boundary: [],
    says: 'The name of the thread is not kept',
  },
  {
    code: 'lost-branch',
    thread: ['branchOf'],
    run: ['copiedFrom'],
    boundary: [],
    says: 'Which thread it branches off is not kept, and what both share counts in both',
  },
  {
    code: 'lost-run-names',
    thread: [],
    run: ['id'],
    boundary: ['afterRun', 'madeBy'],
    says: 'Runs are named by their place',
  },
  {
    code: 'lost-runs',
    thread: ['runs'],
    run: [],
    boundary: ['afterRun', 'madeBy'],
    says: 'Where runs begin is told from the messages alone',
  },
  {
    code: 'lost-run-status',
    thread: [],
    run: ['status'],
    boundary: [],
    says: 'How runs ended is not kept',
  },
  {
    code: 'lost-messages',
    thread: [],
    run: ['messages', 'items', 'toolCalls', 'toolResults', 'orphans', 'estimatedTokens'],
    boundary: [],
    says: 'Messages are put together differently',
  },
  {
    code: 'lost-usage',
    thread: ['usage'],
    run: ['calls', 'modelCalls'],
    boundary: [],
    says: 'What is told of model calls differs',
  },
  {
    code: 'lost-occupancy',
    thread: [],
    run: ['occupancyAfter'],
    boundary: [],
    says: 'How full the context was is told differently',
  },
  {
    code: 'lost-times',
    thread: [],
    run: ['startedAt', 'endedAt'],
    boundary: [],
    says: 'Times are not kept whole',
  },
  {
    code: 'lost-summaries',
    thread: ['boundaries', 'modelView'],
    run: ['covered'],
    boundary: [
      'summaryId',
      'anchored',
      'applies',
      'text',
      'tokens',
      'tokensBefore',
      'tokensAfter',
      'trigger',
      'generation',
      'opaque',
    ],
    says: 'Summaries are not kept, so the model view is every run',
  },
];

const COMPARED_APART: ReadonlySet<keyof ThreadInspection> = new Set(['runs', 'boundaries', 'modelView']);

/**
 * What an inspection of a converted file lacks against one of its source, at most once for each kind.
 *
 * @param source Of the threads that were to be written.
 * @param written Of what was read back.
 */
export function lossesBetween(
  source: readonly ThreadInspection[],
  written: readonly ThreadInspection[],
): readonly Loss[] {
  const places = new Map<LossCode, Set<string>>();
  const note = (code: LossCode, place: string): void => {
    const known = places.get(code);
    if (known === undefined) places.set(code, new Set([place]));
    else known.add(place);
  };
  const byId = new Map(written.map((thread) => [thread.id, thread]));
  const isRenamed = source.length === 1 && written.length === 1;
  for (const thread of source) {
    const copy = byId.get(thread.id) ?? (isRenamed ? written[0] : undefined);
    if (copy === undefined) note('lost-thread', thread.id);
    else
      noteLosses(thread, copy, (code) => {
        note(code, thread.id);
      });
  }
  return LOSSES.flatMap(({ code, says }) => {
    const threads = places.get(code);
    if (threads === undefined) return [];
    const [first = ''] = threads;
    const where = threads.size === 1 ? `thread ${first.slice(0, 60)}` : `${threads.size} threads`;
    return [{ code, message: `${says} (${where}).` }];
  });
}

function noteLosses(thread: ThreadInspection, copy: ThreadInspection, note: (code: LossCode) => void): void {
  const isSameRuns = thread.runs.length === copy.runs.length;
  const isSameBoundaries = thread.boundaries.length === copy.boundaries.length;
  // Without any, the view is every run, and its size that of the messages.
  const hasSummaries = thread.boundaries.length + copy.boundaries.length > 0;
  for (const { code, thread: fields, run, boundary } of LOSSES) {
    const lost =
      fields.some((name) => !COMPARED_APART.has(name) && differ(thread[name], copy[name])) ||
      (fields.includes('modelView') && hasSummaries && differ(viewOf(thread), viewOf(copy))) ||
      (fields.includes('runs') && !isSameRuns) ||
      (fields.includes('boundaries') && !isSameBoundaries) ||
      (isSameRuns && anyDiffers(thread.runs, copy.runs, run)) ||
      (isSameBoundaries && anyDiffers(thread.boundaries, copy.boundaries, boundary));
    if (lost) note(code);
  }
}

function anyDiffers<Row extends object>(
  rows: readonly Row[],
  copies: readonly Row[],
  names: readonly (keyof Row)[],
): boolean {
  return rows.some((row, at) => names.some((name) => differ(row[name], copies[at]?.[name])));
}

function differ(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) !== JSON.stringify(right);
}

/** Without the names of its runs, which are a matter of their own. */
function viewOf({ modelView }: ThreadInspection): unknown {
  return { ...modelView, runs: modelView.runs.length };
}
