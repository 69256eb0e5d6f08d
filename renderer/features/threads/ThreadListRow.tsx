import { FoldVertical, GitBranch, Trash2, TriangleAlert } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import type { ThreadRow } from '../../../core/contract.ts';
import { Badge } from '../../components/Badge.tsx';
import { classNames } from '../../components/class-names.ts';
import { counted, roundTokens } from '../../components/format.ts';
import { ItemContextMenu } from '../../components/Menu.tsx';
import { MiniGauge } from './MiniGauge.tsx';
import { removeThread } from './remove-thread.ts';
import { rowId } from './row-id.ts';
import { rowFigures, shortLabel } from './row-texts.ts';
import { splitSnippet } from './split-snippet.ts';

export interface ThreadListRowProps {
  readonly row: ThreadRow;
  readonly position: number;
  readonly total: number;
  readonly selected: boolean;
  readonly top: number;
  readonly height: number;
}

export const ThreadListRow = memo(function ThreadListRow({
  row,
  position,
  total,
  selected,
  top,
  height,
}: ThreadListRowProps): ReactElement {
  return (
    <ItemContextMenu
      items={[
        {
          id: 'remove',
          label: 'Remove from the workspace',
          icon: <Trash2 aria-hidden className="size-3.5" />,
          danger: true,
          onSelect: () => void removeThread(row),
        },
      ]}
    >
      <div
        id={rowId(row.thread)}
        role="option"
        tabIndex={-1}
        aria-selected={selected}
        aria-posinset={position}
        aria-setsize={total}
        aria-label={spoken(row)}
        className={classNames(
          'absolute inset-x-0 top-0 flex flex-col gap-0.5 border-l-[3px] px-3.25 py-2 transition-colors',
          selected ? 'border-accent bg-accent-soft' : 'border-transparent hover:bg-surface-hover',
        )}
        style={{ transform: `translateY(${top}px)`, height }}
      >
        <span className="flex items-center gap-2">
          <span
            className={classNames('min-w-0 flex-1 truncate', selected ? 'font-semibold' : 'font-medium')}
            title={row.title}
            dir="auto"
          >
            {row.title}
          </span>
          {row.isBranch ? <GitBranch aria-hidden className="size-3 shrink-0 text-muted" /> : null}
          {row.boundaryCount > 0 ? (
            <span className="flex shrink-0 items-center gap-1 text-sm text-muted tabular-nums">
              <FoldVertical aria-hidden className="size-3" />
              {row.boundaryCount}
            </span>
          ) : null}
        </span>
        <span className="@container flex items-center gap-2 text-sm text-muted">
          <span className="flex min-w-0 flex-1 whitespace-nowrap" title={row.formatLabel}>
            {/* In large letters there is no room for both; the source is still in the row's name and tooltip. */}
            <span className="truncate @max-[13rem]:hidden">{shortLabel(row)}</span>
            <span className="shrink-0 @max-[13rem]:hidden">&nbsp;·&nbsp;</span>
            <span className="truncate @min-[13rem]:shrink-0">{rowFigures(row)}</span>
          </span>
          {row.isSample ? <Badge>sample</Badge> : null}
          {row.findingCount > 0 ? (
            <span className="flex shrink-0 items-center gap-1 text-summary-ink tabular-nums">
              <TriangleAlert aria-hidden className="size-3" />
              {row.findingCount}
            </span>
          ) : null}
        </span>
        {row.snippet === null ? null : (
          <span className="line-clamp-2 text-sm text-muted" dir="auto">
            {splitSnippet(row.snippet).map((piece, index) =>
              piece.hit ? (
                <mark key={index} className="text-text">
                  {piece.text}
                </mark>
              ) : (
                <span key={index}>{piece.text}</span>
              ),
            )}
          </span>
        )}
        <MiniGauge
          className="mt-auto"
          tokens={row.occupancyTokens}
          window={row.contextWindow}
          measured={row.occupancyMeasured}
        />
      </div>
    </ItemContextMenu>
  );
});

function spoken(row: ThreadRow): string {
  return [
    row.title,
    row.formatLabel,
    counted(row.runCount, 'run'),
    `${row.occupancyMeasured ? '' : 'about '}${roundTokens(row.occupancyTokens)} tokens`,
    row.boundaryCount > 0 ? counted(row.boundaryCount, 'summary boundary', 'summary boundaries') : '',
    row.findingCount > 0 ? counted(row.findingCount, 'finding') : '',
    row.isBranch ? 'branch' : '',
    row.isSample ? 'sample' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
