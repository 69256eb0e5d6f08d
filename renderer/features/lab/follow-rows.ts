import type { InspectorEvents, SweepRowView } from '../../../core/contract.ts';
import { onEvent } from '../../app/inspector-api.ts';
import { labActions, type SweepJob } from '../../stores/lab-store.ts';

/** The last rows and the end come within a moment of each other: they are drawn together. */
const GATHER_MS = 60;

type RowsEvent = InspectorEvents['lab:rows'];

/** Takes up the rows of sweeps, several messages at a time. */
export function followRows(): readonly (() => void)[] {
  const { updateSweep } = labActions();
  let waiting: readonly RowsEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const taken = (): readonly RowsEvent[] => {
    clearTimeout(timer);
    timer = undefined;
    const events = waiting;
    waiting = [];
    return events;
  };
  const put = (): void => {
    const events = taken();
    for (const jobId of new Set(events.map((event) => event.jobId))) {
      updateSweep(jobId, (sweep) => withRows(sweep, events));
    }
  };
  return [
    onEvent('lab:rows', (event) => {
      waiting = [...waiting, event];
      timer ??= setTimeout(put, GATHER_MS);
    }),
    onEvent('lab:ended', ({ jobId, outcome, error }) => {
      const events = taken();
      updateSweep(jobId, (sweep) => {
        const grown = withRows(sweep, events);
        const front = outcome?.pareto ?? [];
        return { ...grown, outcome, error, rows: grown.rows.map((row, place) => marked(row, front[place])) };
      });
    }),
    () => {
      clearTimeout(timer);
    },
  ];
}

function withRows(sweep: SweepJob, events: readonly RowsEvent[]): SweepJob {
  const rows = [...sweep.rows];
  for (const event of events) {
    if (event.jobId === sweep.jobId) rows.splice(event.from, rows.length, ...event.rows);
  }
  const progress = { phase: 'policies', done: rows.length, total: sweep.policies.length } as const;
  return rows.length === 0 ? sweep : { ...sweep, rows, progress };
}

/** The same object where nothing changes, so that what shows it needn't be drawn again. */
function marked(row: SweepRowView, pareto = false): SweepRowView {
  return row.pareto === pareto ? row : { ...row, pareto };
}
