import { FileDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { cancelJob } from '../../data/job-feed.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import type { ImportJob } from '../../stores/jobs-store.ts';
import { useWatchStore } from '../../stores/watch-store.ts';
import { useViewStore, viewActions } from '../../stores/view-store.ts';
import { ImportProgressView } from './ImportProgressView.tsx';
import { ImportReportView } from './ImportReportView.tsx';
import { mergedReport } from './merged-report.ts';
import { chooseAndImport } from './start-import.ts';
import { dismissEndedImports, useImportJob } from './use-import-job.ts';
import { watchFolder } from './watch-actions.ts';
import { FolderLine } from './WatchingSection.tsx';

/** Where files come in: choose or drop, progress, and what came of it. */
export function ImportDialog(): ReactElement | null {
  const isOpen = useViewStore((state) => state.dialog === 'import');
  const job = useImportJob();
  const isRunning = job !== null && job.end === null;
  const close = (): void => {
    viewActions().closeDialog();
    dismissEndedImports();
  };
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title={job === null ? 'Import thread exports' : isRunning ? 'Importing…' : 'Import finished'}
      className="w-[min(680px,92vw)]"
      footer={
        isRunning ? (
          <>
            <Button onClick={close}>Go on in the background</Button>
            <Button variant="danger" onClick={() => void cancelJob(job.jobId)}>
              Stop the import
            </Button>
          </>
        ) : (
          <Footer hasJob={job !== null} onClose={close} />
        )
      }
    >
      <div className="px-4.5 pb-4.5">{job === null ? <Invitation /> : <JobView job={job} />}</div>
    </Dialog>
  );
}

function JobView({ job }: { readonly job: ImportJob }): ReactElement {
  if (job.end === null) return <ImportProgressView job={job} />;
  if (job.end.error !== null) return <ErrorState title="The import failed" message={job.end.error.message} />;
  const report = mergedReport(job);
  return report === null ? <ImportProgressView job={job} /> : <ImportReportView report={report} />;
}

function Footer({
  hasJob,
  onClose,
}: {
  readonly hasJob: boolean;
  readonly onClose: () => void;
}): ReactElement {
  return (
    <>
      <Button
        variant="quiet"
        className="mr-auto"
        onClick={() => {
          viewActions().openDialog('import-history');
        }}
      >
        History…
      </Button>
      <Button onClick={() => void watchFolder()}>Watch a folder…</Button>
      <Button onClick={() => void chooseAndImport('folder')}>Choose a folder…</Button>
      <Button variant={hasJob ? 'plain' : 'primary'} onClick={() => void chooseAndImport('files')}>
        Choose files…
      </Button>
      {hasJob ? (
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      ) : null}
    </>
  );
}

function Invitation(): ReactElement {
  const folders = useWatchStore((state) => state.folders);
  return (
    <>
      <div className="flex flex-col items-center gap-2 rounded-card border border-dashed border-line-strong bg-surface-2 px-6 py-9 text-center">
        <FileDown aria-hidden className="size-7 text-faint" />
        <p className="font-semibold">Drop files or folders anywhere on the window</p>
        <p className="max-w-100 text-muted">
          Logs of coding agents, exports of chat apps, traces and transcripts of agent frameworks, requests
          and answers of model providers. The format is told from the content. Files stay where they are and
          are never changed.
        </p>
      </div>
      {folders.length === 0 ? null : (
        <section className="mt-4" aria-labelledby="watched-label">
          <h3 id="watched-label" className="section-label">
            Watched folders
          </h3>
          <ul>
            {folders.map((folder) => (
              <li key={folder.path} className="flex items-start gap-2 py-1.5">
                <FolderLine folder={folder} listed />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
