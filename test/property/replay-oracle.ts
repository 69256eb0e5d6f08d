import type { PolicySpec } from '../../core/domain/policy-spec.ts';
import type { Message } from '../../core/domain/message.ts';
import type { ThreadDocument } from '../../core/domain/thread.ts';
import { estimateMessagesTokens } from '../../core/domain/token-estimate.ts';
import { buildThreadProfile, calibrate, indexProfile } from '../../core/replay/index.ts';
import { placeModelCalls } from '../../core/replay/place-model-calls.ts';

export interface OracleStep {
  readonly occupancy: number;
  readonly fired: boolean;
  readonly boundaryRun: number | null;
  readonly prompt: number;
  readonly sentMessages: number;
}

interface View {
  readonly firstRun: number;
  readonly summaryTokens: number | null;
}

/**
 * The rules of a replay once more, in the plainest way: at every call every list is put together and
 * estimated anew. Only for threads that were never summarized, so that what was sent is the transcript.
 */
export function plainReplay(
  document: ThreadDocument,
  policy: PolicySpec,
  summaryTokens: number,
): readonly OracleStep[] {
  const calls = callsOf(document);
  const calibration = calibrate(indexProfile(buildThreadProfile(document)));
  const overhead = calibration?.overheadTokens ?? 0;
  const factor = calibration?.factor ?? 1;
  const steps: OracleStep[] = [];
  let view: View = { firstRun: 0, summaryTokens: null };
  let measured = 0;
  let point: { readonly tokens: number; readonly content: number } | null = null;
  let sentSoFar: readonly Message[] = [];

  calls.forEach((call) => {
    const messages = document.runs.slice(0, call.run).flatMap((run) => run.messages);
    const inFlight = document.runs[call.run]?.messages ?? [];
    const upTo = [...messages, ...inFlight.slice(0, call.replyAt)];
    const occupancy = measured + estimateMessagesTokens(upTo.slice(sentSoFar.length));
    const fold = decide(document, policy, occupancy, view, call.run);
    if (fold !== null) {
      const covered = document.runs.slice(view.firstRun, fold).flatMap((run) => run.messages);
      const size = Math.min(summaryTokens, estimateMessagesTokens(covered) + (view.summaryTokens ?? 0));
      view = { firstRun: fold, summaryTokens: policy.summarizer === 'llm' ? size : null };
    }
    const kept = document.runs.slice(view.firstRun, call.run).flatMap((run) => run.messages);
    const sent = [...kept, ...inFlight.slice(0, call.replyAt)];
    const estimate = estimateMessagesTokens(sent) + (view.summaryTokens ?? 0);
    const isAsSent = sent.length === upTo.length && view.summaryTokens === null;
    const takes = (tokens: number, reported: number | null): number => {
      if (isAsSent && reported !== null) return reported;
      if (point !== null && Math.abs(tokens - point.content) <= tokens) {
        return Math.max(0, point.tokens + factor * (tokens - point.content));
      }
      return overhead + factor * tokens;
    };
    if (call.prompt !== null) point = { tokens: call.prompt, content: estimateMessagesTokens(upTo) };
    const prompt = takes(estimate, call.prompt);
    const reply = inFlight.slice(call.replyAt, call.replyEnd);
    sentSoFar = [...upTo, ...reply];
    if (call.total !== null) point = { tokens: call.total, content: estimateMessagesTokens(sentSoFar) };
    measured = takes(estimate + estimateMessagesTokens(reply), call.total);
    steps.push({
      occupancy,
      fired: fold !== null,
      boundaryRun: fold === null ? null : lastWithMessages(document, fold),
      prompt,
      sentMessages: sent.length + (view.summaryTokens === null ? 0 : 1),
    });
  });
  return steps;
}

/** The first run to keep; null when nothing is folded. */
function decide(
  document: ThreadDocument,
  policy: PolicySpec,
  occupancy: number,
  view: View,
  run: number,
): number | null {
  if (policy.summarizer === 'none') return null;
  if (policy.summarizer === 'llm' && occupancy <= policy.tokenThreshold) return null;
  const keep = policy.summarizer === 'llm' ? policy.keepRecentCount : policy.keepCount;
  const blocks: number[] = [];
  for (let index = view.firstRun; index < run; index += 1) {
    if (document.runs[index]?.messages.length !== 0) blocks.push(index);
  }
  blocks.push(run);
  if (blocks.length + (view.summaryTokens === null ? 0 : 1) <= keep) return null;
  const firstKept = blocks[blocks.length - keep];
  return firstKept === undefined || firstKept === blocks[0] ? null : firstKept;
}

function lastWithMessages(document: ThreadDocument, before: number): number | null {
  for (let index = before - 1; index >= 0; index -= 1) {
    if (document.runs[index]?.messages.length !== 0) return index;
  }
  return null;
}

function callsOf(document: ThreadDocument) {
  return document.runs.flatMap((run, index) =>
    placeModelCalls(run.messages, run.calls).map(({ replyAt, replyEnd, call }, place, all) => ({
      run: index,
      replyAt,
      replyEnd,
      prompt: call?.prompt ?? null,
      total: call?.total ?? (place === all.length - 1 ? (run.occupancyAfter?.measuredTokens ?? null) : null),
    })),
  );
}
