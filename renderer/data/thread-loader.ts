import type { ThreadOverview, ThreadPage, ThreadRef, ThreadRow } from '../../core/contract.ts';
import { onEvent, request } from '../app/inspector-api.ts';
import { useThreadStore, type ThreadListing } from '../stores/thread-store.ts';
import { prepareOverview } from './prepare-overview.ts';
import { runPagesOf } from './run-pages.ts';
import { IDLE, loading, settled, valueOf } from './async.ts';

export const THREADS_PER_PAGE = 100;
const PATIENCE_MS = 150;
const LONG_RUNS = 1_500;

// Requests for rows that were overtaken by a newer search are told apart by this number.
let listRequest = 0;

/** Reads the first page of the list; what is shown stays until the answer is there. */
export async function searchThreads(search: string): Promise<void> {
  listRequest += 1;
  const mine = listRequest;
  const { actions, listing } = useThreadStore.getState();
  actions.putListing(loading(listing));
  const shown = valueOf(listing);
  // After a change of the workspace the rows that are shown are read again, so that the list doesn't jump.
  const limit = shown?.search === search ? Math.max(THREADS_PER_PAGE, shown.rows.length) : THREADS_PER_PAGE;
  const result = await request('threads:list', { search, offset: 0, limit });
  if (mine !== listRequest) return;
  if (!result.ok) {
    actions.putListing({ state: 'failed', error: result.error });
    return;
  }
  if (search === '') actions.putTotals(result.value);
  actions.putListing({ state: 'ready', value: listingOf(search, result.value) });
}

/** Adds the next page, if there is one and the list isn't being read anyway. */
export async function loadMoreThreads(): Promise<void> {
  const { actions, listing } = useThreadStore.getState();
  if (listing.state !== 'ready' || listing.value.rows.length >= listing.value.totalThreads) return;
  listRequest += 1;
  const mine = listRequest;
  const shown = listing.value;
  actions.putListing(loading(listing));
  const result = await request('threads:list', {
    search: shown.search,
    offset: shown.rows.length,
    limit: THREADS_PER_PAGE,
  });
  if (mine !== listRequest) return;
  if (!result.ok) {
    actions.putListing({ state: 'failed', error: result.error });
    return;
  }
  const page = result.value;
  actions.putListing({
    state: 'ready',
    value: {
      search: shown.search,
      totalRuns: page.totalRuns,
      rows: [...shown.rows, ...page.rows],
      // A page that came back empty means the list got shorter meanwhile: don't ask for ever.
      totalThreads: page.rows.length === 0 ? shown.rows.length : page.totalThreads,
    },
  });
}

function listingOf(search: string, page: ThreadPage): ThreadListing {
  return { search, totalThreads: page.totalThreads, totalRuns: page.totalRuns, rows: page.rows };
}

/** Whether reading a thread's columns takes a moment that a person would notice. */
export function isLong({ runCount }: Pick<ThreadRow, 'runCount'>): boolean {
  return runCount > LONG_RUNS;
}

/**
 * Reads a thread's overview; the answer for a thread that is no longer asked for is dropped.
 *
 * @param onReady Called together with showing it, so that what belongs to it is drawn at once.
 */
export async function openThread(
  thread: ThreadRef | null,
  onReady?: (overview: ThreadOverview) => void,
): Promise<void> {
  const { actions, overview, overviewOf } = useThreadStore.getState();
  if (thread === null) {
    actions.putOverview(null, IDLE);
    return;
  }
  const row = valueOf(useThreadStore.getState().listing)?.rows.find((found) => found.thread === thread);
  if (overviewOf !== thread && row !== undefined && isLong(row)) {
    // Its first runs are there long before its columns are: they are shown in the meantime.
    runPagesOf(thread).want(0, 0);
    actions.putOverview(thread, { state: 'loading', previous: null });
  }
  // What is shown stays for a moment: most answers come before a skeleton would be worth it.
  else actions.putOverview(thread, overview);
  const patience = setTimeout(() => {
    if (useThreadStore.getState().overviewOf === thread)
      actions.putOverview(thread, loading(overviewOf === thread ? overview : IDLE));
  }, PATIENCE_MS);
  const result = await request('threads:open', { thread });
  if (result.ok) await prepareOverview(result.value);
  clearTimeout(patience);
  if (useThreadStore.getState().overviewOf !== thread) return;
  if (result.ok) onReady?.(result.value);
  actions.putOverview(thread, settled(result));
}

/** Follows changes of the workspace. @returns A function that stops. */
export function startThreadFeed(onChanged: (threads: readonly ThreadRef[]) => void): () => void {
  return onEvent('workspace:changed', ({ threads }) => {
    const { listing, overviewOf } = useThreadStore.getState();
    const search = valueOf(listing)?.search ?? '';
    void searchThreads(search);
    // A search in progress says nothing about the whole workspace, so its totals are asked for apart.
    if (search !== '') void refreshTotals();
    if (overviewOf !== null && threads.includes(overviewOf)) void openThread(overviewOf);
    onChanged(threads);
  });
}

async function refreshTotals(): Promise<void> {
  const result = await request('threads:list', { search: '', offset: 0, limit: 1 });
  if (result.ok) useThreadStore.getState().actions.putTotals(result.value);
}
