import type { ThreadHeader } from '../../domain/thread.ts';
import type { SaidMessage } from './said-message.ts';
import type { Span } from './span.ts';
import { TraceTable } from './trace-table.ts';

/** One trace: its spans, and what the source says of it beside them. */
export interface Trace {
  readonly id: string;
  readonly name: string | null;
  /** The conversation it belongs to; null: said by its spans, or none. */
  readonly threadName: string | null;
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** The run that had it done, in a thread that is delivered otherwise. */
  readonly startedBy?: NonNullable<ThreadHeader['startedBy']>;
  /** The conversation that its thread is part of; left out: the thread's own. */
  readonly conversation?: string;
  /** In the order of the source. */
  readonly spans: readonly Span[];
  /** What went in and came out, for a trace whose spans tell nothing. */
  input(): readonly SaidMessage[];
  output(): readonly SaidMessage[];
}

/** Traces that are put together when their turn has come, so that a large source isn't in memory whole. */
export interface TraceSource {
  readonly table: TraceTable;
  /** When a trace of the table begins; null where nothing in it has a time. */
  startMsOf(trace: number): number | null;
  read(trace: number): Trace;
}

/** For traces that are few. */
export function listedTraces(traces: readonly Trace[]): TraceSource {
  const table = new TraceTable();
  const byNumber = new Map(traces.map((trace) => [table.add(trace.id, trace.threadName), trace]));
  const at = (number: number): Trace => {
    const trace = byNumber.get(number);
    if (trace === undefined) throw new RangeError(`no trace ${number}`);
    return trace;
  };
  return { table, startMsOf: (number) => startOf(at(number)), read: at };
}

/** When it begins; null where nothing in it has a time. */
export function startOf({ startMs, spans }: Trace): number | null {
  return startMs ?? spans.reduce((least: number | null, span) => lesser(least, span.startMs), null);
}

export function endOf({ endMs, spans }: Trace): number | null {
  const last = spans.reduce((most: number | null, span) => greater(most, span.endMs ?? span.startMs), null);
  return greater(last, endMs);
}

function lesser(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}

function greater(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.max(left, right);
}
