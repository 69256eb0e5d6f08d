import { withPending, withReport, type ContextOccupancy } from '../../domain/context-occupancy.ts';
import { messageId, runId, summaryId, type RunId } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import { estimateMessageTokens } from '../../domain/token-estimate.ts';
import type { SummaryBoundary, ThreadHeader, ThreadRun } from '../../domain/thread.ts';
import { oneLine, threadTitle } from '../../domain/thread-title.ts';
import { toWireItem } from '../../domain/wire-item.ts';
import { messageText } from '../../inspect/message-text.ts';
import { itemSize } from '../steps/item-size.ts';
import type { ImportSink } from '../thread-import.ts';
import { runRanges, type RunRanges } from './cut-runs.ts';
import { ArrayEntries, type CutList, type EntryList } from './entry-list.ts';
import type { CompactionEntry, InputEntry, ReplyEntry, TranscriptEntry } from './transcript-entry.ts';
import { reportedCall, unreportedCall } from './usage.ts';

/** What a source says of a thread as a whole. Without a title, the first words said are one. */
export type TranscriptHeader = Omit<ThreadHeader, 'title' | 'branchOf'> & {
  readonly title?: string;
  /** For a thread without a word. */
  readonly fallbackTitle: string;
};

/** A thread that another one begins like. */
export interface SharedStart {
  readonly header: TranscriptHeader;
  readonly entries: CutList;
  /** So many entries of both are the same. */
  readonly sharedEntries: number;
}

/** Characters; a longer run is delivered in parts, so that one endless run stays out of memory. */
const LONGEST_DELIVERY = 32 * 1024 * 1024;

/** The same as `deliverEntries` for a transcript that is in memory. */
export function deliverTranscript(
  sink: ImportSink,
  header: TranscriptHeader,
  entries: readonly TranscriptEntry[],
): void {
  deliverEntries(sink, header, new ArrayEntries(entries));
}

/**
 * Cuts a transcript into runs and delivers it as a thread. Runs are named by their place (`run-1`),
 * which stays the same when the transcript grows.
 *
 * @param startsAs The thread this one branches off, if it does. Whole runs they share are delivered as
 *   copies; where the two part inside a run, that run is the branch's own.
 */
export function deliverEntries(
  sink: ImportSink,
  header: TranscriptHeader,
  entries: EntryList,
  startsAs: SharedStart | null = null,
): void {
  const cut = runRanges(entries);
  const shared =
    startsAs === null ? 0 : sharedRunCount(cut, runRanges(startsAs.entries), startsAs.sharedEntries);
  const from = startsAs?.header.threadId ?? null;
  const branchOf = from === null || shared === 0 ? null : { threadId: from, runId: runName(shared - 1) };
  sink.thread({
    threadId: header.threadId,
    namespace: header.namespace,
    conversationId: header.conversationId,
    format: header.format,
    title: titleOf(header, entries, cut),
    branchOf,
  });
  if (branchOf !== null) sink.copiedRuns(header.threadId, branchOf.threadId, branchOf.runId);
  const instructions: InputEntry[] = [];
  for (let index = 0; index < cut.instructionCount; index += 1) {
    const entry = entries.at(index);
    if (entry.kind === 'input') instructions.push(entry);
  }
  // One by one: a large transcript is not in memory whole.
  for (let index = 0; index < cut.count; index += 1) {
    const place = { index, start: cut.startOf(index), end: cut.startOf(index + 1) };
    if (index >= shared) {
      const isHeadless = index === 0 && cut.isHeadless;
      deliverRun(sink, header, entries, place, isHeadless, index === 0 ? instructions : []);
    }
    for (const boundary of boundariesOf(header, entries, place)) sink.boundary(header.threadId, boundary);
  }
  sink.ended(header.threadId);
}

