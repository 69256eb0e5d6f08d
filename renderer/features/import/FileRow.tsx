import { useRef, useState, type ReactElement } from 'react';
import type { ImportFileReport, ImportReport } from '../../../core/contract.ts';
import { Badge, type Tone } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { bytes, counted } from '../../components/format.ts';
import { viewActions } from '../../stores/view-store.ts';
import { baseName } from './path-words.ts';
import { MapFields } from './MapFields.tsx';
import { ReadAs } from './ReadAs.tsx';
import { importAgain } from './start-import.ts';

export const OUTCOMES: Readonly<
  Record<ImportFileReport['outcome'], { readonly word: string; readonly tone: Tone }>
> = {
  new: { word: 'new', tone: 'kept' },
  grown: { word: 'grown', tone: 'kept' },
  duplicate: { word: 'nothing new', tone: 'covered' },
  skipped: { word: 'skipped', tone: 'covered' },
  failed: { word: 'failed', tone: 'dropped' },
};

const MOST_PROBLEMS = 20;

export function FileRow({
  file,
  report,
}: {
  readonly file: ImportFileReport;
  /** Of the whole import: what is tried again takes the others along. */
  readonly report: ImportReport;
}): ReactElement {
  const { word, tone } = OUTCOMES[file.outcome];
  const first = file.threads[0];
  const [isMapping, setMapping] = useState(false);
  const mapButton = useRef<HTMLButtonElement>(null);
  const isUnknown =
    file.bytes > 0 && file.format === null && file.errors.some(({ code }) => code === 'unknown-format');
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
      {file.outcome === 'skipped' ? (
        <p className="mt-1 text-sm text-muted">Not a thread export that Tidemark knows.</p>
      ) : null}
      <Problems title="error" problems={file.errors} className="text-dropped-ink" />
      <Problems title="warning" problems={file.warnings} className="text-summary-ink" />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {file.canOpenAnyway ? (
          <Button size="small" onClick={() => void importAgain(file.path, report, { openAnyway: true })}>
            Open without the broken lines
          </Button>
        ) : null}
        {isUnknown || isMapping ? (
          <Button
            ref={mapButton}
            size="small"
            aria-expanded={isMapping}
            onClick={() => {
              setMapping(!isMapping);
            }}
          >
            Map by hand…
          </Button>
        ) : null}
        {first === undefined ? null : (
          <Button
            size="small"
            onClick={() => {
              viewActions().selectThread(first);
              viewActions().closeDialog();
            }}
          >
            Show the thread
          </Button>
        )}
        <ReadAs
          file={file}
          onChoose={(format) => void importAgain(file.path, report, { openAnyway: false, format })}
          onMap={() => {
            setMapping(true);
          }}
        />
      </div>
      {isMapping ? (
        <MapFields
          path={file.path}
          onImport={(mapping) => void importAgain(file.path, report, { openAnyway: false, mapping })}
          onCancel={() => {
            mapButton.current?.focus();
            setMapping(false);
          }}
        />
      ) : null}
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
        <li key={index} data-selectable className="wrap-anywhere select-text">
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
