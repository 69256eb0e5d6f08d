import { withPending, withReport, type ContextOccupancy } from '../../domain/context-occupancy.ts';
import { messageId, runId, summaryId, type RunId } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import { estimateMessageTokens } from '../../domain/token-estimate.ts';
import type { RunStatus, SummaryBoundary, ThreadHeader, ThreadRun } from '../../domain/thread.ts';
import { oneLine, threadTitle } from '../../domain/thread-title.ts';
import { toWireItem } from '../../domain/wire-item.ts';
import { messageText } from '../../inspect/message-text.ts';
import type { ImportSink } from '../thread-import.ts';
import { factsOf } from './cut-facts.ts';
import { cutRuns, type CutRun } from './cut-runs.ts';
import type { CompactionEntry, InputEntry, ReplyEntry, TranscriptEntry } from './transcript-entry.ts';
import { reportedCall, unreportedCall } from './usage.ts';

/** What a source says of a thread as a whole. Without a title, the first words said are one. */
export type TranscriptHeader = Omit<ThreadHeader, 'title' | 'branchOf'> & {
  readonly title?: string;
  /** For a thread without a word. */
  readonly fallbackTitle: string;
};

/** A thread that begins with the same entries as another one. */
export interface SharedStart {
  readonly header: TranscriptHeader;
  readonly entries: readonly TranscriptEntry[];
}

/**
 * Cuts a transcript into runs and delivers it as a thread. Runs are named by their place (`run-1`),
 * which stays the same when the transcript grows.
 *
 * @param startsAs The thread this one branches off, if it does. Whole runs they share are delivered as
 *   copies; where the two part inside a run, that run is the branch's own.
 */
export function deliverTranscript(
  sink: ImportSink,
  header: TranscriptHeader,
  entries: readonly TranscriptEntry[],
  startsAs: SharedStart | null = null,
): void {
  const cut = cutRuns(entries);
  const shared = startsAs === null ? 0 : sharedRunCount(cut.runs, cutRuns(startsAs.entries).runs);
  const from = startsAs?.header.threadId ?? null;
  const branchOf = from === null || shared === 0 ? null : { threadId: from, runId: runName(shared - 1) };
  sink.thread({
    threadId: header.threadId,
    namespace: header.namespace,
    conversationId: header.conversationId,
    format: header.format,
    title: titleOf(header, cut.runs),
    branchOf,
  });
  if (branchOf !== null) sink.copiedRuns(header.threadId, branchOf.threadId, branchOf.runId);
  // One by one: a large transcript is not in memory whole.
  cut.runs.forEach((run, index) => {
    const before = index === 0 ? null : runName(index - 1);
    if (index >= shared) sink.run(header.threadId, buildRun(header, run, index, cut.instructions));
    for (const boundary of boundariesOf(header, run, runName(index), before)) {
      sink.boundary(header.threadId, boundary);
    }
  });
  sink.ended(header.threadId);
}

const TITLE_MESSAGES = 20;

function titleOf(header: TranscriptHeader, runs: readonly CutRun[]): string {
  const title = oneLine(header.title ?? '') || oneLine(threadTitle(messagesOf(runs)));
  if (title !== '') return title;
  let count = 0;
  for (const message of messagesOf(runs)) {
    const text = oneLine(messageText(message));
    if (text !== '') return text;
    count += 1;
    if (count >= TITLE_MESSAGES) break;
  }
  return header.fallbackTitle;
}

/** Of all runs, in order. */
function* messagesOf(runs: readonly CutRun[]): Generator<Message, void, undefined> {
  for (const { entries } of runs) {
    for (const entry of entries) {
      if (entry.kind === 'compaction') continue;
      const message = messageOf(entry, '');
      if (message.items.length > 0) yield message;
    }
  }
}

function sharedRunCount(left: readonly CutRun[], right: readonly CutRun[]): number {
  const isSame = (run: CutRun, index: number): boolean => {
    const other = right[index];
    return (
      other !== undefined &&
      other.entries.length === run.entries.length &&
      other.entries.every((entry, place) => entry === run.entries[place])
    );
  };
  const parting = left.findIndex((run, index) => !isSame(run, index));
  return parting < 0 ? left.length : parting;
}

