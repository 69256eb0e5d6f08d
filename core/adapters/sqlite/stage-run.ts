import type { Message } from '../../domain/message.ts';
import type { ThreadRun } from '../../domain/thread.ts';
import { bodyOfRecord, encodeBody } from './body-codec.ts';
import { toJson } from './deep-json.ts';
import type { ImportStore } from './import-store.ts';
import { isGrownFrom } from './join-parts.ts';
import { measureRun } from './run-figures.ts';
import { sameMessage } from './same-message.ts';
import { withoutText, type StagedRun, type StagedThread, type WrittenRow } from './staged-thread.ts';
import { ThreadConflict } from './thread-conflict.ts';

/** What the file has delivered of a run before. */
export interface EarlierDelivery extends Pick<StagedRun, 'run' | 'bodyKeys' | 'deliveries' | 'partsBefore'> {
  readonly messageCount: number;
}

export interface Delivery {
  /** Its messages without their data. */
  readonly run: ThreadRun;
  /** See `ImportSink.run`. */
  readonly record: Uint8Array | undefined;
}

/**
 * Puts what is new of a delivered run's text into the database.
 *
 * @throws ThreadConflict when the workspace has something else there.
 */
export function stageRun(
  store: ImportStore,
  thread: StagedThread,
  { run, record }: Delivery,
  earlier: EarlierDelivery | null,
  written: WrittenRow | null,
): StagedRun {
  const { reader } = store;
  const before = earlier === null ? [] : deliveredBefore(store, earlier);
  const added =
    written === null
      ? run.messages
      : messagesBeyond(thread, reader.messages(written.row), before.length, run);

  const deliveries = (earlier?.deliveries ?? 0) + 1;
  const partsBefore = earlier?.partsBefore ?? written?.bodyKeys.length ?? 0;
  let bodyKeys: readonly number[] = earlier?.bodyKeys ?? written?.bodyKeys ?? [];
  if (added.length > 0 || deliveries > partsBefore) {
    const isWhole = added.length === run.messages.length;
    // Not by push or spread, which leave room for sixteen more: the list is kept.
    bodyKeys = bodyKeys.concat(insertBody(store, added, run, isWhole ? record : undefined));
  }
  const messages = before.length === 0 ? run.messages : [...before, ...run.messages];
  const whole = earlier === null ? run : merged(earlier.run, run, messages);
  return { run: withoutText(whole), figures: measureRun(whole), bodyKeys, deliveries, partsBefore, written };
}

/** Read back and not kept in memory: only a run that is saved more than once needs it. */
function deliveredBefore({ reader }: ImportStore, earlier: EarlierDelivery): readonly Message[] {
  return reader.messagesOf(earlier.bodyKeys, earlier.run.runId).slice(0, earlier.messageCount);
}

/**
 * The messages that the stored run doesn't have yet, or has only the beginning of.
 *
 * @throws ThreadConflict when one that it has says something else.
 */
function messagesBeyond(
  thread: StagedThread,
  stored: readonly Message[],
  from: number,
  delivery: ThreadRun,
): readonly Message[] {
  const known = Math.max(0, Math.min(delivery.messages.length, stored.length - from));
  let firstGrown = known;
  for (let index = 0; index < known; index += 1) {
    const earlier = stored[from + index];
    const later = delivery.messages[index];
    if (sameMessage(earlier, later)) continue;
    // Read while its writer was still adding to it: all from there on is kept anew.
    const hasGrown = earlier !== undefined && later !== undefined && isGrownFrom(earlier, later);
    if (!hasGrown || from + known < stored.length) {
      throw new ThreadConflict(thread.header.threadId, delivery.runId);
    }
    firstGrown = Math.min(firstGrown, index);
  }
  return delivery.messages.slice(firstGrown);
}

function insertBody(
  { writer, payloads }: ImportStore,
  messages: readonly Message[],
  delivery: ThreadRun,
  record: Uint8Array | undefined,
): number {
  if (record !== undefined) {
    const { encoding, content } = bodyOfRecord(record);
    return writer.insertBody(null, encoding, content);
  }
  const body = encodeBody(messages);
  const hasMeta = Object.keys(delivery.meta).length > 0;
  const meta = hasMeta ? payloads.textIn(toJson(delivery.meta)).toWellFormed() : null;
  const bodyKey = writer.insertBody(meta, body.encoding, body.content);
  payloads.link(bodyKey, messages);
  return bodyKey;
}

function merged(earlier: StagedRun['run'], later: ThreadRun, messages: readonly Message[]): ThreadRun {
  return {
    ...later,
    messages,
    previousRunId: earlier.previousRunId,
    createdAtMs: earlier.createdAtMs,
    copiedFrom: earlier.copiedFrom,
    reopened: later.reopened === true || earlier.reopened === true,
  };
}
