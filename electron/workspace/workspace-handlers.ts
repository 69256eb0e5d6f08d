import { nextUnhashed } from '../../core/adapters/sqlite/import-records.ts';
import { hasRemovedThreads } from '../../core/adapters/sqlite/purge-removed.ts';
import { indexedBodyKey, newestBodyKey } from '../../core/adapters/sqlite/search-index.ts';
import type { ExperimentChannel } from './experiment-handlers.ts';
import { findInThread } from './find-in-thread.ts';
import { pastImportPath, pastImports, watchedRuns } from './past-imports.ts';
import { itemText, runBody } from './run-body.ts';
import { runHeaders } from './run-headers.ts';
import type { CallHandlers } from './serve-calls.ts';
import { threadFindings } from './thread-findings.ts';
import { listThreads, searchThreads } from './thread-list.ts';
import { withMakers } from './summary-makers.ts';
import { threadOverview } from './thread-overview.ts';
import { removeThread, restoreThread } from './thread-removal.ts';
import type { OpenedWorkspace, WorkspaceCalls } from './worker-messages.ts';
import type { WorkspaceContext } from './workspace-context.ts';

/** Tells a search that a newer one of its kind has come. */
function newestOnly(): () => () => boolean {
  let newest = 0;
  return () => {
    newest += 1;
    const mine = newest;
    return () => mine !== newest;
  };
}

export function openedWorkspace({ db }: WorkspaceContext): OpenedWorkspace {
  const isEmpty = (table: 'imports' | 'threads'): boolean =>
    db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined;
  return {
    neverFilled: isEmpty('imports') && isEmpty('threads'),
    needsUpkeep: indexedBodyKey(db) < newestBodyKey(db) || hasRemovedThreads(db) || nextUnhashed(db) !== null,
  };
}

/** @param context Opens the workspace at the first request: a worker that replaces a dead one starts with any. */
export function threadHandlers(
  context: () => WorkspaceContext,
  onChanged: (threads: readonly number[]) => void,
): Omit<CallHandlers<WorkspaceCalls>, ExperimentChannel | 'worker:close'> {
  const startSearch = newestOnly();
  const startFind = newestOnly();
  return {
    'workspace:open': () => openedWorkspace(context()),
    'workspace:set-default-context-window': (tokens) => {
      context().defaultContextWindow = tokens;
      return null;
    },
    'threads:list': (query) => {
      const it = context();
      const isStale = startSearch();
      return query.search.trim() === ''
        ? listThreads(it.db, query, it)
        : searchThreads(it.db, query, it, isStale);
    },
    'threads:open': ({ thread }) => {
      const it = context();
      return withMakers(it.db, threadOverview(it.reader, thread, it));
    },
    'threads:remove': async ({ thread }) => {
      await removeThread(context(), thread);
      onChanged([thread]);
      return null;
    },
    'threads:restore': async ({ thread }) => {
      await restoreThread(context(), thread);
      onChanged([thread]);
      return null;
    },
    'runs:headers': (query) => runHeaders(context().reader, query),
    'runs:body': (query) => runBody(context().reader, query),
    'runs:item-text': (query) => itemText(context().reader, query),
    'runs:find': (query) => findInThread(context().db, context().reader, query, startFind()),
    'findings:list': ({ thread }) => threadFindings(context(), thread),
    'imports:list': (query) => pastImports(context().db, query),
    'workspace:past-import-path': (importId) => pastImportPath(context().db, importId),
    'workspace:watched-runs': ({ folder, sinceMs }) => watchedRuns(context().db, folder, sinceMs),
  };
}
