import type { ReactElement, ReactNode } from 'react';

const HEAD_REM = 3.5;
const CELL_REM = 2.7;
const GAP_REM = 0.25;

/** Rows of equal cells under numbered columns. */
export function HeatGrid({
  label,
  corner,
  columns,
  rows,
  firstPlace,
  cell,
}: {
  readonly label: string;
  readonly corner: ReactNode;
  /** Runs kept. */
  readonly columns: readonly number[];
  readonly rows: readonly string[];
  /** Place of the policy in the first cell. */
  readonly firstPlace: number;
  readonly cell: (place: number) => ReactElement | null;
}): ReactElement {
  const style = {
    gridTemplateColumns: `${HEAD_REM}rem repeat(${columns.length}, minmax(${CELL_REM}rem, 1fr))`,
    gap: `${GAP_REM}rem`,
  };
  return (
    <div
      role="grid"
      aria-label={label}
      className="numeric flex flex-col gap-1 p-1 font-medium whitespace-nowrap not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-2"
      style={{ minWidth: `${HEAD_REM + columns.length * (CELL_REM + GAP_REM)}rem` }}
    >
      <div role="row" className="grid font-normal text-muted" style={style}>
        <span role="columnheader">{corner}</span>
        {columns.map((keep) => (
          <span key={keep} role="columnheader" className="text-center">
            <span className="sr-only">keep </span>
            {keep}
          </span>
        ))}
      </div>
      {rows.map((head, row) => (
        <div
          key={row}
          role="row"
          className="grid [contain-intrinsic-height:2rem] [content-visibility:auto]"
          style={style}
        >
          <span role="rowheader" className="leading-8 font-normal text-muted">
            {head}
          </span>
          {columns.map((_, column) => cell(firstPlace + row * columns.length + column))}
        </div>
      ))}
    </div>
  );
}
