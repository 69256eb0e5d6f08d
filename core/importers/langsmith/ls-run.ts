import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull, unwrapJson } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';

/** A run of a trace: a call of a model or a tool, or a chain of them. */
export interface LsRun {
  readonly raw: RawRecord;
  readonly id: string;
  readonly traceId: string;
  readonly parentId: string | null;
  readonly type: string;
  readonly name: string;
  /** Sorts runs of a trace by their place in it. */
  readonly order: string;
  readonly inputs: RawRecord;
  readonly outputs: RawRecord;
  readonly metadata: RawRecord;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly error: string | null;
  /** It has begun and not ended. */
  readonly isPending: boolean;
}

export function isLsRun(value: unknown): value is RawRecord {
  if (!isRecord(value) || typeof value['run_type'] !== 'string') return false;
  return 'trace_id' in value || 'dotted_order' in value || 'child_runs' in value || 'parent_run_id' in value;
}

/** All runs that a JSON value holds, children included, each once. */
export function lsRuns(value: unknown): readonly LsRun[] {
  const found = new Map<string, LsRun>();
  const open: { readonly raw: RawRecord; readonly parent: LsRun | null }[] = listOf(value).map((raw) => ({
    raw,
    parent: null,
  }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const run = lsRun(next.raw, next.parent, found.size);
    found.set(run.id, run);
    const children = next.raw['child_runs'];
    if (isList(children))
      for (const child of children) if (isLsRun(child)) open.push({ raw: child, parent: run });
  }
  return [...found.values()];
}

/** A list, a page of one, or a single run. */
function listOf(value: unknown): readonly RawRecord[] {
  if (isList(value)) return value.filter(isLsRun);
  if (isLsRun(value)) return [value];
  return isRecord(value) && isList(value['runs']) ? value['runs'].filter(isLsRun) : [];
}

function lsRun(raw: RawRecord, parent: LsRun | null, place: number): LsRun {
  const id = textOrNull(raw['id']) ?? textOrNull(raw['run_id']) ?? `run-${place + 1}`;
  const extra = unwrapJson(raw['extra']);
  const metadata = isRecord(extra) ? unwrapJson(extra['metadata']) : null;
  const startMs = readTimeMs(raw['start_time']);
  const endMs = readTimeMs(raw['end_time']);
  const start = textOrNull(raw['start_time']) ?? '';
  return new RawRun(raw, {
    id,
    traceId: textOrNull(raw['trace_id']) ?? parent?.traceId ?? id,
    parentId: textOrNull(raw['parent_run_id']) ?? parent?.id ?? null,
    type: textOrNull(raw['run_type']) ?? '',
    name: textOrNull(raw['name']) ?? '',
    order: textOrNull(raw['dotted_order']) ?? `${parent?.order ?? ''}.${start}${id}`,
    metadata: isRecord(metadata) ? metadata : {},
    startMs,
    endMs,
    error: textOrNull(raw['error']) ?? (raw['status'] === 'error' ? 'The run failed.' : null),
    isPending:
      raw['status'] === 'pending' ||
      (endMs === null && !isRecord(unwrapJson(raw['outputs'])) && textOrNull(raw['error']) === null),
  });
}

/** What went in and came out isn't kept: a file has more of it than should be in memory. */
class RawRun implements LsRun {
  readonly raw: RawRecord;
  readonly id: string;
  readonly traceId: string;
  readonly parentId: string | null;
  readonly type: string;
  readonly name: string;
  readonly order: string;
  readonly metadata: RawRecord;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly error: string | null;
  readonly isPending: boolean;

  constructor(raw: RawRecord, told: Omit<LsRun, 'raw' | 'inputs' | 'outputs'>) {
    this.raw = raw;
    this.id = told.id;
    this.traceId = told.traceId;
    this.parentId = told.parentId;
    this.type = told.type;
    this.name = told.name;
    this.order = told.order;
    this.metadata = told.metadata;
    this.startMs = told.startMs;
    this.endMs = told.endMs;
    this.error = told.error;
    this.isPending = told.isPending;
  }

  get inputs(): RawRecord {
    return recordOf(this.raw['inputs'], 'input');
  }

  get outputs(): RawRecord {
    return recordOf(this.raw['outputs'], 'output');
  }
}

function recordOf(value: unknown, name: 'input' | 'output'): RawRecord {
  const inner = unwrapJson(value);
  return isRecord(inner) ? inner : inner === null || inner === undefined ? {} : { [name]: inner };
}
