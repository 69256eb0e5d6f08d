import type { ReactElement } from 'react';
import type { ImportFileReport, ImportReport } from '../../../core/contract.ts';
import { Badge, type Tone } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { bytes, counted, duration } from '../../components/format.ts';
import { viewActions } from '../../stores/view-store.ts';
import { importAgain } from './start-import.ts';
import { inWords } from './use-import-job.ts';

const OUTCOMES: Readonly<
  Record<ImportFileReport['outcome'], { readonly word: string; readonly tone: Tone }>
> = {
  new: { word: 'new', tone: 'kept' },
  grown: { word: 'grown', tone: 'kept' },
  duplicate: { word: 'nothing new', tone: 'covered' },
  skipped: { word: 'skipped', tone: 'covered' },
  failed: { word: 'failed', tone: 'dropped' },
};

const MOST_PROBLEMS = 20;

/** File by file: what came in, and every problem with its place. */
export function ImportReportView({ report }: { readonly report: ImportReport }): ReactElement {
  return (
    <div className="flex flex-col gap-3">
      <p>
        {report.cancelled
          ? 'Stopped. Files that were read to their end are in; the others changed nothing. '
          : ''}
        {report.files.length === 0 ? 'There was no file to read in there.' : inWords(report)}{' '}
        <span className="text-muted">
          {counted(report.files.length, 'file')} in {duration(report.durationMs)}
        </span>
      </p>
      <ul className="flex flex-col gap-2">
        {report.files.map((file, index) => (
          <li key={index} className="card px-3 py-2.5">
            <FileRow file={file} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function FileRow({ file }: { readonly file: ImportFileReport }): ReactElement {
  const { word, tone } = OUTCOMES[file.outcome];
  const first = file.threads[0];
  return (
    <>
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium" title={file.path}>
          {baseName(file.path)}
        </span>
        <span className="shrink-0 text-sm text-muted">
          {[file.formatLabel, bytes(file.bytes), file.newRuns > 0 ? `+${counted(file.newRuns, 'run')}` : null]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <Problems title="error" problems={file.errors} className="text-dropped-ink" />
      <Problems title="warning" problems={file.warnings} className="text-summary-ink" />
      <div className="flex gap-2">
        {file.canOpenAnyway ? (
          <Button size="small" className="mt-2" onClick={() => void importAgain(file.path)}>
            Open without the broken lines
          </Button>
        ) : null}
        {first === undefined ? null : (
          <Button
            size="small"
            className="mt-2"
            onClick={() => {
              viewActions().selectThread(first);
              viewActions().closeDialog();
            }}
          >
            Show the thread
          </Button>
        )}
      </div>
    </>
  );
}

function Problems({
  title,
  problems,
  className,
}: {
  readonly title: string;
  readonly problems: ImportFileReport['errors'];
  readonly className: string;
}): ReactElement | null {
  if (problems.length === 0) return null;
  const rest = problems.length - MOST_PROBLEMS;
  return (
    <ul className="mt-1.5 flex flex-col gap-1 text-sm">
      {problems.slice(0, MOST_PROBLEMS).map((problem, index) => (
        <li key={index} data-selectable className="select-text">
          <span className={className}>
            {title}
            {problem.line === null ? '' : ` in line ${problem.line}`}:
          </span>{' '}
          {problem.message}
        </li>
      ))}
      {rest > 0 ? <li className="text-muted">and {counted(rest, `more ${title}`)}</li> : null}
    </ul>
  );
}

function baseName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
