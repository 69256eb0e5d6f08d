import { conversationId, messageId, runId, summaryId, threadId } from '../../core/domain/ids.ts';
import type { InputItem } from '../../core/domain/input-item.ts';
import type { Message } from '../../core/domain/message.ts';
import type { ModelCall } from '../../core/domain/model-call.ts';
import type { RunStatus, SummaryBoundary, ThreadDocument, ThreadRun } from '../../core/domain/thread.ts';
import { estimateMessagesTokens, estimateMessageTokens } from '../../core/domain/token-estimate.ts';

const START_MS = Date.UTC(2026, 2, 9, 8, 30);
const MINUTE_MS = 60_000;
const OVERHEAD_TOKENS = 900;

export interface FakeThreadOptions {
  readonly id: string;
  readonly title: string;
  readonly format: string;
  readonly runs: number;
  /** Words in an answer; the thread's size follows from it. */
  readonly words?: number;
  readonly toolCallsPerRun?: number;
  /** Whether calls report their usage. Default true. */
  readonly reports?: boolean;
  /** Run counts after which a summary was made: its boundary covers that many runs. */
  readonly summariesAfter?: readonly number[];
  /** The last summary is inert: it names a run the thread doesn't have. */
  readonly inert?: boolean;
  readonly lastStatus?: RunStatus;
  /** System prompt that the source tells beside the messages. */
  readonly instructions?: string;
}

const SUBJECTS = [
  'Backfill March invoices and compare totals against LEDGER-7731',
  'Totals differ by 381.22 EUR, find the invoice',
  'Write the correcting entry and rerun the nightly job',
  'Report the totals by cost centre',
  'The crane alarm repeats every 40 seconds, why?',
  'Draft the notice to the harbour master for berth 14',
  'Check /srv/ledger/backfill.sql for the rounding rule',
  'Compare the tide table of 2026-03-14 with the pump log',
];

const SENTENCE =
  'Batch b-0319 was posted on 2026-03-14 and holds 212 rows, of which INV-2041 differs by 381.22 EUR from the ledger. ';

/** A thread of invented runs, the same for the same options. */
export function fakeThread(options: FakeThreadOptions): ThreadDocument {
  const runs: ThreadRun[] = [];
  const boundaries: SummaryBoundary[] = [];
  const startTokens = [0];
  let atMs = START_MS;
  let firstRun = 0;
  let summary: Message | null = null;
  for (let index = 0; index < options.runs; index += 1) {
    if (options.summariesAfter?.includes(index - 2) === true) {
      const covered = index - 2;
      summary = summaryMessage(options.id, covered);
      firstRun = covered;
      boundaries.push(boundaryOf(options, covered, summary, index, atMs));
    }
    const summaryTokens = summary === null ? 0 : estimateMessageTokens(summary);
    const keptTokens = (startTokens[index] ?? 0) - (startTokens[firstRun] ?? 0);
    const run = fakeRun(options, index, atMs, summaryTokens + keptTokens);
    runs.push(run);
    startTokens.push((startTokens[index] ?? 0) + estimateMessagesTokens(run.messages));
    // Every ninth turn comes after a pause; the others within a few minutes.
    atMs = (run.endedAtMs ?? atMs) + (index % 9 === 8 ? 95 : 2) * MINUTE_MS;
  }
  return {
    threadId: threadId(options.id),
    namespace: 'default',
    conversationId: conversationId(`c-${options.id}`),
    format: options.format,
    title: options.title,
    branchOf: null,
    runs,
    boundaries,
  };
}

