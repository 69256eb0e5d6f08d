import type { CodeFence } from './code-fences.ts';
import { singleSpaced, type FactSink } from './fact.ts';

const SHELLS = new Set([
  'sh',
  'bash',
  'shell',
  'console',
  'zsh',
  'shell-session',
  'shellsession',
  'terminal',
]);
/** Longer lines are data that happens to stand in a shell block. */
const MAX_COMMAND = 1_000;
const PROMPT = /^\s{0,8}[$>] +/;

/**
 * Commands of shell blocks: the lines behind a prompt where the block shows prompts, every line
 * otherwise. A block without a language counts where its lines begin with `$ `.
 */
export function scanCommands(text: string, fences: readonly CodeFence[], sink: FactSink): void {
  for (const fence of fences) {
    const isShell = SHELLS.has(fence.language);
    if (!isShell && fence.language !== '') continue;
    const lines = linesOf(text, fence.start, fence.end);
    const prompted = lines.filter((line) => PROMPT.test(line.text) && (isShell || /^\s*\$/.test(line.text)));
    for (const line of prompted.length > 0 ? prompted : isShell ? lines : []) emitCommand(line, sink);
  }
}

interface Line {
  readonly start: number;
  readonly text: string;
}

function linesOf(text: string, start: number, end: number): readonly Line[] {
  const lines: Line[] = [];
  let at = start;
  while (at < end) {
    const lineBreak = text.indexOf('\n', at);
    const lineEnd = lineBreak < 0 || lineBreak > end ? end : lineBreak;
    if (lineEnd - at <= MAX_COMMAND) lines.push({ start: at, text: text.slice(at, lineEnd) });
    at = lineEnd + 1;
  }
  return lines;
}

function emitCommand(line: Line, sink: FactSink): void {
  const prompt = PROMPT.exec(line.text)?.[0].length ?? 0;
  const body = line.text.slice(prompt);
  const lead = prompt + body.length - body.trimStart().length;
  const command = singleSpaced(body);
  if (command === '' || command.startsWith('#')) return;
  sink('command', line.start + lead, line.start + line.text.trimEnd().length, command);
}