/** A run by its place among the runs, and by that of its entries. */
interface RunPlace {
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

const TITLE_MESSAGES = 20;

function titleOf(header: TranscriptHeader, entries: EntryList, cut: RunRanges): string {
  const given = oneLine(header.title ?? '');
  if (given !== '') return given;
  const title = oneLine(
    threadTitle(messagesOf(entries, cut.instructionCount, (index) => entries.isByUserAt(index))),
  );
  if (title !== '') return title;
  let count = 0;
  for (const message of messagesOf(entries, cut.instructionCount, () => true)) {
    const text = oneLine(messageText(message));
    if (text !== '') return text;
    count += 1;
    if (count >= TITLE_MESSAGES) break;
  }
  return header.fallbackTitle;
}

/** Of all runs, in order. */
function* messagesOf(
  entries: EntryList,
  start: number,
  isWanted: (index: number) => boolean,
): Generator<Message, void, undefined> {
  for (let index = start; index < entries.count; index += 1) {
    if (entries.kindAt(index) === 'compaction' || !isWanted(index)) continue;
    const entry = entries.at(index);
    if (entry.kind === 'compaction') continue;
    const message = messageOf(entry, '');
    if (message.items.length > 0) yield message;
  }
}

function sharedRunCount(left: RunRanges, right: RunRanges, sharedEntries: number): number {
  const most = Math.min(left.count, right.count);
  for (let run = 0; run < most; run += 1) {
    const end = left.startOf(run + 1);
    if (left.startOf(run) !== right.startOf(run) || end !== right.startOf(run + 1) || end > sharedEntries) {
      return run;
    }
  }
  return most;
}

function deliverRun(
  sink: ImportSink,
  header: TranscriptHeader,
  entries: EntryList,
  { index, start, end }: RunPlace,
  isHeadless: boolean,
  instructions: readonly InputEntry[],
): void {
  const id = runName(index);
  let messages: Message[] = [];
  let messageCount = 0;
  let size = 0;
  const calls: ThreadRun['calls'][number][] = [];
  const compactions: unknown[] = [];
  let occupancy: ContextOccupancy | null = null;
  let firstMs: number | null = null;
  let lastMs: number | null = null;
  let timeCount = 0;
  let lastReply: { readonly place: number; readonly ended: ReplyEntry['ended'] } | null = null;

  const deliver = (): void => {
    const ended = lastReply?.ended ?? null;
    const isOpen = hasOpenTail(entries, lastReply?.place ?? end - 1, end);
    sink.run(header.threadId, {
      runId: id,
      previousRunId: index === 0 ? null : runName(index - 1),
      threadId: header.threadId,
      conversationId: header.conversationId,
      messages,
      createdAtMs: firstMs,
      meta: metaOf(compactions, instructions),
      status: ended ?? (isHeadless ? 'headless' : isOpen ? 'open' : 'complete'),
      calls: calls.slice(),
      occupancyAfter: occupancy,
      endedAtMs: timeCount > 1 ? lastMs : null,
      copiedFrom: null,
    });
    messages = [];
    size = 0;
  };

  for (let place = start; place < end; place += 1) {
    if (size >= LONGEST_DELIVERY) deliver();
    const entry = entries.at(place);
    if (entry.atMs !== null) {
      firstMs ??= entry.atMs;
      lastMs = entry.atMs;
      timeCount += 1;
    }
    if (entry.kind === 'compaction') {
      compactions.push(entry.raw);
      continue;
    }
    const message = messageOf(entry, `${id}/${messageCount + 1}`);
    if (entry.kind === 'reply') {
      lastReply = { place, ended: entry.ended };
      const replyAt = message.items.length === 0 ? null : messageCount;
      const context = { model: entry.model, replyAt, atMs: entry.atMs };
      calls.push(entry.usage === null ? unreportedCall(context) : reportedCall(entry.usage, context));
      const total = entry.usage?.total ?? null;
      if (total !== null) occupancy = withReport(total);
    } else if (occupancy !== null) {
      occupancy = withPending(occupancy, estimateMessageTokens(message));
    }
    // A call that failed said nothing, and still was a call.
    if (message.items.length === 0) continue;
    messages.push(message);
    messageCount += 1;
    for (const item of message.items) size += itemSize(item);
  }
  deliver();
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
function metaOf(compactions: readonly unknown[], instructions: readonly InputEntry[]): ThreadRun['meta'] {
  return {
    ...(instructions.length === 0 ? {} : { instructions: instructions.map(({ item }) => toWireItem(item)) }),
    ...(compactions.length === 0 ? {} : { compactions: compactions.slice() }),
  };
}

/** The model's last words were a call, and something of it is still unanswered. */
function hasOpenTail(entries: EntryList, start: number, end: number): boolean {
  const open = new Set<string>();
  for (let index = start; index < end; index += 1) {
    for (const { callId, isResult } of entries.pairsAt(index)) {
      if (isResult) open.delete(callId);
      else open.add(callId);
    }
  }
  return open.size > 0;
}

/**
 * A boundary falls between runs. A compaction in the middle of a run therefore covers the runs before
 * it, and the beginning of its own run counts as kept, which errs on the side of showing too much.
 */
function* boundariesOf(
  header: TranscriptHeader,
  entries: EntryList,
  { index, start, end }: RunPlace,
): Generator<SummaryBoundary, void, undefined> {
  const own = runName(index);
  const before = index === 0 ? null : runName(index - 1);
  let firstContent = start;
  while (firstContent < end && entries.kindAt(firstContent) === 'compaction') firstContent += 1;
  let contentEnd = end;
  while (contentEnd > start && entries.kindAt(contentEnd - 1) === 'compaction') contentEnd -= 1;
  for (let place = start; place < end; place += 1) {
    const entry = entries.kindAt(place) === 'compaction' ? entries.at(place) : null;
    if (entry?.kind !== 'compaction') continue;
    const endsRun = place >= contentEnd;
    const opensRun = place <= firstContent;
    yield boundaryOf(header, entry, {
      summaryId: summaryId(entry.id ?? `${own}/compaction-${place - start + 1}`),
      lastSummarizedRunId: endsRun ? own : before,
      madeByRunId: own,
      ...(opensRun && !endsRun && before === null ? { coversAbsentRuns: true } : {}),
    });
  }
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