function fakeRun(options: FakeThreadOptions, index: number, atMs: number, sentBefore: number): ThreadRun {
  const { id, toolCallsPerRun = 2, words = 60, instructions } = options;
  const subject = SUBJECTS[index % SUBJECTS.length] ?? 'Go on';
  const messages: Message[] = [text(`${id}-${index}-u`, 'user', `${subject}. Keep the old entry visible.`)];
  const calls: ModelCall[] = [];
  const report = (replyAt: number): void => {
    const prompt = OVERHEAD_TOKENS + sentBefore + estimateMessagesTokens(messages.slice(0, replyAt));
    const reply = messages[replyAt];
    const output = reply === undefined ? 0 : estimateMessageTokens(reply);
    calls.push(callOf(replyAt, prompt, output, options.reports !== false, atMs + calls.length * 2_300));
  };
  for (let call = 0; call < toolCallsPerRun + (index % 3); call += 1) {
    const callId = `call-${index}-${call}`;
    messages.push(bundle(`${id}-${index}-c${call}`, toolCall(callId, index)));
    report(messages.length - 1);
    messages.push(bundle(`${id}-${index}-r${call}`, toolResult(callId, index, words)));
  }
  messages.push(text(`${id}-${index}-a`, 'assistant', answer(index, words)));
  report(messages.length - 1);
  const last = calls.at(-1);
  const isLast = index === options.runs - 1;
  return {
    runId: runId(`${id}-run-${index}`),
    previousRunId: index === 0 ? null : runId(`${id}-run-${index - 1}`),
    threadId: threadId(id),
    conversationId: conversationId(`c-${id}`),
    messages,
    createdAtMs: atMs,
    meta: index === 0 && instructions !== undefined ? { instructions: [told(instructions)] } : {},
    status: isLast ? (options.lastStatus ?? 'complete') : 'complete',
    calls,
    occupancyAfter: last?.reported === true ? { measuredTokens: last.total ?? 0, pendingTokens: 0 } : null,
    endedAtMs: atMs + calls.length * 2_300,
    copiedFrom: null,
  };
}

function told(content: string): InputItem {
  return { type: 'message', role: 'system', content };
}

function callOf(replyAt: number, prompt: number, output: number, reported: boolean, atMs: number): ModelCall {
  return {
    model: 'gpt-4o-mini',
    replyAt,
    prompt: reported ? prompt : null,
    cached: reported ? Math.floor(prompt / 2) : null,
    cacheWritten: null,
    output: reported ? output : null,
    reasoning: null,
    total: reported ? prompt + output : null,
    reported,
    perCall: true,
    atMs,
  };
}

function boundaryOf(
  options: FakeThreadOptions,
  covered: number,
  message: Message,
  madeBy: number,
  atMs: number,
): SummaryBoundary {
  const isInert = options.inert === true && covered === options.summariesAfter?.at(-1);
  return {
    summaryId: summaryId(`${options.id}-summary-${covered}`),
    threadId: threadId(options.id),
    message,
    lastSummarizedRunId: runId(isInert ? 'run-of-another-thread' : `${options.id}-run-${covered - 1}`),
    createdAtMs: atMs,
    madeByRunId: runId(`${options.id}-run-${madeBy}`),
    trigger: 'auto',
    tokensBefore: null,
    tokensAfter: null,
    opaque: false,
  };
}

function summaryMessage(id: string, covered: number): Message {
  const body =
    `Previous conversation summary: ${covered} runs of invoice work. Totals differed by 381.22 EUR because of ` +
    'INV-2041. Decision: keep the old entry, write a correcting one. Open: the nightly job.';
  return text(`${id}-summary-message-${covered}`, 'system', body, '');
}

function answer(index: number, words: number): string {
  const sentences = Math.max(1, Math.round(words / 20));
  const body = SENTENCE.repeat(sentences + (index % 4));
  if (index % 5 !== 2) return `The difference is one invoice, **INV-2041**. ${body}`;
  return `Here is the check:\n\n\`\`\`sql\nSELECT id, amount\nFROM invoices\nWHERE batch = 'b-0319' AND amount > 100;\n\`\`\`\n\n| invoice | amount |\n| --- | ---: |\n| INV-2041 | 381.22 |\n| INV-2042 | 12.00 |\n\n${body}`;
}

function toolCall(callId: string, index: number): InputItem {
  return {
    type: 'function_call',
    call_id: callId,
    name: index % 2 === 0 ? 'post_entry' : 'compare_totals',
    arguments: JSON.stringify({ invoice: 'INV-2041', amount: 381.22, currency: 'EUR', rows: [1, 2, index] }),
  };
}

function toolResult(callId: string, index: number, words: number): InputItem {
  const note = SENTENCE.repeat(Math.max(1, Math.round(words / 30)));
  return {
    type: 'function_call_output',
    call_id: callId,
    output: JSON.stringify({ status: 201, entry: `LEDGER-${7700 + index}`, note }),
  };
}

function text(
  id: string,
  role: 'user' | 'assistant' | 'system',
  body: string,
  senderId: string = role,
): Message {
  return {
    id: messageId(id),
    senderId,
    items: [
      {
        type: 'message',
        role,
        content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text: body }],
      },
    ],
  };
}

function bundle(id: string, item: InputItem): Message {
  return { id: messageId(id), senderId: 'agent', items: [item] };
}
