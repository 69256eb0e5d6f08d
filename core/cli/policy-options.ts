import { Option, type Command } from 'commander';
import { effectiveKeepCount, effectiveKeepRecentCount, type PolicySpec } from '../domain/policy-spec.ts';
import { CliError, EXIT } from './cli-io.ts';
import { wholeNumberArgument } from './common-options.ts';

/** The example of the reference SDK's documentation. */
export const DEFAULT_INSTRUCTION =
  'You are a conversation summarizer. Create concise summaries that preserve important context, decisions, and information needed for future interactions.';

/** Options of the commands that are given one policy. */
export interface PolicyArguments<Kind extends PolicySpec['summarizer'] = PolicySpec['summarizer']> {
  readonly summarizer: Kind;
  readonly threshold?: number;
  readonly keepRecent?: number;
  readonly keep?: number;
}

/** @param summarizers Those there are to choose from. */
export function withPolicyOptions(
  command: Command,
  summarizers: readonly PolicySpec['summarizer'][],
  thresholdHelp = 'llm: summarize above this occupancy',
): Command {
  return command
    .addOption(
      new Option('--summarizer <kind>', 'which summarizer').choices(summarizers).makeOptionMandatory(),
    )
    .option('--threshold <tokens>', thresholdHelp, wholeNumberArgument)
    .option('--keep-recent <runs>', 'llm: newest runs that stay as they are; default: 5', wholeNumberArgument)
    .option('--keep <runs>', 'sliding window: newest runs that stay; default: 1', wholeNumberArgument);
}

/** @throws CliError for a threshold that is missing. */
export function policyOf(
  options: PolicyArguments<'llm' | 'sliding-window'>,
): Exclude<PolicySpec, { readonly summarizer: 'none' }>;
export function policyOf(options: PolicyArguments): PolicySpec;
export function policyOf(options: PolicyArguments): PolicySpec {
  const { summarizer, threshold, keepRecent, keep } = options;
  switch (summarizer) {
    case 'none':
      return { summarizer };
    case 'sliding-window':
      return { summarizer, keepCount: effectiveKeepCount(keep ?? 1) };
    case 'llm':
      if (threshold === undefined) {
        throw new CliError(EXIT.wrongUsage, '--summarizer llm needs a --threshold in tokens');
      }
      return {
        summarizer,
        tokenThreshold: threshold,
        keepRecentCount: effectiveKeepRecentCount(keepRecent ?? 0),
      };
  }
}

/** Knobs that the summarizer doesn't have, and that are therefore passed over. */
export function knobWarnings({
  summarizer,
  threshold,
  keepRecent,
  keep,
}: PolicyArguments): readonly string[] {
  const llmKnobs =
    summarizer === 'llm' ? [] : namesOf({ '--threshold': threshold, '--keep-recent': keepRecent });
  const windowKnobs = summarizer === 'sliding-window' ? [] : namesOf({ '--keep': keep });
  return [...llmKnobs, ...windowKnobs].map(
    (name) => `${name} has no meaning for --summarizer ${summarizer} and is not used`,
  );
}

function namesOf(values: Readonly<Record<string, number | undefined>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}
