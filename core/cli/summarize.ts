import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { idSource } from '../domain/id-source.ts';
import type { ThreadDocument } from '../domain/thread.ts';
import type { Usage } from '../domain/usage.ts';
import { onlyThread } from './choose-thread.ts';
import { CliError, EXIT, type CliIo, type ExitCode } from './cli-io.ts';
import { printJson, withCommonOptions } from './common-options.ts';
import { readArguments, withInputOptions, type InputArguments } from './input-options.ts';
import { DEFAULT_INSTRUCTION, policyOf, withPolicyOptions, type PolicyArguments } from './policy-options.ts';
import { exitCodeOf, reportProblems } from './read-inputs.ts';
import { summarizeOnce, type SummarizeOptions, type SummarizeOutcome } from './summarize-once.ts';
import { summaryModelOf, withModelOptions, type SummaryModelOptions } from './summary-model-options.ts';
import { paintFor } from './terminal-style.ts';
import { counted, plainText, wholeNumber } from './text-table.ts';
import { writeStore } from './write-store.ts';

interface SummarizeCommandOptions
  extends InputArguments, SummaryModelOptions, PolicyArguments<'llm' | 'sliding-window'> {
  readonly instruction?: string;
  readonly instructionFile?: string;
  readonly toolArguments?: boolean;
  readonly out?: string;
  readonly force?: boolean;
}

export function registerSummarize(program: Command, io: CliIo, end: (code: ExitCode) => void): void {
  const command = program
    .command('summarize')
    .description("run a summarizer once, for real, on a thread's tip")
    .argument('<file>', 'export file, or - for standard input');
  withPolicyOptions(
    withInputOptions(command, 'one thread'),
    ['llm', 'sliding-window'],
    'llm: summarize only above this occupancy; default: 0',
  )
    .option('--instruction <text>', 'what the summary model is told')
    .option('--instruction-file <path>', 'the same, from a file')
    .option('--tool-arguments', 'tell the summary model what its tools were called with')
    .option('--out <dir>', 'store the summary into a copy of the thread, as HasteKit history in this folder')
    .option('--force', 'overwrite a file of --out');
  withCommonOptions(withModelOptions(command)).action(
    async (file: string, options: SummarizeCommandOptions) => {
      const inputs = await readArguments([file], options, io);
      await reportProblems(inputs.files, io);
      const document = onlyThread(inputs);
      const outcome = await summarizeOnce(document, await summarizeOptions(options, io));
      const path =
        options.out === undefined ? null : await store(document, outcome, options.out, options, io);
      if (options.json === true) await printJson(io, outcomeJson(outcome, path));
      else await printOutcome(outcome, path, io);
      end(exitCodeOf(inputs));
    },
  );
}

async function summarizeOptions(options: SummarizeCommandOptions, io: CliIo): Promise<SummarizeOptions> {
  const isLlm = options.summarizer === 'llm';
  return {
    policy: policyOf({ threshold: 0, ...options }),
    model: isLlm ? summaryModelOf(options, io.env) : null,
    instruction: await instructionOf(options),
    includeToolArguments: options.toolArguments === true,
    signal: io.signal,
    ids: idSource(io.newId),
    nowMs: io.nowMs,
    onWarning: (warning) => void io.stderr.write(`warning: ${warning}\n`),
  };
}

async function instructionOf(options: SummarizeCommandOptions): Promise<string> {
  const { instruction, instructionFile } = options;
  if (instructionFile === undefined) return instruction ?? DEFAULT_INSTRUCTION;
  if (instruction !== undefined) {
    throw new CliError(EXIT.wrongUsage, 'give --instruction or --instruction-file, not both');
  }
  try {
    return await readFile(instructionFile, 'utf8');
  } catch (cause) {
    throw new CliError(EXIT.wrongUsage, `the instruction file ${instructionFile} can't be read`, { cause });
  }
}

/** The original stays as it is: the copy is the thread with the new summary as its newest boundary. */
async function store(
  document: ThreadDocument,
  { summary }: SummarizeOutcome,
  folder: string,
  options: SummarizeCommandOptions,
  io: CliIo,
): Promise<string | null> {
  if (summary === null) return null;
  const boundary = {
    ...summary,
    madeByRunId: null,
    trigger: 'manual',
    tokensBefore: null,
    tokensAfter: null,
    opaque: false,
  } as const;
  return writeStore({ ...document, boundaries: [...document.boundaries, boundary] }, folder, {
    force: options.force === true,
    newId: io.newId,
  });
}

function outcomeJson(outcome: SummarizeOutcome, path: string | null): unknown {
  const { request } = outcome;
  return {
    summary: outcome.summaryText,
    coveredRuns: outcome.coveredRuns,
    keptRuns: outcome.keptRuns,
    boundary: outcome.boundary,
    request: request === null ? null : { instructions: request.instruction, input: request.input },
    usage: outcome.usage === null ? null : usageJson(outcome.usage),
    ms: Math.round(outcome.durationMs),
    model: outcome.modelName,
    reason: outcome.reason,
    stored: path,
  };
}

function usageJson(usage: Usage): unknown {
  return {
    prompt: usage.inputTokens,
    cached: usage.cachedTokens,
    output: usage.outputTokens,
    reasoning: usage.reasoningTokens,
    total: usage.totalTokens,
  };
}

async function printOutcome(outcome: SummarizeOutcome, path: string | null, io: CliIo): Promise<void> {
  const paint = paintFor(io.stdout, io.env);
  if (outcome.reason !== null) {
    await io.stdout.write(`Nothing was summarized: ${outcome.reason}.\n`);
    return;
  }
  const facts = [
    `covers ${counted(outcome.coveredRuns.length, 'run')}, up to ${plainText(outcome.boundary ?? 'none', 60)}`,
    `${counted(outcome.keptRuns.length, 'run')} kept`,
    ...(outcome.modelName === null ? [] : [plainText(outcome.modelName, 60)]),
    ...(outcome.usage === null
      ? []
      : [`${wholeNumber(outcome.usage.inputTokens)} in / ${wholeNumber(outcome.usage.outputTokens)} out`]),
    `${(outcome.durationMs / 1000).toFixed(1)} s`,
  ];
  const text = outcome.summaryText ?? 'The covered runs are dropped; nothing stands in for them.';
  const lines = text.split('\n').map((line) => plainText(line, 4000));
  await io.stdout.write(`${paint('dim', facts.join(' · '))}\n\n${lines.join('\n')}\n`);
  if (path !== null) await io.stdout.write(`\n${paint('dim', `stored in ${path}`)}\n`);
}
