import { runId, threadId, type RunId, type ThreadId } from '../domain/ids.ts';
import type { ModelCall } from '../domain/model-call.ts';
import type { RunStatus, SummaryBoundary, ThreadHeader } from '../domain/thread.ts';
import { isRecord, type RawRecord } from '../importers/raw-record.ts';

/** Under this name a record's `meta` keeps what the SDK has no field for; the SDK hands it on unread. */
export const EXTRAS = 'tidemark';

/** Only what the record's own fields would be read as differently. */
export interface RunExtras {
  readonly status?: RunStatus;
  /** Each call of the run; the SDK keeps one sum. */
  readonly calls?: readonly ModelCall[];
  readonly endedAtMs?: number;
  readonly copiedFrom?: ThreadId;
  readonly reopened?: true;
  /** Of the thread that the run opens. */
  readonly thread?: ThreadExtras;
}

export interface ThreadExtras {
  readonly title?: string;
  readonly branchOf?: NonNullable<ThreadHeader['branchOf']>;
  readonly startedBy?: NonNullable<ThreadHeader['startedBy']>;
}

export interface SummaryExtras {
  readonly trigger?: SummaryBoundary['trigger'];
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  readonly opaque?: true;
  readonly coversAbsentRuns?: true;
  /** Null: no run of the thread made it, whatever follows. */
  readonly madeByRunId?: RunId | null;
}

/** Null for a record without extras, which is every record that the SDK wrote. */
export function readRunExtras(meta: RawRecord): RunExtras | null {
  const raw = meta[EXTRAS];
  if (!isRecord(raw)) return null;
  const status = STATUSES.find((known) => known === raw['status']);
  const calls = raw['calls'];
  const endedAtMs = countOf(raw['endedAtMs']);
  const copiedFrom = textOf(raw['copiedFrom']);
  const thread = isRecord(raw['thread']) ? readThreadExtras(raw['thread']) : null;
  return {
    ...(status === undefined ? {} : { status }),
    ...(Array.isArray(calls) ? { calls: calls.filter(isRecord).map(readCall) } : {}),
    ...(endedAtMs === null ? {} : { endedAtMs }),
    ...(copiedFrom === null ? {} : { copiedFrom: threadId(copiedFrom) }),
    ...(raw['reopened'] === true ? { reopened: true } : {}),
    ...(thread === null ? {} : { thread }),
  };
}

export function readSummaryExtras(raw: RawRecord): SummaryExtras {
  const trigger = TRIGGERS.find((known) => known === raw['trigger']);
  const tokensBefore = countOf(raw['tokensBefore']);
  const tokensAfter = countOf(raw['tokensAfter']);
  const maker = textOf(raw['madeByRunId']);
  return {
    ...(trigger === undefined ? {} : { trigger }),
    ...(tokensBefore === null ? {} : { tokensBefore }),
    ...(tokensAfter === null ? {} : { tokensAfter }),
    ...(raw['opaque'] === true ? { opaque: true } : {}),
    ...(raw['coversAbsentRuns'] === true ? { coversAbsentRuns: true } : {}),
    ...(maker !== null
      ? { madeByRunId: runId(maker) }
      : raw['madeByRunId'] === null
        ? { madeByRunId: null }
        : {}),
  };
}

const STATUSES: readonly RunStatus[] = ['complete', 'open', 'paused', 'error', 'cancelled', 'headless'];
const TRIGGERS: readonly SummaryBoundary['trigger'][] = ['auto', 'manual', 'unknown'];

function readThreadExtras(raw: RawRecord): ThreadExtras {
  const title = textOf(raw['title']);
  const branchOf = readOrigin(raw['branchOf']);
  const startedBy = readOrigin(raw['startedBy']);
  return {
    ...(title === null ? {} : { title }),
    ...(branchOf === null ? {} : { branchOf }),
    ...(startedBy === null ? {} : { startedBy }),
  };
}

function readOrigin(raw: unknown): NonNullable<ThreadHeader['branchOf']> | null {
  if (!isRecord(raw)) return null;
  const thread = textOf(raw['threadId']);
  const run = textOf(raw['runId']);
  return thread === null ? null : { threadId: threadId(thread), runId: run === null ? null : runId(run) };
}

function readCall(raw: RawRecord): ModelCall {
  const answerId = textOf(raw['answerId']);
  return {
    model: textOf(raw['model']),
    replyAt: countOf(raw['replyAt']),
    prompt: countOf(raw['prompt']),
    cached: countOf(raw['cached']),
    cacheWritten: countOf(raw['cacheWritten']),
    output: countOf(raw['output']),
    reasoning: countOf(raw['reasoning']),
    total: countOf(raw['total']),
    reported: raw['reported'] === true,
    perCall: raw['perCall'] !== false,
    atMs: countOf(raw['atMs']),
    ...(answerId === null ? {} : { answerId }),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.toWellFormed() : null;
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
