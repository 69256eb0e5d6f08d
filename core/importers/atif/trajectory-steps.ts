import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import type { CallIds } from '../readers/call-ids.ts';
import { atifUsage } from '../readers/framework-usage.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { tokenCount } from '../readers/usage.ts';
import { readCall, readPieces, readResult, reasoningPiece } from '../spans/read-pieces.ts';
import { isTurn, itemsOf, type SaidMessage } from '../spans/said-message.ts';
import { inputStep, replyStep } from '../steps/make-step.ts';
import type { CompactionStep, ReplyStep, Step } from '../steps/step.ts';
import type { ThreadId } from '../../domain/ids.ts';

export interface StepContext {
  /** Of the trajectory: calls without an id are paired with their results as they come. */
  readonly ids: CallIds;
  readonly defaultModel: string | null;
  /** The thread that copied steps come from; null: not told. */
  readonly copiedFrom: ThreadId | null;
}

/** What a step of a trajectory becomes. Empty for one that says nothing. */
export function trajectorySteps(step: RawRecord, context: StepContext): readonly Step[] {
  const steps = stepsOf(step, context);
  const { copiedFrom } = context;
  if (step['is_copied_context'] !== true || copiedFrom === null) return steps;
  return steps.map((made) => ({ ...made, copiedFrom }));
}

/** Who acts in a step, whatever it calls itself: only an agent is measured and calls tools. */
export function sourceOf(step: RawRecord): 'user' | 'agent' | 'system' | null {
  switch (step['source']) {
    case 'user':
    case 'agent':
    case 'system':
      return step['source'];
    default: {
      const isAgent =
        isRecord(step['metrics']) ||
        isList(step['tool_calls']) ||
        (tokenCount(step['llm_call_count']) ?? 0) > 0;
      return isAgent ? 'agent' : null;
    }
  }
}

/** Trajectories of sub-agents that a step refers to. */
export function subAgentRefs(step: RawRecord): readonly RawRecord[] {
  // Among the results; some writers put it beside them.
  return [...resultsOf(step), step].flatMap((place) => {
    const refs = place['subagent_trajectory_ref'];
    return isList(refs) ? refs.filter(isRecord) : isRecord(refs) ? [refs] : [];
  });
}

/**
 * A step of the system that changes what the agent is given: it says so, or a summarizer that is an agent of
 * its own was asked.
 */
export function isCompaction(step: RawRecord): boolean {
  if (sourceOf(step) !== 'system') return false;
  const change = contextChange(step);
  if (change === null) return subAgentRefs(step).length > 0;
  return change['boundary'] !== 'append' && change['type'] !== 'injection';
}

/** The text that stands for what came before; null when the step has none. */
export function summaryOf(step: RawRecord): string | null {
  const texts = resultsOf(step).map(({ content }) => contentText(content));
  return texts.filter((text) => text !== '').join('\n') || null;
}

/** @param text What stands for what came before. */
export function compactionOf(step: RawRecord, text: string | null): CompactionStep {
  const { extra } = step;
  const counts = [contextChange(step), isRecord(extra) ? extra : null];
  const count = (name: string): number | null =>
    counts.reduce((found: number | null, source) => found ?? tokenCount(source?.[name]), null);
  return {
    kind: 'compaction',
    id: stepId(step),
    text,
    opaque: false,
    trigger: 'unknown',
    tokensBefore: count('tokens_before'),
    tokensAfter: count('tokens_after'),
    keptFromId: null,
    atMs: readTimeMs(step['timestamp']),
  };
}

export function contentText(content: unknown): string {
  return readPieces(content)
    .flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []))
    .join('\n');
}

function stepsOf(step: RawRecord, context: StepContext): readonly Step[] {
  const details = { id: stepId(step), atMs: readTimeMs(step['timestamp']) };
  const said = { role: 'user', pieces: readPieces(step['message']) } satisfies SaidMessage;
  switch (sourceOf(step)) {
    case 'agent':
      return agentSteps(step, context);
    case 'user': {
      const items = itemsOf(said, context.ids);
      const asked = inputStep(isTurn(said) ? 'turn' : 'context', items, { ...details, senderId: 'user' });
      return [asked, ...resultSteps(step, context, details.atMs)];
    }
    case 'system': {
      const items = itemsOf({ ...said, role: 'system' }, context.ids);
      const told = inputStep('instructions', items, { ...details, senderId: 'system' });
      return [...(items.length === 0 ? [] : [told]), ...resultSteps(step, context, details.atMs)];
    }
    case null: {
      const { source, message } = step;
      const kept = { type: 'unknown', raw: { type: 'atif_step', source, message } } as const;
      return [inputStep('context', [kept], { ...details, senderId: 'unknown' })];
    }
  }
}

function agentSteps(step: RawRecord, context: StepContext): readonly Step[] {
  const atMs = readTimeMs(step['timestamp']);
  const reasoning = textOrNull(step['reasoning_content']);
  const calls = isList(step['tool_calls']) ? step['tool_calls'].filter(isRecord) : [];
  const said: SaidMessage = {
    role: 'assistant',
    pieces: [
      ...(reasoning === null ? [] : [reasoningPiece(reasoning)]),
      ...readPieces(step['message']),
      ...calls.map((call) => readCall({ ...call, name: call['function_name'] ?? call['name'] })),
    ],
  };
  const reply = replyStep(itemsOf(said, context.ids), {
    id: stepId(step),
    atMs,
    call: callOf(step, context),
  });
  return [reply, ...resultSteps(step, context, atMs)];
}

/** Copied steps were billed where they come from, and one without a model's answer was not billed at all. */
function callOf(step: RawRecord, { defaultModel }: StepContext): ReplyStep['call'] {
  const count = tokenCount(step['llm_call_count']);
  if (step['is_copied_context'] === true || count === 0) return 'same';
  const { metrics } = step;
  return {
    model: textOrNull(step['model_name']) ?? defaultModel,
    usage: atifUsage(metrics),
    perCall: count === null || count === 1,
  };
}

/** Results of calls, and what the environment said without being called. */
function resultSteps(step: RawRecord, { ids }: StepContext, atMs: number | null): readonly Step[] {
  const hasCalls = isList(step['tool_calls']) && step['tool_calls'].length > 0;
  return resultsOf(step).flatMap((result): Step[] => {
    const { content } = result;
    const callId = textOrNull(result['source_call_id']);
    if (callId !== null || hasCalls) {
      const answered: SaidMessage = { role: 'tool', pieces: [readResult(result, content ?? '', callId)] };
      return [inputStep('result', itemsOf(answered, ids), { atMs, senderId: 'tool' })];
    }
    const observed: SaidMessage = { role: 'user', pieces: readPieces(content) };
    const items = itemsOf(observed, ids);
    return items.length === 0 ? [] : [inputStep('context', items, { atMs, senderId: 'environment' })];
  });
}

function resultsOf(step: RawRecord): readonly RawRecord[] {
  const { observation } = step;
  const results = isRecord(observation) ? observation['results'] : null;
  return isList(results) ? results.filter(isRecord) : [];
}

function contextChange({ extra }: RawRecord): RawRecord | null {
  const change = isRecord(extra) ? extra['context_management'] : null;
  return isRecord(change) ? change : null;
}

function stepId(step: RawRecord): string | null {
  const id = textOrJson(step['step_id']);
  return id === null || id === '' ? null : `step-${id}`;
}
