import { writeFile } from 'node:fs/promises';

export interface ThreadFileOptions {
  readonly threadId: string;
  readonly runCount: number;
  /** Characters of each answer. Default 40. */
  readonly answerLength?: number;
}

/**
 * Writes a HasteKit history of `runCount` runs, each a question and an answer. Every call reports its
 * usage: run n (from 1) has a total of 1,000 × n tokens, so any threshold can be crossed on purpose.
 */
export async function writeThreadFile(path: string, options: ThreadFileOptions): Promise<void> {
  await writeFile(path, threadLines(options).join('\n') + '\n');
}

/** The lines of such a file, one per run. */
export function threadLines({ threadId, runCount, answerLength = 40 }: ThreadFileOptions): string[] {
  return Array.from({ length: runCount }, (_, index) =>
    JSON.stringify(record(threadId, index, answerLength)),
  );
}

function record(threadId: string, index: number, answerLength: number): unknown {
  const runId = `${threadId}-run-${index + 1}`;
  const createdAt = new Date(Date.UTC(2026, 0, 1, 10, index)).toISOString();
  const total = 1000 * (index + 1);
  return {
    type: 'message',
    message: {
      run_id: runId,
      ...(index === 0 ? {} : { previous_run_id: `${threadId}-run-${index}` }),
      thread_id: threadId,
      conversation_id: `${threadId}-conversation`,
      messages: [
        say(
          `${runId}-question`,
          'user-1',
          'user',
          'input_text',
          `Question ${index + 1} about order ORD-${1000 + index}.`,
        ),
        say(
          `${runId}-answer`,
          'agent-1',
          'assistant',
          'output_text',
          `Answer ${index + 1}. `.padEnd(answerLength, 'x'),
        ),
      ],
      meta: {
        run_state: {
          status: 'completed',
          usage: { input_tokens: total - 50, output_tokens: 50, total_tokens: total },
          context_tokens: total,
          pending_context_tokens: 0,
        },
      },
      created_at: createdAt,
    },
  };
}

function say(id: string, sender: string, role: string, type: string, text: string): unknown {
  return { id, sender_id: sender, messages: [{ type: 'message', role, content: [{ type, text }] }] };
}
