import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ThreadDocument } from '../domain/thread.ts';
import { estimateTextTokens } from '../domain/token-estimate.ts';
import { contextWindowOf } from '../inspect/context-windows.ts';
import { modelOfThread } from '../inspect/usage-totals.ts';
import {
  DEFAULT_PRICES,
  findPrice,
  NO_CACHE,
  type ModelPrice,
  type ReplayOptions,
  type SummarySizing,
} from '../replay/index.ts';
import { decimalArgument, wholeNumberArgument, withLimitOption } from './common-options.ts';
import { DEFAULT_INSTRUCTION } from './policy-options.ts';

/** What a replay is told besides its policies; the same for one policy and for a grid of them. */
export interface ReplayArguments {
  readonly limit?: number;
  readonly summaryTokens?: number;
  readonly summaryRatio?: number;
  readonly overhead?: number;
  readonly model?: string;
  readonly summarizerModel?: string;
  readonly instruction?: string;
}

export function withReplayOptions(command: Command): Command {
  return withLimitOption(command)
    .addOption(
      new Option('--summary-tokens <tokens>', 'size of a modelled summary')
        .argParser(wholeNumberArgument)
        .conflicts('summaryRatio'),
    )
    .option(
      '--summary-ratio <share>',
      "the same, as a share of what it covers; default: the median of the thread's own summaries, else 0.1",
      ratioArgument,
    )
    .option(
      '--overhead <tokens>',
      'system prompt and tools; default: from the calibration, else the estimate of the instructions, else 0',
      wholeNumberArgument,
    )
    .option('--model <name>', "the agent's model, for prices; default: the thread's own")
    .option('--summarizer-model <name>', "the summarizer's model; default: the agent's")
    .option('--instruction <text>', 'what the summarizer is told');
}

function ratioArgument(text: string): number {
  const ratio = decimalArgument(text);
  if (ratio === 0) throw new InvalidArgumentError('It must be more than 0.');
  return ratio;
}

export function instructionOf(options: ReplayArguments): string {
  return options.instruction ?? DEFAULT_INSTRUCTION;
}

/** The name that prices and context window are looked up by; null when nobody tells it. */
export function agentModelOf(document: ThreadDocument, options: ReplayArguments): string | null {
  return options.model ?? modelOfThread(document.runs);
}

export function replayOptionsOf(document: ThreadDocument, options: ReplayArguments): ReplayOptions {
  const model = agentModelOf(document, options);
  const agent = model === null ? null : findPrice(DEFAULT_PRICES, model);
  const { summarizerModel } = options;
  return {
    limitTokens: options.limit ?? contextWindowOf(model),
    overheadTokens: options.overhead ?? null,
    summary: summaryOf(options),
    instructionTokens: estimateTextTokens(instructionOf(options)),
    prices: {
      agent,
      summarizer: summarizerModel === undefined ? agent : findPrice(DEFAULT_PRICES, summarizerModel),
    },
  };
}

function summaryOf({ summaryTokens, summaryRatio }: ReplayArguments): SummarySizing | null {
  if (summaryTokens !== undefined) return { kind: 'tokens', tokens: summaryTokens };
  return summaryRatio === undefined ? null : { kind: 'ratio', ratio: summaryRatio };
}

/** A summarizer that runs here costs nothing. */
export const FREE: ModelPrice = {
  model: 'offline',
  input: 0,
  cachedInput: 0,
  cacheWrite: 0,
  output: 0,
  family: NO_CACHE,
  readOn: '',
  source: '',
};

/** A model that was named for its prices and isn't in the table. */
export function priceWarnings(options: ReplayArguments): readonly string[] {
  return [options.model, options.summarizerModel].flatMap((name) =>
    name === undefined || findPrice(DEFAULT_PRICES, name) !== null
      ? []
      : [`the prices of ${name} are not known, so its costs are null`],
  );
}
