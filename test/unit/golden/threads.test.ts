import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openJsonlPersistence } from '../../../core/adapters/jsonl/open-jsonl-persistence.ts';
import { runId } from '../../../core/domain/ids.ts';
import type { ModelView } from '../../../core/domain/thread.ts';
import type { ConversationPersistence } from '../../../core/persistence/conversation-persistence.ts';
import { SUMMARY_PREAMBLE } from '../../../core/summarizers/summary-input.ts';
import { HandClock, numberedIds } from '../../support/builders.ts';
import {
  AGENT_NAME,
  flattenedText,
  isAgentCall,
  isRunRow,
  questionOf,
  readGoldenThread,
  wireItemOf,
  type GoldenCall,
  type GoldenRow,
  type GoldenThread,
} from '../../support/golden.ts';
import { GOLDEN_THREAD, holdConversation, type MadeCall } from '../../support/golden-run.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { expectedOfUs } from './our-differences.ts';

const THREADS = [
  'plain',
  'plain-measured',
  'llm-tip',
  'llm-measured',
  'llm-big-tools',
  'sliding-tip',
  'sliding-measured',
  'pair-small-none',
  'pair-small-llm-1200-3',
  'pair-small-sliding-2',
  'pair-big-none',
  'pair-big-llm-6000-2',
  'pair-big-llm-1200-3',
];

describe.each(THREADS)('thread %s of the reference SDK', (name) => {
  const golden = readGoldenThread(name);
  const expected = expectedOfUs(name, golden);

  it('is held again by our agent: occupancies, requests, the file, and what loads from it', async () => {
    const run = await holdConversation(golden, await tempDir());

    expect(run.calls).toEqual(expected.calls.map((call, index) => asMade(call, run.calls[index], golden)));
    expect(summarizedBeforeCalls(run.calls)).toEqual(expected.summarizedBeforeCalls);
    expect(recordsIn(run.fileText)).toEqual(recordsOf(expected, 'id'));
    expect(await loadsFrom(run.persistence, run.runIds, expected)).toEqual(expected.loads);
    expect(await run.persistence.listThreads()).toMatchObject([
      { title: questionOf(0), runCount: golden.runs, lastRunId: run.runIds.at(-1) },
    ]);
    expect(run.warnings).toEqual([]);
    await run.persistence.close();
  });

  it('loads from the SDK’s own file, by every run id, as it did there', async () => {
    const directory = await tempDir();
    const lines = recordsOf(golden, 'sdk').map((record) => `${JSON.stringify(record)}\n`);
    await writeFile(join(directory, 'conversation.jsonl'), lines.join(''));
    const persistence = await openJsonlPersistence(directory, {
      nowMs: new HandClock().nowMs,
      newId: numberedIds('fresh'),
    });
    const runIds = Array.from({ length: golden.runs }, (_, index) => runId(`run-${index + 1}`));
    const newest = golden.loads[String(golden.runs - 1)] ?? '';
    expect(await loadsFrom(persistence, runIds, golden)).toEqual(
      // No run named means the newest: the summary applies, where the SDK leaves it out.
      '' in golden.loads ? { ...golden.loads, '': newest } : golden.loads,
    );
    const transcript = await persistence.loadTranscript(GOLDEN_THREAD);
    expect(transcript.map((each) => each.runId)).toEqual(runIds);
    await persistence.close();
  });
});

/** A call of the fixture as our agent has to make it. Where the fixture only counts items, so do we. */
function asMade(call: GoldenCall, made: MadeCall | undefined, golden: GoldenThread): MadeCall {
  if (isAgentCall(call)) {
    const { run, iteration, occupancy, spentBefore, sent } = call;
    return {
      run,
      iteration,
      occupancy,
      spentBefore,
      sent: typeof sent === 'string' ? sent : counted(made, sent),
    };
  }
  if (typeof call.summarizer === 'string') {
    return { summarizer: `${SUMMARY_PREAMBLE}\n\n${flattenedText(call.summarizer, golden.tableEntries)}` };
  }
  return made !== undefined && 'summarizer' in made ? made : { summarizer: 'a call of the summarizer' };
}

function counted(made: MadeCall | undefined, count: number): string {
  if (made === undefined || !('sent' in made)) return `${count} items`;
  return made.sent.split(' ').length === count ? made.sent : `${count} items`;
}

