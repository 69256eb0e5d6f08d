import type { ItemView, RunBody } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { decodeOrphans } from '../../core/adapters/sqlite/json-columns.ts';
import type { ThreadReader } from '../../core/adapters/sqlite/stored-thread.ts';
import type { RunRowRecord } from '../../core/adapters/sqlite/thread-rows.ts';
import type { Message } from '../../core/domain/message.ts';
import { estimateMessageTokens } from '../../core/domain/token-estimate.ts';
import { toolCallOf } from '../../core/inspect/pair-tool-calls.ts';
import { cutView, itemViews, type CallContext } from './item-views.ts';
import { runOf } from './open-thread.ts';

const LARGEST_PAGE = 200;
/** What one item of a page shows; the rest comes on request. */
export const SHOWN_CHARACTERS = 20_000;
const LARGEST_ITEM_CHARACTERS = 5_000_000;

export function runBody(
  reader: ThreadReader,
  query: { readonly thread: number; readonly run: number; readonly from: number; readonly count: number },
): RunBody {
  const row = runOf(reader, query.thread, query.run);
  const messages = reader.messages(row);
  const calls = callContext(row, messages);
  const page = messages.slice(query.from, query.from + Math.min(query.count, LARGEST_PAGE));
  return {
    index: query.run,
    totalMessages: messages.length,
    messages: page.map((message, offset) => ({
      index: query.from + offset,
      messageId: message.id,
      senderId: message.senderId,
      estimatedTokens: estimateMessageTokens(message),
      items: itemViews(message, calls).map((view) => cutView(view, SHOWN_CHARACTERS)),
    })),
  };
}

/** @throws InspectorError 'not-found' for an item that isn't there or has no text. */
export function itemText(
  reader: ThreadReader,
  query: { readonly thread: number; readonly run: number; readonly message: number; readonly item: number },
): string {
  const row = runOf(reader, query.thread, query.run);
  const messages = reader.messages(row);
  const message = messages[query.message];
  const view: ItemView | undefined =
    message === undefined ? undefined : itemViews(message, callContext(row, messages))[query.item];
  if (view === undefined || view.kind === 'image' || view.kind === 'file') {
    throw new InspectorError('not-found', 'This item is not there, or holds no text.');
  }
  const shown = cutView(view, LARGEST_ITEM_CHARACTERS);
  return 'text' in shown ? shown.text : '';
}

function callContext(row: RunRowRecord, messages: readonly Message[]): CallContext {
  const orphans = decodeOrphans(row.orphans);
  const orphanCalls = new Set(orphans.callIds);
  const orphanResults = new Set(orphans.resultIds);
  const names = new Map<string, string>();
  for (const { items } of messages) {
    for (const item of items) {
      const call = toolCallOf(item);
      if (call !== null) names.set(call.callId, call.name);
    }
  }
  return {
    nameOf: (callId) => names.get(callId) ?? null,
    isAnswered: (callId) => !orphanCalls.has(callId),
    isCalled: (callId) => !orphanResults.has(callId),
  };
}
