/** The part of Papa Parse that is used here. Its published types name those of Node and the DOM. */
declare module 'papaparse' {
  interface ParsedRow {
    readonly data: readonly string[];
    readonly errors: readonly { readonly code: string; readonly message: string }[];
    readonly meta: { readonly cursor: number };
  }

  interface ParseConfig {
    readonly delimiter: string;
    readonly skipEmptyLines: boolean | 'greedy';
    /** Rows; 0: all. */
    readonly preview?: number;
    readonly step: (row: ParsedRow, parser: { abort(): void }) => void;
  }

  const Papa: { parse(text: string, config: ParseConfig): unknown };
  export default Papa;
}
