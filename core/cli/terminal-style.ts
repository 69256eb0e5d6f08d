import type { CliIo, CliOutput } from './cli-io.ts';

export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';

const CODES: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
  cyan: [36, 39],
};

export type Paint = (style: Style, text: string) => string;

/** Colours for a terminal; for anything else, and under NO_COLOR, the text as it is. */
export function paintFor(output: CliOutput, env: CliIo['env']): Paint {
  const isPlain = !output.isTerminal || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  if (isPlain) return (_, text) => text;
  return (style, text) => {
    const [on, off] = CODES[style];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  };
}
