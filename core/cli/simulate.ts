import type { Command } from 'commander';
import type { ThreadDocument } from '../domain/thread.ts';
import type { PolicySpec } from '../domain/policy-spec.ts';
import {
  buildThreadProfile,
  DEFAULT_PRICES,
  findPrice,
  replayProfile,
  replayWithSummaries,
  type Replay,
  type ReplayOptions,
  type WrittenSummary,
} from '../replay/index.ts';
import { onlyThread } from './choose-thread.ts';
import { CliError, EXIT, type CliIo, type ExitCode } from './cli-io.ts';
import { printJson, withCommonOptions } from './common-options.ts';
import { readArguments, withInputOptions, type InputArguments } from './input-options.ts';
import { knobWarnings, policyOf, withPolicyOptions, type PolicyArguments } from './policy-options.ts';
import { exitCodeOf, reportProblems } from './read-inputs.ts';
import { simulationJson } from './simulate-json.ts';
import {
  agentModelOf,
  FREE,
  instructionOf,
  priceWarnings,
  replayOptionsOf,
  withReplayOptions,
  type ReplayArguments,
} from './simulate-options.ts';
import { simulationReport } from './simulate-report.ts';
import { summaryWriter } from './simulate-summaries.ts';
import { summaryModelOf } from './summary-model-options.ts';
import { paintFor } from './terminal-style.ts';

interface SimulateCommandOptions extends InputArguments, PolicyArguments, ReplayArguments {
  readonly real?: boolean;
  readonly offline?: boolean;
  readonly baseUrl?: string;
  readonly all?: boolean;
}

export function registerSimulate(program: Command, io: CliIo, end: (code: ExitCode) => void): void {
  const command = program
    .command('simulate')
    .description('replay a thread under a summarization policy, one step per model call')
    .argument('<file>', 'export file, or - for standard input');
  withPolicyOptions(withInputOptions(command, 'one thread'), ['llm', 'sliding-window', 'none']);
  withReplayOptions(command)
    .option('--real', 'have the configured model (TIDEMARK_MODEL) write each summary')
    .option('--offline', 'have the built-in offline model write each summary')
    .option('--base-url <url>', 'where the configured model is asked (or TIDEMARK_BASE_URL)')
    .option('--all', 'list every call of a long thread')
    .addHelpText('after', '\nThe key is read from TIDEMARK_API_KEY or OPENAI_API_KEY.');
  withCommonOptions(command).action(async (file: string, options: SimulateCommandOptions) => {
    const policy = policyOf(options);
    const inputs = await readArguments([file], options, io);
    await reportProblems(inputs.files, io);
    for (const warning of [...knobWarnings(options), ...priceWarnings(options)])
      await io.stderr.write(`warning: ${warning}\n`);
    const document = onlyThread(inputs);
    const replayOptions = replayOptionsOf(document, options);
    const { replay, summaries } = await simulate(document, policy, replayOptions, options, io);
    if (options.json === true) {
      const model = agentModelOf(document, options);
      const limitTokens = replayOptions.limitTokens ?? null;
      await printJson(io, simulationJson(document, replay, summaries, { model, limitTokens }));
    } else {
      const paint = paintFor(io.stdout, io.env);
      const report = simulationReport(document, replay, { paint, everyCall: options.all === true });
      await io.stdout.write(`${report}\n`);
    }
    end(exitCodeOf(inputs));
  });
}

interface Simulation {
  readonly replay: Replay;
  /** Null: the summaries are modelled. */
  readonly summaries: readonly WrittenSummary[] | null;
}

async function simulate(
  document: ThreadDocument,
  policy: PolicySpec,
  replayOptions: ReplayOptions,
  options: SimulateCommandOptions,
  io: CliIo,
): Promise<Simulation> {
  const profile = buildThreadProfile(document);
  const isReal = options.real === true || options.offline === true;
  if (!isReal || policy.summarizer !== 'llm') {
    return { replay: replayProfile(profile, policy, replayOptions), summaries: null };
  }
  const modelName = configuredModel(options, io);
  const model = summaryModelOf(
    {
      offline: options.offline === true,
      ...(modelName === null ? {} : { model: modelName }),
      ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
    },
    io.env,
  );
  const agent = replayOptions.prices?.agent ?? null;
  const summarizer = modelName === null ? FREE : findPrice(DEFAULT_PRICES, modelName);
  return replayWithSummaries(
    document,
    profile,
    policy,
    { ...replayOptions, prices: { agent, summarizer } },
    summaryWriter(model, instructionOf(options), io, (fold) => {
      if (io.stderr.isTerminal) void io.stderr.write(`writing summary ${fold + 1} …\n`);
    }),
  );
}

/** Null: the offline one. */
function configuredModel(options: SimulateCommandOptions, io: CliIo): string | null {
  if (options.offline === true) return null;
  const name = options.summarizerModel ?? io.env['TIDEMARK_MODEL'] ?? '';
  if (name !== '') return name;
  throw new CliError(
    EXIT.wrongUsage,
    '--real needs a model: set TIDEMARK_MODEL, name one with --summarizer-model, or use --offline',
  );
}
