import type { ThreadPage, ThreadRef, ThreadRow } from '../../core/contract.ts';
import { grouped } from '../components/format.ts';
import { rowFigures, shortLabel } from '../features/threads/row-texts.ts';

export interface FirstLook {
  readonly sidebarOpen: boolean;
  readonly policyOpen: boolean;
  readonly selectedThread: ThreadRef | null;
  /** Percent of the window's width by panel; null: the default widths. */
  readonly shares: Readonly<Record<string, number>> | null;
  readonly heightPx: number;
}

const ROW_PX = 66;

/**
 * The window as it is about to be drawn, in plain elements and without anything that answers: bars, panels,
 * and the list of threads. It has the measures of the components that take its place a moment later.
 */
export function drawFirstFrame(list: ThreadPage, look: FirstLook): HTMLElement {
  const frame = element('div', 'flex h-full flex-col', [
    element('div', 'flex h-10 shrink-0 items-center gap-3 border-b border-line bg-surface px-3', [
      element('span', 'size-4.5 shrink-0'),
      element('span', 'text-base font-semibold', 'Tidemark'),
    ]),
    element('div', 'flex min-h-0 flex-1', [
      ...(look.sidebarOpen ? [sidebar(list, look)] : []),
      element('div', 'min-w-0 flex-1 border-x border-line bg-bg'),
      ...(look.policyOpen ? [panel('bg-surface', look.shares?.['policy'], '320px')] : []),
    ]),
    element('div', 'h-6.5 shrink-0 border-t border-line bg-surface'),
  ]);
  frame.dataset['firstFrame'] = '';
  frame.inert = true;
  return frame;
}

function sidebar(list: ThreadPage, look: FirstLook): HTMLElement {
  const rows = list.rows.slice(0, Math.ceil(look.heightPx / ROW_PX));
  const listbox = element(
    'div',
    'min-h-0 flex-1 overflow-hidden',
    rows.map((row) => drawRow(row, row.thread === look.selectedThread)),
  );
  listbox.role = 'listbox';
  const aside = panel('flex flex-col bg-surface', look.shares?.['sidebar'], '264px');
  aside.append(
    element('div', 'shrink-0 px-3.5 pt-3 pb-1', [
      element('div', 'h-7.5 rounded-control border border-line-strong bg-surface-2'),
      element('h2', 'section-label mt-3', `Threads · ${grouped(list.totalThreads)}`),
    ]),
    listbox,
  );
  return aside;
}

function panel(className: string, share: number | undefined, widthPx: string): HTMLElement {
  const drawn = element('div', `shrink-0 ${className}`);
  drawn.style.width = share === undefined ? widthPx : `${share}%`;
  return drawn;
}

function drawRow(row: ThreadRow, selected: boolean): HTMLElement {
  const title = element('span', `truncate ${selected ? 'font-semibold' : 'font-medium'}`, row.title);
  title.dir = 'auto';
  const gauge = element('span', 'relative mt-auto block h-1 w-full rounded-full bg-track');
  const share =
    row.contextWindow === null || row.contextWindow === 0 ? 0 : row.occupancyTokens / row.contextWindow;
  const fill = share > 1 ? 'bg-dropped' : row.occupancyMeasured ? 'bg-measured' : 'hatch-estimated';
  const bar = element('span', `absolute inset-y-0 left-0 rounded-full ${fill}`);
  bar.style.width = `${Math.min(1, share) * 100}%`;
  gauge.append(bar);
  const drawn = element(
    'div',
    `flex flex-col gap-0.5 border-l-[3px] px-3.25 py-2 ${selected ? 'border-accent bg-accent-soft' : 'border-transparent'}`,
    [
      title,
      element('span', 'flex text-sm whitespace-nowrap text-muted', [
        element('span', 'truncate', shortLabel(row)),
        element('span', 'shrink-0', `\u00a0·\u00a0${rowFigures(row)}`),
      ]),
      gauge,
    ],
  );
  drawn.role = 'option';
  drawn.style.height = `${ROW_PX}px`;
  return drawn;
}

function element(
  tag: 'div' | 'span' | 'h2',
  className: string,
  content: string | readonly HTMLElement[] = [],
): HTMLElement {
  const drawn = document.createElement(tag);
  drawn.className = className;
  if (typeof content === 'string') drawn.textContent = content;
  else drawn.append(...content);
  return drawn;
}
