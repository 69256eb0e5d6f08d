import type { InputItem } from '../../domain/input-item.ts';
import { toolCallOf, toolResultOf } from '../../inspect/pair-tool-calls.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull, unwrapJson } from '../readers/json-text.ts';
import { noticeStep, replyStep, stepCall } from '../steps/make-step.ts';
import type { CallStep, Step } from '../steps/step.ts';
import { agentItem, isReply } from './agent-item.ts';
import { agentUsage, requestsOf } from './agent-usage.ts';
import { givenStep, groupItems } from './item-groups.ts';

/** A run that was written down in the middle of it: both SDKs write the same state, in two spellings. */
export interface RunState {
  readonly raw: RawRecord;
  readonly originalInput: unknown;
  readonly generated: readonly RawRecord[];
  readonly responses: readonly RawRecord[];
}

export function runStateOf(value: unknown): RunState | null {
  if (!isRecord(value) || !('$schemaVersion' in value)) return null;
  const generated = value['generated_items'] ?? value['generatedItems'];
  const responses = value['model_responses'] ?? value['modelResponses'];
  if (!isList(generated) && !isList(responses)) return null;
  return {
    raw: value,
    originalInput: value['original_input'] ?? value['originalInput'],
    generated: isList(generated) ? generated.filter(isRecord) : [],
    responses: isList(responses) ? responses.filter(isRecord) : [],
  };
}

/** Runs of agents that were called as tools and wait themselves, by the id of the call. */
export function nestedRuns({
  raw,
}: RunState): readonly { readonly callId: string; readonly state: RunState }[] {
  const pending = raw['pendingAgentToolRuns'] ?? raw['pending_agent_tool_runs'];
  if (!isRecord(pending)) return [];
  return Object.entries(pending).flatMap(([key, value]) => {
    const state = runStateOf(unwrapJson(value));
    return state === null ? [] : [{ callId: key.slice(key.indexOf(':') + 1), state }];
  });
}

export function runStateSteps(state: RunState): readonly Step[] {
  const { raw } = state;
  const step = raw['current_step'] ?? raw['currentStep'];
  const isPaused = isRecord(step) && step['type'] === 'next_step_interruption';
  return [
    ...inputSteps(state.originalInput),
    ...replySteps(state),
    ...contextReport(state),
    ...(isPaused ? [noticeStep('info', '', 'paused')] : []),
  ];
}

function inputSteps(input: unknown): readonly Step[] {
  if (typeof input === 'string') {
    const item: InputItem = { type: 'message', role: 'user', content: input.toWellFormed() };
    return [givenStep(item, { id: null, atMs: null })];
  }
  const items = isList(input) ? input : [];
  return groupItems(items.map((value) => ({ id: null, value, atMs: null }))).flatMap(({ steps }) => steps);
}

/** The answers as the model gave them, each followed by the results of its calls. */
function replySteps({ generated, responses }: RunState): readonly Step[] {
  // An approval repeats the call that waits for it.
  const items = generated
    .filter(({ type }) => type !== 'tool_approval_item')
    .map((wrapped) => agentItem(wrapped['raw_item'] ?? wrapped['rawItem']));
  const results = new Map<string, InputItem>();
  for (const item of items) {
    const answered = toolResultOf(item);
    if (answered !== null) results.set(answered, item);
  }
  const placed = new Set<string>();
  const steps = responses.flatMap((response): readonly Step[] => {
    const output = isList(response['output']) ? response['output'].map(agentItem) : [];
    const written = output.filter(isReply);
    const given = output.filter((item) => !isReply(item));
    const called = written.flatMap((item) => results.get(toolCallOf(item)?.callId ?? '') ?? []);
    // A result may stand in the answer and in the list of items.
    const answers = new Map([...given, ...called].map((item) => [keyOf(item), item]));
    for (const item of [...written, ...answers.values()]) placed.add(keyOf(item));
    const id = textOrNull(response['response_id']) ?? textOrNull(response['responseId']);
    const call = stepCall(agentUsage(response['usage']), modelOf(response), id);
    return [
      replyStep(written, { id, call }),
      ...[...answers.values()].map((item) => givenStep(item, { id: null, atMs: null })),
    ];
  });
  // What no answer tells of: older ones were left out of the state.
  const others = items.filter((item) => !placed.has(keyOf(item)));
  const before = groupItems(others.map((item) => ({ id: null, value: rawOf(item), atMs: null })));
  return [...before.flatMap((group) => group.steps), ...steps];
}

/** Where no answer reports anything, the sum of all may still be there. */
function contextReport({ raw, responses }: RunState): readonly CallStep[] {
  if (responses.some((response) => agentUsage(response['usage']) !== null)) return [];
  const context = raw['context'];
  const reported = isRecord(context) ? context['usage'] : null;
  const usage = agentUsage(reported);
  if (usage === null) return [];
  return [{ kind: 'call', call: { ...stepCall(usage), perCall: requestsOf(reported) === 1 }, atMs: null }];
}

function modelOf(response: RawRecord): string | null {
  const data = response['providerData'];
  return textOrNull(response['model']) ?? (isRecord(data) ? textOrNull(data['model']) : null);
}

/** An item and its copy in another list: the same call, else the same id, else the same content. */
function keyOf(item: InputItem): string {
  const call = toolCallOf(item)?.callId;
  if (call !== undefined) return `call ${call}`;
  const result = toolResultOf(item);
  if (result !== null) return `result ${result}`;
  const id: unknown = item.type === 'unknown' ? item.raw['id'] : item.id;
  return typeof id === 'string' ? `id ${id}` : (textOrJson(item) ?? '');
}

function rawOf(item: InputItem): unknown {
  return item.type === 'unknown' ? item.raw : item;
}
