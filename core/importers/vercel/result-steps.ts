import { isRecord, type RawRecord } from '../raw-record.ts';
import { aiSdkUsage } from '../readers/framework-usage.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { inputStep, noticeStep, replyStep, stepCall } from '../steps/make-step.ts';
import type { Step } from '../steps/step.ts';
import { message } from './part-items.ts';
import { assistantItems, modelSteps } from './model-steps.ts';

/** What `generateText` gave back: a run whose calls are its steps. The total usage is their sum, and is not read. */
export function resultSteps(result: RawRecord): readonly Step[] {
  const steps = isList(result['steps']) ? result['steps'].filter(isRecord) : [];
  let known = 0;
  const made = steps.flatMap((step): readonly Step[] => {
    const response = isRecord(step['response']) ? step['response'] : {};
    const messages = isList(response['messages']) ? response['messages'].filter(isRecord) : [];
    // The messages of a step begin with those of the steps before it.
    const own = messages.slice(known);
    known = Math.max(known, messages.length);
    return stepSteps(step, response, own);
  });
  return [...inputSteps(result), ...made];
}

function stepSteps(step: RawRecord, response: RawRecord, own: readonly RawRecord[]): readonly Step[] {
  const id = textOrNull(response['id']);
  const call = stepCall(aiSdkUsage(step['usage']), textOrNull(response['modelId']), id);
  const atMs = readTimeMs(response['timestamp']);
  const end =
    step['finishReason'] === 'error' ? [noticeStep('error', 'The step failed.', 'error', atMs)] : [];
  const reply = own.findIndex(({ role }) => role === 'assistant');
  if (reply >= 0) {
    return [
      ...own.flatMap((message, index) => modelSteps(message, index === reply ? call : undefined, atMs)),
      ...end,
    ];
  }
  const content = isList(step['content']) ? step['content'].filter(isRecord) : contentOf(step);
  const results = content.filter(({ type }) => type === 'tool-result' || type === 'tool-error');
  const written = content.filter((part) => !results.includes(part));
  return [
    replyStep(assistantItems(written), { id, atMs, call }),
    ...(results.length === 0
      ? []
      : [
          inputStep(
            'result',
            assistantItems(
              results.map((part) => ({
                ...part,
                type: 'tool-result',
                output: part['output'] ?? part['error'],
              })),
            ),
            { atMs, senderId: 'tool' },
          ),
        ]),
    ...end,
  ];
}

/** A step without its messages: text, calls and results beside each other. */
function contentOf(step: RawRecord): readonly RawRecord[] {
  const text = textOrNull(step['text']);
  const reasoning = textOrNull(step['reasoningText']) ?? textOrNull(step['reasoning']);
  const recordsIn = (field: string): readonly RawRecord[] => {
    const list = step[field];
    return isList(list) ? list.filter(isRecord) : [];
  };
  return [
    ...(reasoning === null ? [] : [{ type: 'reasoning', text: reasoning }]),
    ...(text === null ? [] : [{ type: 'text', text }]),
    ...recordsIn('toolCalls').map((call) => ({ ...call, type: 'tool-call' })),
    ...recordsIn('toolResults').map((found) => ({ ...found, type: 'tool-result' })),
  ];
}

/** What the model was asked, where that was kept beside the result. */
function inputSteps(result: RawRecord): readonly Step[] {
  const { messages, prompt, system } = result;
  const asked = isList(messages) ? messages : isList(prompt) ? prompt : [];
  return [
    ...(typeof system === 'string' && system !== ''
      ? [inputStep('instructions', [message('system', system)], { senderId: 'system' })]
      : []),
    ...asked.filter(isRecord).flatMap((one) => modelSteps(one)),
    ...(typeof prompt === 'string' && prompt !== ''
      ? [inputStep('turn', [message('user', prompt)], { senderId: 'user' })]
      : []),
  ];
}
