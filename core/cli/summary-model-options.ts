import { setImmediate } from 'node:timers/promises';
import type { Command } from 'commander';
import { ResponsesSummaryModel } from '../adapters/openai/responses-summary-model.ts';
import { OfflineSummaryModel } from '../models/offline-summary-model.ts';
import type { SummaryModel } from '../summarizers/summary-model.ts';
import type { CliIo } from './cli-io.ts';
import { decimalArgument, wholeNumberArgument } from './common-options.ts';

export interface SummaryModelOptions {
  readonly offline?: boolean;
  readonly baseUrl?: string;
  readonly model?: string;
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly timeout?: number;
}

/** The options that say which model summarizes. There is none for the key: an argument is seen by everyone. */
export function withModelOptions(command: Command): Command {
  return command
    .option(
      '--model <name>',
      'model to ask, over the Responses API (or TIDEMARK_MODEL); default: the offline one',
    )
    .option(
      '--base-url <url>',
      'where it is asked (or TIDEMARK_BASE_URL); default: https://api.openai.com/v1',
    )
    .option('--offline', 'use the built-in offline model, whatever is configured')
    .option('--temperature <number>', 'sampling temperature', decimalArgument)
    .option('--max-output-tokens <tokens>', 'limit of the summary', wholeNumberArgument)
    .option('--timeout <seconds>', 'how long to wait for the model; default: 120', wholeNumberArgument)
    .addHelpText('after', '\nThe key is read from TIDEMARK_API_KEY or OPENAI_API_KEY.');
}

/** The configured model; the built-in offline one when none is, or when it was asked for. */
export function summaryModelOf(options: SummaryModelOptions, env: CliIo['env']): SummaryModel {
  const modelName = options.model ?? env['TIDEMARK_MODEL'] ?? '';
  const { temperature, maxOutputTokens, timeout } = options;
  if (options.offline === true || modelName === '') {
    return new OfflineSummaryModel({ budgetTokens: maxOutputTokens ?? null, pause: () => setImmediate() });
  }
  const baseUrl = options.baseUrl ?? env['TIDEMARK_BASE_URL'] ?? '';
  return new ResponsesSummaryModel({
    modelName,
    apiKey: env['TIDEMARK_API_KEY'] ?? env['OPENAI_API_KEY'] ?? '',
    ...(baseUrl === '' ? {} : { baseUrl }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
    parameters: {
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxOutputTokens === undefined ? {} : { max_output_tokens: maxOutputTokens }),
    },
  });
}
