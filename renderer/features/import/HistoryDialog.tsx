import { History } from 'lucide-react';
import type { ReactElement } from 'react';
import type { PastImport } from '../../../core/contract.ts';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { bytes, counted, grouped } from '../../components/format.ts';
import { valueOf } from '../../data/async.ts';
import { useViewStore, viewActions } from '../../stores/view-store.ts';
import { OUTCOMES } from './FileRow.tsx';
import { repeatImport, undoImport } from './history-actions.ts';
import { baseName } from './path-words.ts';
import { usePastImports } from './use-past-imports.ts';

/** What was imported, newest first; each can be taken back. */
export function HistoryDialog(): ReactElement | null {
  const isOpen = useViewStore((state) => state.dialog === 'import-history');
  return isOpen ? <OpenHistory /> : null;
}

function OpenHistory(): ReactElement {
  const { imports, showMore } = usePastImports();
  const page = valueOf(imports);
  return (
    <Dialog
      open
      onClose={() => {
        viewActions().closeDialog();
      }}
      title="Import history"
      description="Undoing an import takes out exactly what it added. The file stays where it is."
      className="w-[min(680px,92vw)]"
      footer={
        <Button
          variant="primary"
          onClick={() => {
            viewActions().closeDialog();
          }}
        >
          Done
        </Button>
      }
    >
      <div className="px-4.5 pb-4.5">
        {imports.state === 'failed' ? (
          <ErrorState title="The history can't be read" message={imports.error.message} />
        ) : page?.total === 0 ? (
          <EmptyState icon={<History aria-hidden className="size-6" />} title="Nothing was imported yet" />
        ) : (
          <ul className="flex flex-col gap-2" aria-label="Imports">
            {(page?.imports ?? []).map((past) => (
              <li key={past.importId} className="card px-3 py-2.5">
                <PastImportRow past={past} />
              </li>
            ))}
          </ul>
        )}
        {page !== null && page.imports.length < page.total ? (
          <div className="mt-3 flex justify-center">
            <Button onClick={showMore}>Show more of {grouped(page.total)}</Button>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}

const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

function PastImportRow({ past }: { readonly past: PastImport }): ReactElement {
  const [thread] = past.threads;
  const { word, tone } = OUTCOMES[past.outcome];
  return (
    <>
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium" title={past.path}>
          {baseName(past.path)}
        </span>
        {past.watched ? <Badge>watched</Badge> : null}
        {past.undo === 'undone' ? <Badge tone="dropped">undone</Badge> : <Badge tone={tone}>{word}</Badge>}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-50 flex-1 text-sm text-muted">
          <time dateTime={new Date(past.importedAtMs).toISOString()}>{WHEN.format(past.importedAtMs)}</time>
          {` · ${past.formatLabel} · ${bytes(past.bytes)} · ${broughtBy(past)}`}
        </p>
        {thread === undefined || past.undo === 'undone' ? null : (
          <Button
            size="small"
            onClick={() => {
              viewActions().selectThread(thread);
              viewActions().closeDialog();
            }}
          >
            Show the thread
          </Button>
        )}
        {past.undo === 'recorded' ? (
          <Button size="small" onClick={() => void undoImport(past)}>
            Undo this import
          </Button>
        ) : null}
        {past.undo === 'undone' ? (
          <Button size="small" onClick={() => void repeatImport(past.importId)}>
            Import again
          </Button>
        ) : null}
      </div>
    </>
  );
}

function broughtBy({ newThreads, newRuns }: PastImport): string {
  if (newThreads + newRuns === 0) return 'nothing new';
  const threads = newThreads === 0 ? '' : `+${counted(newThreads, 'thread')}, `;
  return `${threads}+${counted(newRuns, 'run')}`;
}
