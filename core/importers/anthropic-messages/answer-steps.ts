import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { assistantItems } from '../readers/anthropic-blocks.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { anthropicUsage, tokenCount } from '../readers/usage.ts';
import { noticeStep, replyStep, stepCall } from '../steps/make-step.ts';
import type { CallStep, CompactionStep, Step } from '../steps/step.ts';

export interface AnswerDetails {
  readonly id: string | null;
  readonly model: string | null;
  readonly atMs: number | null;
}

/** An assistant message that is only repeated: nothing is known of its call. */
export function repeatedSteps(message: RawRecord, details: Omit<AnswerDetails, 'model'>): readonly Step[] {
  const { compactions, items } = parted(message['content'], details.atMs, {});
  return [...compactions, replyStep(items, details)];
}

/**
 * An answer as the API gave it. It is one call, beside which a summary that was made for it, or an
 * adviser that was asked, is billed as a call of its own: the report's own figures leave these out.
 */
export function answerSteps(answer: RawRecord, details: AnswerDetails): readonly Step[] {
  const { id, model, atMs } = details;
  const { usage } = answer;
  const iterations =
    isRecord(usage) && isList(usage['iterations']) ? usage['iterations'].filter(isRecord) : [];
  const own = iterations.filter(({ type }) => type === undefined || type === 'message');
  const { compactions, items } = parted(answer['content'], atMs, {
    before: iterations.find(({ type }) => type === 'compaction'),
    after: own[0],
  });
  const last = own.length > 1 ? own.at(-1) : usage;
  // The model was asked several times for one answer; only the last time is what the context held then.
  const others = iterations.filter(
    (iteration) => iteration !== last && (own.length > 1 || !own.includes(iteration)),
  );
  const asides = others.map((iteration): CallStep => ({
    kind: 'call',
    call: stepCall(anthropicUsage(iteration), textOrNull(iteration['model']) ?? model),
    atMs,
  }));
  return [
    ...clearedNotices(answer, atMs),
    ...compactions,
    ...asides,
    replyStep(items, { id, atMs, call: stepCall(anthropicUsage(last), model, id) }),
    ...(answer['stop_reason'] === 'pause_turn' ? [noticeStep('info', '', 'paused', atMs)] : []),
  ];
}

interface PartedContent {
  readonly compactions: readonly CompactionStep[];
  readonly items: ReturnType<typeof assistantItems>;
}

/** A summary replaces everything before the answer that it stands in. */
function parted(
  content: unknown,
  atMs: number | null,
  reports: { readonly before?: RawRecord | undefined; readonly after?: RawRecord | undefined },
): PartedContent {
  if (!isList(content)) return { compactions: [], items: assistantItems(content) };
  const isCompaction = (block: unknown): block is RawRecord =>
    isRecord(block) && block['type'] === 'compaction';
  const compactions = content.filter(isCompaction).map((block): CompactionStep => ({
    kind: 'compaction',
    id: null,
    text: textOrNull(block['content']),
    opaque: textOrNull(block['content']) === null,
    trigger: 'auto',
    tokensBefore: anthropicUsage(reports.before)?.prompt ?? null,
    tokensAfter: anthropicUsage(reports.after)?.prompt ?? null,
    keptFromId: null,
    atMs,
  }));
  return { compactions, items: assistantItems(content.filter((block) => !isCompaction(block))) };
}

/** Results or thoughts that the API left out of the context: no summary, and no run is gone. */
function clearedNotices(answer: RawRecord, atMs: number | null): readonly Step[] {
  const management = answer['context_management'];
  const edits =
    isRecord(management) && isList(management['applied_edits']) ? management['applied_edits'] : [];
  return edits.filter(isRecord).flatMap((edit) => {
    const name = textOrNull(edit['type']) ?? 'an edit';
    if (name.startsWith('compact')) return [];
    const cleared = Object.entries(edit)
      .filter(([field]) => field.startsWith('cleared_'))
      .map(
        ([field, count]) =>
          `${tokenCount(count) ?? 0} ${field.slice('cleared_'.length).replaceAll('_', ' ')}`,
      );
    const what = cleared.length === 0 ? (textOrJson(edit) ?? '') : cleared.join(', ');
    return [
      noticeStep('info', `The context was edited before this call (${name}): ${what} cleared.`, null, atMs),
    ];
  });
}
