import { useCallback, useSyncExternalStore } from 'react';
import type { RequestError, RunHeader } from '../../core/contract.ts';
import type { RunPages } from './run-pages.ts';

/** One run's header; null while it isn't there. Draws again only when this header arrives. */
export function useRunHeader(pages: RunPages, run: number): RunHeader | null {
  return useSyncExternalStore(
    pages.subscribe,
    useCallback(() => pages.header(run), [pages, run]),
  );
}

export function useRunPagesFailure(pages: RunPages): RequestError | null {
  return useSyncExternalStore(
    pages.subscribe,
    useCallback(() => pages.failure, [pages]),
  );
}
