import { type Message } from '../domain/message.ts';
import { type PolicySpec } from '../domain/policy-spec.ts';
import { type ThreadDocument } from '../domain/thread.ts';
import { estimateMessageTokens } from '../domain/token-estimate.ts';
import { type Usage } from '../domain/usage.ts';
import { type Fold } from './policy-walk.ts';
import { type RealSummary, type ReplayOptions } from './replay-options.ts';
import { replayProfile, type Replay } from './replay-profile.ts';
import { type ThreadProfile } from './thread-profile.ts';

export interface WrittenSummary {
  /** What stands in for the covered part from now on. */
  readonly message: Message;
  /** Null: the model reported none. */
  readonly usage: Usage | null;
}

/**
 * Summarizes messages, the earlier summary first among them where there is one.
 *
 * @throws InspectorError as a summarizer does; the replay then fails with it.
 */
export type WriteSummary = (covered: readonly Message[], fold: number) => Promise<WrittenSummary>;

export interface RealReplay {
  readonly replay: Replay;
  /** By fold. */
  readonly summaries: readonly WrittenSummary[];
}

/**
 * Replays a thread with a summarizer that really summarizes: each summary's own size decides what comes
 * after it. The summarizer is asked once per fold, in order.
 *
 * @param profile That of `document`.
 */
export async function replayWithSummaries(
  document: ThreadDocument,
  profile: ThreadProfile,
  policy: PolicySpec,
  options: Omit<ReplayOptions, 'realSummaries'>,
  writeSummary: WriteSummary,
): Promise<RealReplay> {
  const summaries: WrittenSummary[] = [];
  for (;;) {
    const realSummaries = summaries.map(realSummaryOf);
    // From the beginning again for each fold: a replay costs nothing beside a model's answer.
    const replay = replayProfile(profile, policy, { ...options, realSummaries });
    if (replay.pendingFold === null) return { replay, summaries };
    const covered = coveredMessages(document, replay.pendingFold, summaries.at(-1)?.message ?? null);
    summaries.push(await writeSummary(covered, summaries.length));
  }
}

function realSummaryOf({ message, usage }: WrittenSummary): RealSummary {
  return { tokens: estimateMessageTokens(message), usage };
}

function coveredMessages(
  document: ThreadDocument,
  fold: Fold,
  earlierSummary: Message | null,
): readonly Message[] {
  const runs = document.runs.slice(fold.before.firstRun, fold.after.firstRun);
  const messages = runs.flatMap((run) => run.messages);
  return fold.before.summaryTokens < 0 || earlierSummary === null ? messages : [earlierSummary, ...messages];
}