function buildRun(
  header: TranscriptHeader,
  run: CutRun,
  index: number,
  instructions: readonly InputEntry[],
): ThreadRun {
  const id = runName(index);
  const messages: Message[] = [];
  const calls: ThreadRun['calls'][number][] = [];
  let occupancy: ContextOccupancy | null = null;
  for (const entry of run.entries) {
    if (entry.kind === 'compaction') continue;
    const message = messageOf(entry, `${id}/${messages.length + 1}`);
    if (entry.kind === 'reply') {
      const replyAt = message.items.length === 0 ? null : messages.length;
      const context = { model: entry.model, replyAt, atMs: entry.atMs };
      calls.push(entry.usage === null ? unreportedCall(context) : reportedCall(entry.usage, context));
      const total = entry.usage?.total ?? null;
      if (total !== null) occupancy = withReport(total);
    } else if (occupancy !== null) {
      occupancy = withPending(occupancy, estimateMessageTokens(message));
    }
    // A call that failed said nothing, and still was a call.
    if (message.items.length > 0) messages.push(message);
  }
  const times = run.entries.flatMap((entry) => (entry.atMs === null ? [] : [entry.atMs]));
  return {
    runId: id,
    previousRunId: index === 0 ? null : runName(index - 1),
    threadId: header.threadId,
    conversationId: header.conversationId,
    messages,
    createdAtMs: times[0] ?? null,
    meta: metaOf(run, index === 0 ? instructions : []),
    status: statusOf(run),
    calls,
    occupancyAfter: occupancy,
    endedAtMs: times.length > 1 ? (times.at(-1) ?? null) : null,
    copiedFrom: null,
  };
}

function runName(index: number): RunId {
  return runId(`run-${index + 1}`);
}

function messageOf(entry: InputEntry | ReplyEntry, fallbackId: string): Message {
  return {
    id: messageId(entry.id ?? fallbackId),
    senderId: entry.kind === 'input' ? entry.senderId : 'assistant',
    items: entry.kind === 'input' ? [entry.item] : entry.items,
  };
}

/** What is no part of a run's messages is kept beside it: instructions, and compactions as read. */
function metaOf(run: CutRun, instructions: readonly InputEntry[]): ThreadRun['meta'] {
  const compactions = run.entries.flatMap((entry) => (entry.kind === 'compaction' ? [entry.raw] : []));
  return {
    ...(instructions.length === 0 ? {} : { instructions: instructions.map(({ item }) => toWireItem(item)) }),
    ...(compactions.length === 0 ? {} : { compactions }),
  };
}

function statusOf(run: CutRun): RunStatus {
  const last = run.entries.findLast((entry) => entry.kind === 'reply');
  if (last?.kind === 'reply' && last.ended !== null) return last.ended;
  if (run.headless) return 'headless';
  return hasOpenTail(run) ? 'open' : 'complete';
}

/** The model's last words were a call, and something of it is still unanswered. */
function hasOpenTail(run: CutRun): boolean {
  const tail = run.entries.slice(run.entries.findLastIndex((entry) => entry.kind === 'reply'));
  const open = new Set<string>();
  for (const { callId, isResult } of tail.flatMap((entry) => factsOf(entry).pairs)) {
    if (isResult) open.delete(callId);
    else open.add(callId);
  }
  return open.size > 0;
}

/**
 * A boundary falls between runs. A compaction in the middle of a run therefore covers the runs before
 * it, and the beginning of its own run counts as kept, which errs on the side of showing too much.
 */
function boundariesOf(
  header: TranscriptHeader,
  run: CutRun,
  own: RunId,
  before: RunId | null,
): readonly SummaryBoundary[] {
  return run.entries.flatMap((entry, place) => {
    if (entry.kind !== 'compaction') return [];
    const isContent = ({ kind }: TranscriptEntry): boolean => kind !== 'compaction';
    const endsRun = !run.entries.slice(place).some(isContent);
    const opensRun = !run.entries.slice(0, place).some(isContent);
    return [
      boundaryOf(header, entry, {
        summaryId: summaryId(entry.id ?? `${own}/compaction-${place + 1}`),
        lastSummarizedRunId: endsRun ? own : before,
        madeByRunId: own,
        ...(opensRun && !endsRun && before === null ? { coversAbsentRuns: true } : {}),
      }),
    ];
  });
}

function boundaryOf(
  header: TranscriptHeader,
  entry: CompactionEntry,
  place: Pick<SummaryBoundary, 'summaryId' | 'lastSummarizedRunId' | 'madeByRunId' | 'coversAbsentRuns'>,
): SummaryBoundary {
  const { text } = entry;
  return {
    ...place,
    threadId: header.threadId,
    message:
      text === null
        ? null
        : {
            id: messageId(`${place.summaryId}/summary`),
            senderId: '',
            items: [{ type: 'message', role: 'system', content: [{ type: 'input_text', text }] }],
          },
    createdAtMs: entry.atMs,
    trigger: entry.trigger,
    tokensBefore: null,
    tokensAfter: null,
    opaque: text === null,
  };
}
