import { useState, type ReactElement } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { grouped } from '../../components/format.ts';
import { sourceOf, type OccupancyView } from '../../selectors/occupancy-view.ts';
import { viewActions } from '../../stores/view-store.ts';

const ROWS_PER_PAGE = 100;

/** The chart as a table, a page of calls at a time. */
export function OccupancyTable({
  open,
  view,
  onClose,
}: {
  readonly open: boolean;
  readonly view: OccupancyView;
  readonly onClose: () => void;
}): ReactElement {
  const [page, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(view.callCount / ROWS_PER_PAGE));
  const shown = Math.min(page, pages - 1);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Occupancy at each model call"
      description={`${grouped(view.callCount)} calls, ${grouped(view.foldCalls.length)} folds. Tokens.`}
      className="w-[min(720px,92vw)]"
      footer={
        pages === 1 ? undefined : (
          <>
            <span className="mr-auto self-center text-sm text-muted tabular-nums">
              Page {shown + 1} of {grouped(pages)}
            </span>
            <Button
              disabled={shown === 0}
              onClick={() => {
                setPage(shown - 1);
              }}
            >
              Previous
            </Button>
            <Button
              disabled={shown === pages - 1}
              onClick={() => {
                setPage(shown + 1);
              }}
            >
              Next
            </Button>
          </>
        )
      }
    >
      <Rows view={view} from={shown * ROWS_PER_PAGE} onClose={onClose} />
    </Dialog>
  );
}

function Rows({
  view,
  from,
  onClose,
}: {
  readonly view: OccupancyView;
  readonly from: number;
  readonly onClose: () => void;
}): ReactElement {
  const count = Math.min(ROWS_PER_PAGE, view.callCount - from);
  const folds = new Set(view.foldCalls);
  return (
    <table className="w-full text-base">
      <thead className="sticky top-0 bg-surface text-left text-sm text-muted">
        <tr>
          {['Call', 'Run', 'Before', 'Prompt', 'Known how', 'Fold'].map((heading) => (
            <th key={heading} scope="col" className="border-b border-line px-4.5 py-1.5 font-medium">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="numeric">
        {Array.from({ length: Math.max(0, count) }, (_, offset) => from + offset).map((call) => (
          <tr key={call} className="border-b border-line">
            <td className="px-4.5 py-1">{grouped(call + 1)}</td>
            <td className="px-4.5 py-1">
              <button
                type="button"
                className="text-accent-ink hover:underline"
                onClick={() => {
                  onClose();
                  viewActions().goToRun(view.run[call] ?? 0);
                }}
              >
                {grouped((view.run[call] ?? 0) + 1)}
              </button>
            </td>
            <td className="px-4.5 py-1">{grouped(view.before[call] ?? 0)}</td>
            <td className="px-4.5 py-1">{grouped(view.level[call] ?? 0)}</td>
            <td className="px-4.5 py-1">{sourceOf(view, call)}</td>
            <td className="px-4.5 py-1">{folds.has(call) ? 'fold' : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
