import { InvalidArgumentError } from 'commander';
import { DEFAULT_KEEP_RECENT_COUNT } from '../domain/policy-spec.ts';
import type { PolicyGrid } from '../replay/index.ts';
import { CliError, EXIT } from './cli-io.ts';
import { wholeNumberArgument } from './common-options.ts';

/** More values of one knob than anybody looks at; a step that was left out, most likely. */
const MAX_VALUES = 1000;
const MAX_POLICIES = 20_000;

export interface GridArguments {
  readonly threshold?: readonly number[];
  readonly keepRecent?: readonly number[];
  readonly keep?: readonly number[];
}

/** For commander: `4000`, `4000..64000/4000`, `1..8`, and any of them separated by commas. */
export function rangeArgument(text: string): readonly number[] {
  const values = text.split(/,(?!\d{3}(?:\D|$))/).flatMap(rangeOf);
  if (values.length > MAX_VALUES) throw tooMany();
  return values;
}

function rangeOf(text: string): readonly number[] {
  const parts = /^(.+?)\.\.(.+?)(?:\/(.+))?$/.exec(text.trim());
  if (parts === null) return [wholeNumberArgument(text.trim())];
  const from = wholeNumberArgument(parts[1] ?? '');
  const to = wholeNumberArgument(parts[2] ?? '');
  const step = wholeNumberArgument(parts[3] ?? '1');
  if (step === 0) throw new InvalidArgumentError('The step must be 1 or more.');
  if (to < from) throw new InvalidArgumentError('The end of a range must not be below its start.');
  const count = Math.floor((to - from) / step) + 1;
  if (count > MAX_VALUES) throw tooMany();
  return Array.from({ length: count }, (_, index) => from + index * step);
}

function tooMany(): InvalidArgumentError {
  return new InvalidArgumentError(`These are more than ${MAX_VALUES} values: give a larger step, A..B/STEP.`);
}

/** @throws CliError for a grid without a policy, or with more than anybody can wait for. */
export function gridOf(options: GridArguments): PolicyGrid {
  const grid = {
    tokenThresholds: options.threshold ?? [],
    keepRecentCounts: (options.keepRecent ?? [DEFAULT_KEEP_RECENT_COUNT]).map((count) => Math.max(1, count)),
    keepCounts: (options.keep ?? []).map((count) => Math.max(1, count)),
  };
  const policies = grid.tokenThresholds.length * grid.keepRecentCounts.length + grid.keepCounts.length;
  if (policies === 0) {
    throw new CliError(EXIT.wrongUsage, 'nothing to try: give --threshold A..B/STEP, or --keep A..B');
  }
  if (policies > MAX_POLICIES) {
    throw new CliError(
      EXIT.wrongUsage,
      `${policies} policies are more than ${MAX_POLICIES}: give larger steps`,
    );
  }
  return grid;
}
