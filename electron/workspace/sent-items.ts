import type { InspectorRequests, ViewChoice } from '../../core/contract.ts';
import { toWireItem, type WireObject } from '../../core/domain/wire-item.ts';
import { preparePayloads } from '../../core/adapters/sqlite/payload-store.ts';
import { resolveView } from './model-view.ts';
import { threadOf } from './open-thread.ts';
import type { WorkspaceContext } from './workspace-context.ts';

const LARGEST_PAGE = 200;
/** Of one piece of base64 data; a page with a larger one would stop the window. */
const LARGEST_PAYLOAD_BYTES = 256_000;

/** A page of the view's items in the provider's form. Only the runs of the page are read. */
export function sentItems(
  context: WorkspaceContext,
  query: {
    readonly thread: number;
    readonly view: ViewChoice;
    readonly from: number;
    readonly count: number;
  },
): ReturnType<InspectorRequests['diff:as-sent']> {
  const { reader } = context;
  const payloads = preparePayloads(context.db);
  const view = resolveView(context, threadOf(reader, query.thread), query.view);
  const front = view.message?.items ?? [];
  const runs = reader.itemCounts(query.thread, view.coveredRuns);
  const totalItems = front.length + runs.reduce((sum, run) => sum + run.item_count, 0);

  const to = Math.min(totalItems, query.from + Math.min(query.count, LARGEST_PAGE));
  const items: WireObject[] = front.slice(query.from, to).map(toWireItem);
  let start = front.length;
  for (const run of runs) {
    const end = start + run.item_count;
    if (end > query.from && start < to) {
      const own = reader.messages(run).flatMap((message) => message.items);
      const page = own.slice(Math.max(0, query.from - start), to - start);
      items.push(...page.map((item) => toWireItem(payloads.giveItem(item, LARGEST_PAYLOAD_BYTES))));
    }
    if (start >= to) break;
    start = end;
  }
  return { totalItems, items };
}
