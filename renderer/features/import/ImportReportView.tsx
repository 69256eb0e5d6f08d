import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type ReactElement } from 'react';
import type { ImportFileReport, ImportReport } from '../../../core/contract.ts';
import { counted, duration, grouped } from '../../components/format.ts';
import { Segmented } from '../../components/Segmented.tsx';
import { FileRow, OUTCOMES } from './FileRow.tsx';
import { countOutcomes, OUTCOME_ORDER, shownFiles } from './merged-report.ts';
import { inWords } from './use-import-job.ts';

type Filter = ImportFileReport['outcome'] | 'all';

/** Below it, a list is simply written down. */
const FEW_FILES = 30;
const ROW_PX = 88;

/** File by file: what came in, and every problem with its place. */
export function ImportReportView({ report }: { readonly report: ImportReport }): ReactElement {
  const [filter, setFilter] = useState<Filter>('all');
  const { files } = report;
  const counts = useMemo(() => countOutcomes(files), [files]);
  const isFiltered = filter !== 'all' && counts.has(filter);
  const shown = useMemo(() => shownFiles(files, isFiltered ? filter : 'all'), [files, filter, isFiltered]);
  return (
    <div className="flex flex-col gap-3">
      <p>
        {report.cancelled
          ? 'Stopped. Files that were read to their end are in; the others changed nothing. '
          : ''}
        {files.length === 0 ? 'There was no file to read in there.' : inWords(report)}{' '}
        <span className="text-muted">
          {counted(files.length, 'file')} in {duration(report.durationMs)}
        </span>
      </p>
      {counts.size > 1 ? (
        <Segmented<Filter>
          label="Show files"
          size="small"
          className="self-start"
          value={isFiltered ? filter : 'all'}
          onChange={setFilter}
          options={[
            { value: 'all', label: `All ${grouped(files.length)}` },
            ...OUTCOME_ORDER.filter((outcome) => counts.has(outcome)).map((outcome) => ({
              value: outcome,
              label: `${OUTCOMES[outcome].word} ${grouped(counts.get(outcome) ?? 0)}`,
            })),
          ]}
        />
      ) : null}
      {shown.length <= FEW_FILES ? (
        <ul className="flex flex-col gap-2">
          {shown.map((file) => (
            <li key={file.path} className="card px-3 py-2.5">
              <FileRow file={file} report={report} />
            </li>
          ))}
        </ul>
      ) : (
        <ManyFiles files={shown} report={report} />
      )}
    </div>
  );
}

/** Only the rows in sight exist. */
function ManyFiles({
  files,
  report,
}: {
  readonly files: readonly ImportFileReport[];
  readonly report: ImportReport;
}): ReactElement {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: files.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => files[index]?.path ?? index,
    overscan: 6,
  });
  return (
    <div ref={scroller} role="group" aria-label="Files" className="h-[52vh] overflow-y-auto">
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const file = files[item.index];
          return file === undefined ? null : (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              aria-posinset={item.index + 1}
              aria-setsize={files.length}
              className="absolute inset-x-0 top-0 pb-2"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <div className="card px-3 py-2.5">
                <FileRow file={file} report={report} />
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
