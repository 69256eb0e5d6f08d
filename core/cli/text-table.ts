export interface TableColumn {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Rows under their titles, columns two spaces apart, without a trailing blank. */
export function textTable(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map((column) => column.title), ...rows];
  const widths = columns.map((_, index) => Math.max(...lines.map((cells) => widthOf(cells[index] ?? ''))));
  return lines
    .map((cells) =>
      columns
        .map((column, index) => aligned(cells[index] ?? '', widths[index] ?? 0, column.align ?? 'left'))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function aligned(cell: string, width: number, align: 'left' | 'right'): string {
  const padding = ' '.repeat(Math.max(0, width - widthOf(cell)));
  return align === 'right' ? padding + cell : cell + padding;
}

/** Columns a text takes in a terminal, near enough: one per code point. */
function widthOf(text: string): number {
  return Array.from(text).length;
}

/**
 * Text from a file, made safe and short for a terminal: a transcript may hold the sequences that move
 * a cursor, change a title or turn text around.
 */
export function plainText(text: string, limit = 400): string {
  const visible = Array.from(text.slice(0, 4 * limit).replace(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/gu, ' '));
  return visible.length <= limit ? visible.join('') : `${visible.slice(0, limit - 1).join('')}…`;
}

export function wholeNumber(value: number | null): string {
  return value === null ? '–' : value.toLocaleString('en-US');
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${wholeNumber(count)} ${count === 1 ? one : many}`;
}

export function byteSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
