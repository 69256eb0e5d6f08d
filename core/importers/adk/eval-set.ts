import { conversationId, threadId } from '../../domain/ids.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { GeminiParts } from '../readers/gemini-parts.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { inputStep, replyStep } from '../steps/make-step.ts';
import type { Step } from '../steps/step.ts';
import type { WriterHeader } from '../steps/thread-writer.ts';
import type { ImportSink } from '../thread-import.ts';
import { withoutNulls } from './adk-event.ts';
import { InvocationThread } from './invocation-thread.ts';

/** Conversations that an agent is tested with: what is asked, which tools it should use, what it should say. */
export function isEvalSet(value: unknown): value is RawRecord {
  if (!isRecord(value)) return false;
  const cases = value['eval_cases'] ?? value['evalCases'];
  return isList(cases) && cases.some((one) => isRecord(one) && isList(one['conversation']));
}

/** Each case is a thread. */
export function deliverEvalSet(sink: ImportSink, format: string, set: RawRecord): number {
  const cases = set['eval_cases'] ?? set['evalCases'];
  const setId = textOrNull(set['eval_set_id'] ?? set['evalSetId']) ?? 'eval';
  let count = 0;
  for (const one of isList(cases) ? cases.filter(isRecord) : []) {
    const { conversation } = one;
    if (!isList(conversation)) continue;
    const caseId = textOrNull(one['eval_id'] ?? one['evalId']) ?? String(count + 1);
    const header: WriterHeader = {
      threadId: threadId(`${setId}/${caseId}`),
      namespace: 'default',
      conversationId: conversationId(setId),
      format,
      title: null,
      fallbackTitle: caseId,
      branchOf: null,
    };
    const thread = new InvocationThread(sink, header);
    const reader = new GeminiParts();
    for (const invocation of conversation.filter(isRecord)) {
      const id = textOrNull(invocation['invocation_id'] ?? invocation['invocationId']);
      thread.put(id, invocationSteps(invocation, reader));
    }
    thread.end();
    count += 1;
  }
  return count;
}

function invocationSteps(invocation: RawRecord, reader: GeminiParts): readonly Step[] {
  const atMs = readTimeMs(invocation['creation_timestamp'] ?? invocation['creationTimestamp']);
  const data = invocation['intermediate_data'] ?? invocation['intermediateData'];
  const between = isRecord(data) ? data : {};
  const asked = partsOf(invocation['user_content'] ?? invocation['userContent']);
  const uses = recordsIn(between['tool_uses'] ?? between['toolUses']);
  const responses = recordsIn(between['tool_responses'] ?? between['toolResponses']);
  const said = between['intermediate_responses'] ?? between['intermediateResponses'];
  const final = partsOf(invocation['final_response'] ?? invocation['finalResponse']);
  return [
    inputStep('turn', reader.input(asked).items, { atMs, senderId: 'user' }),
    // Whether they were asked for one by one isn't told.
    ...(uses.length === 0
      ? []
      : [
          replyStep(
            uses.map((call) => reader.callItem(withoutNulls(call))),
            { atMs },
          ),
        ]),
    ...(responses.length === 0
      ? []
      : [
          inputStep(
            'result',
            responses.map((one) => reader.resultItem(withoutNulls(one))),
            { atMs, senderId: 'tool' },
          ),
        ]),
    ...(isList(said) ? said.flatMap((one) => saidSteps(one, reader, atMs)) : []),
    ...(final.length === 0 ? [] : [replyStep(reader.modelItems(final), { atMs })]),
  ];
}

/** `[agent, parts]`. */
function saidSteps(value: unknown, reader: GeminiParts, atMs: number | null): readonly Step[] {
  if (!isList(value)) return [];
  const [agent, parts] = value;
  const items = reader.modelItems(isList(parts) ? parts.filter(isRecord).map(withoutNulls) : []);
  return items.length === 0 ? [] : [replyStep(items, { atMs, senderId: textOrNull(agent) ?? 'assistant' })];
}

function partsOf(content: unknown): readonly RawRecord[] {
  return isRecord(content) ? recordsIn(content['parts']).map(withoutNulls) : [];
}

function recordsIn(value: unknown): readonly RawRecord[] {
  return isList(value) ? value.filter(isRecord) : [];
}
