import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CliIo, ExitCode } from '../../../../core/cli/cli-io.ts';
import { runCli } from '../../../../core/cli/program.ts';
import { tempDir } from '../../../support/temp-dir.ts';

export interface CliRun {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line with an environment of its own; nothing is a terminal. */
export async function runTidemark(
  argv: readonly string[],
  env: CliIo['env'] = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<CliRun> {
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written) => ({
    isTerminal: false,
    write: async (text: string) => {
      written[name] += text;
    },
  });
  const code = await runCli(argv, {
    stdout: output('stdout'),
    stderr: output('stderr'),
    stdin: noInput(),
    env,
    signal,
    nowMs: () => 0,
    newId: randomUUID,
    version: '0.0.0',
  });
  return { code, ...written };
}

async function* noInput(): AsyncGenerator<Uint8Array, void, undefined> {
  // Standard input is closed.
}

/**
 * A HasteKit file of runs with one call each: a user message of 20 tokens, a reply of 30, and the totals
 * that the provider reported, each 30 more than its prompt.
 */
export async function fileOfRuns(totals: readonly number[], threadId = 't-1'): Promise<string> {
  const path = join(await tempDir(), `${threadId}.jsonl`);
  const lines = totals.map((total, index) => JSON.stringify(recordOf(total, index, threadId)));
  await writeFile(path, `${lines.join('\n')}\n`);
  return path;
}

function recordOf(total: number, index: number, threadId: string): unknown {
  const user = { type: 'input_text', text: `Berth B-${100 + index}? `.padEnd(64, '.') };
  const answer = { type: 'output_text', text: `Berth B-${100 + index} is free. `.padEnd(104, '.') };
  return {
    type: 'message',
    message: {
      run_id: `r${index + 1}`,
      ...(index === 0 ? {} : { previous_run_id: `r${index}` }),
      thread_id: threadId,
      conversation_id: 'c-1',
      namespace: 'default',
      messages: [
        { id: `u${index}`, sender_id: 'ann', messages: [{ type: 'message', role: 'user', content: [user] }] },
        {
          id: `a${index}`,
          sender_id: 'desk',
          messages: [{ id: `m${index}`, role: 'assistant', content: [answer] }],
        },
      ],
      meta: {
        run_state: {
          status: 'completed',
          current_step: 'complete',
          context_tokens: total,
          pending_context_tokens: 0,
          usage: { input_tokens: total - 30, output_tokens: 30, total_tokens: total },
        },
      },
      created_at: `2026-08-20T09:0${index}:00Z`,
    },
  };
}
