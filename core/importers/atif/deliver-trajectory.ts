import { conversationId, threadId, type ThreadId } from '../../domain/ids.ts';
import type { ThreadHeader } from '../../domain/thread.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { CallIds } from '../readers/call-ids.ts';
import { isList, plainText, textOrNull } from '../readers/json-text.ts';
import { stableId } from '../readers/stable-id.ts';
import { normalUsage, tokenCount } from '../readers/usage.ts';
import { stepCall } from '../steps/make-step.ts';
import { RunNames } from '../steps/run-names.ts';
import { StepThread } from '../steps/step-thread.ts';
import type { ImportSink } from '../thread-import.ts';
import {
  compactionOf,
  contentText,
  isCompaction,
  sourceOf,
  subAgentRefs,
  summaryOf,
  trajectorySteps,
  type StepContext,
} from './trajectory-steps.ts';

export const FORMAT = 'atif';

interface Pending {
  readonly trajectory: RawRecord;
  readonly id: ThreadId;
  readonly conversation: string;
  readonly startedBy: ThreadHeader['startedBy'];
}

/** Delivers trajectories with the sub-agents that are embedded in them, each a thread of its own. */
export class TrajectoryWriter {
  readonly #sink: ImportSink;
  readonly #names = new RunNames();
  #unknownSteps = 0;

  constructor(sink: ImportSink) {
    this.#sink = sink;
  }

  add(trajectory: RawRecord): void {
    const agent = isRecord(trajectory['agent']) ? trajectory['agent'] : {};
    const extra = isRecord(agent['extra']) ? agent['extra'] : {};
    // A sub-agent in a file of its own names the session that started it.
    const parent = textOrNull(extra['parent_session_id']);
    const name =
      textOrNull(trajectory['session_id']) ??
      textOrNull(trajectory['trajectory_id']) ??
      namelessId(trajectory);
    const id = threadId(this.#names.name(name, 0));
    const pending: Pending[] = [
      {
        trajectory,
        id,
        conversation: parent ?? id,
        startedBy: parent === null ? null : { threadId: threadId(parent), runId: null },
      },
    ];
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      pending.push(...this.#deliver(next));
    }
  }

  end(): void {
    if (this.#unknownSteps === 0) return;
    this.#sink.warning({
      code: 'unknown-record',
      line: null,
      message: `${this.#unknownSteps} steps are by somebody who is no user, no agent and no system; they are shown as context.`,
    });
  }

  /** @returns The trajectories embedded in it. */
  #deliver({ trajectory, id, conversation, startedBy }: Pending): readonly Pending[] {
    const agent = isRecord(trajectory['agent']) ? trajectory['agent'] : {};
    const context: StepContext = {
      ids: new CallIds(),
      defaultModel: textOrNull(agent['model_name']),
      copiedFrom: startedBy?.threadId ?? null,
    };
    const thread = new StepThread(this.#sink, {
      threadId: id,
      namespace: 'default',
      conversationId: conversationId(conversation),
      format: FORMAT,
      title: null,
      fallbackTitle: textOrNull(agent['name']) ?? id,
      branchOf: null,
      ...(startedBy === null || startedBy === undefined ? {} : { startedBy }),
    });
    const starters = this.#addSteps(thread, id, trajectory, context);
    addTotals(thread, trajectory);
    thread.end();
    const embedded = trajectory['subagent_trajectories'];
    return (isList(embedded) ? embedded.filter(isRecord) : []).map((inner, place) => {
      const own = textOrNull(inner['trajectory_id']) ?? textOrNull(inner['session_id']);
      return {
        trajectory: inner,
        id: threadId(this.#names.name(own ?? `${id}/agent-${place + 1}`, 0)),
        conversation,
        startedBy: starters.get(own ?? '') ?? { threadId: id, runId: null },
      };
    });
  }

  /** @returns The runs that started sub-agents, by the name of what they did. */
  #addSteps(
    thread: StepThread,
    id: ThreadId,
    trajectory: RawRecord,
    context: StepContext,
  ): ReadonlyMap<string, NonNullable<ThreadHeader['startedBy']>> {
    const starters = new Map<string, NonNullable<ThreadHeader['startedBy']>>();
    const steps = isList(trajectory['steps']) ? trajectory['steps'].filter(isRecord) : [];
    let taken = -1;
    steps.forEach((step, place) => {
      if (place === taken) return;
      if (isCompaction(step)) {
        const summary = summaryOf(step);
        const handoff = summary === null ? handoffIn(steps[place + 1]) : null;
        if (handoff !== null) taken = place + 1;
        thread.add(compactionOf(step, summary ?? handoff));
      } else for (const made of trajectorySteps(step, context)) thread.add(made);
      if (sourceOf(step) === null) this.#unknownSteps += 1;
      for (const ref of subAgentRefs(step)) {
        const name = textOrNull(ref['trajectory_id']) ?? textOrNull(ref['session_id']);
        if (name !== null) starters.set(name, { threadId: id, runId: thread.runId });
      }
    });
    return starters;
  }
}

/** Where a summarizer was asked and its answer is nowhere, the agent is handed over what it needs next. */
function handoffIn(step: RawRecord | undefined): string | null {
  if (step === undefined || sourceOf(step) !== 'user') return null;
  return contentText(step['message']) || null;
}

/** Sums of the whole trajectory, for one whose steps report nothing. */
function addTotals(thread: StepThread, trajectory: RawRecord): void {
  const totals = trajectory['final_metrics'];
  const steps = isList(trajectory['steps']) ? trajectory['steps'] : [];
  const isMeasured = steps.some((step) => isRecord(step) && isRecord(step['metrics']));
  if (!isRecord(totals) || isMeasured) return;
  const usage = normalUsage({
    prompt: tokenCount(totals['total_prompt_tokens']),
    cached: tokenCount(totals['total_cached_tokens']),
    cacheWritten: null,
    output: tokenCount(totals['total_completion_tokens']),
    reasoning: null,
    total: null,
  });
  if (usage !== null) thread.add({ kind: 'call', call: { ...stepCall(usage), perCall: false }, atMs: null });
}

function namelessId(trajectory: RawRecord): string {
  const steps = isList(trajectory['steps']) ? trajectory['steps'].filter(isRecord) : [];
  const beginning = steps
    .slice(0, 3)
    .map((step) => `${plainText(step['timestamp'])} ${contentText(step['message'])}`);
  return stableId('trajectory', beginning.join('\n'));
}