function summarizedBeforeCalls(calls: readonly MadeCall[]): readonly number[] {
  const agentCalls = calls.filter((call) => 'sent' in call);
  return agentCalls.flatMap((call, index) => {
    const before = calls[calls.indexOf(call) - 1];
    return before !== undefined && 'summarizer' in before ? [index] : [];
  });
}

/** `s0 3 4` for every run id of the fixture's loads: the summary by its number, then the runs. */
async function loadsFrom(
  persistence: ConversationPersistence,
  runIds: readonly string[],
  { loads }: GoldenThread,
): Promise<Record<string, string>> {
  const summaries = await persistence.loadSummaries(GOLDEN_THREAD);
  const shown = (view: ModelView): string =>
    [
      ...(view.summary === null
        ? []
        : [`s${summaries.findIndex((each) => each.summaryId === view.summary?.summaryId)}`]),
      ...view.runs.map((run) => runIds.indexOf(run.runId)),
    ].join(' ');
  const found: Record<string, string> = {};
  for (const key of Object.keys(loads)) {
    const upTo = key === '' ? undefined : runId(runIds[Number(key)] ?? 'missing');
    found[key] = shown(await persistence.loadMessages(GOLDEN_THREAD, upTo));
  }
  return found;
}

/** The file's records with ids of messages, summaries and conversation, and times, made equal. */
function recordsIn(fileText: string): readonly unknown[] {
  const record = z.record(z.string(), z.unknown());
  const lines = fileText.trimEnd().split('\n');
  return lines.map((line) => {
    const parsed = record.parse(JSON.parse(line));
    return JSON.parse(
      JSON.stringify(parsed, (key: string, value: unknown) => {
        if (key === 'created_at') return '2026-12-01T21:50:49.322946929Z';
        const isId = typeof value === 'string' && /^id-\d+$/.test(value);
        return isId ? 'id' : value;
      }),
    ) as unknown;
  });
}

/** The records that the SDK wrote, ids aside. */
function recordsOf(golden: GoldenThread, ids: 'id' | 'sdk'): readonly unknown[] {
  let agentCalls = 0;
  const freshId = ids === 'id' ? () => 'id' : numberedIds('id');
  const conversation = freshId();
  return golden.file.map((row) => {
    if (!isRunRow(row)) return { type: 'summary', summary: summaryBody(row, freshId, golden) };
    const messages = row.items.split(' ').map((symbol) => {
      if (/^[CA]/.test(symbol)) agentCalls += 1;
      const senderId = /^[CA]/.test(symbol) ? AGENT_NAME : 'user-1';
      return {
        id: freshId(),
        sender_id: senderId,
        messages: [wireItemOf(symbol, agentCalls, golden.tableEntries)],
      };
    });
    return { type: 'message', message: runBody(row, messages, conversation) };
  });
}

function runBody(
  row: Extract<GoldenRow, { items: string }>,
  messages: readonly unknown[],
  conversation: string,
): Record<string, unknown> {
  const [input, output] = row.spent;
  return {
    run_id: `run-${row.run + 1}`,
    ...(row.run === 0 ? {} : { previous_run_id: `run-${row.run}` }),
    thread_id: GOLDEN_THREAD.threadId,
    conversation_id: conversation,
    namespace: 'default',
    messages,
    meta: {
      run_state: {
        status: 'completed',
        current_step: 'complete',
        loop_iteration: row.loopIteration,
        usage: {
          input_tokens: input,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: output,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: input + output,
        },
        context_tokens: row.contextTokens,
        pending_context_tokens: 0,
        traceid: '',
        last_agent_name: AGENT_NAME,
        ...(row.approved === undefined ? {} : { queued_approvals: [row.approved] }),
      },
      state: {},
    },
    created_at: '2026-12-01T21:50:49.322946929Z',
  };
}

function summaryBody(
  row: Extract<GoldenRow, { summary: number }>,
  freshId: () => string,
  golden: GoldenThread,
): Record<string, unknown> {
  const message = { id: freshId(), sender_id: '', messages: [wireItemOf('S', 0, golden.tableEntries)] };
  return {
    id: freshId(),
    thread_id: GOLDEN_THREAD.threadId,
    namespace: 'default',
    summary_message: row.text ? message : { id: '', sender_id: '', messages: null },
    last_summarized_run_id: row.boundary === 'elsewhere' ? 'elsewhere' : `run-${row.boundary + 1}`,
    created_at: '2026-12-01T21:50:49.322946929Z',
    meta: { is_summary: true },
  };
}
