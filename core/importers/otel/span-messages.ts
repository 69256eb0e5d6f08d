import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, unwrapJson } from '../readers/json-text.ts';
import { readMessages, systemMessages } from '../spans/read-messages.ts';
import type { SaidMessage } from '../spans/said-message.ts';
import { Attributes } from './attributes.ts';
import type { RawEvent, RawSpan } from './raw-span.ts';

/** Attributes that hold what a model was given, in the words of one convention after the other. */
const INPUTS = [
  'gen_ai.input.messages',
  'gen_ai.prompt',
  'ai.prompt.messages',
  'ai.prompt',
  'langfuse.observation.input',
  'input.value',
  'traceloop.entity.input',
  'pydantic_ai.all_messages',
];
const OUTPUTS = [
  'gen_ai.output.messages',
  'gen_ai.completion',
  'langfuse.observation.output',
  'output.value',
  'traceloop.entity.output',
  'ai.response.text',
];
const INSTRUCTIONS = ['gen_ai.system_instructions', 'gen_ai.system.instructions', 'llm.system_prompt'];
const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/;

export function inputOf(span: RawSpan): readonly SaidMessage[] {
  const { attributes } = span;
  const given =
    attributes.text(...INSTRUCTIONS) ?? INSTRUCTIONS.map((name) => attributes.get(name)).find(isList);
  const said =
    flattened(attributes, 'llm.input_messages', 'gen_ai.prompt') ?? eventInput(span) ?? valueOf(span, INPUTS);
  const messages = said ?? [];
  return given === undefined ? messages : [...systemMessages(given), ...messages];
}

export function outputOf(span: RawSpan): readonly SaidMessage[] {
  const { attributes } = span;
  const answered = aiSdkAnswer(attributes);
  if (answered !== null) return answered;
  return (
    flattened(attributes, 'llm.output_messages', 'gen_ai.completion') ??
    eventOutput(span) ??
    valueOf(span, OUTPUTS, 'assistant') ??
    []
  );
}

/** Messages under numbered names: of OpenInference, else of OpenLLMetry. */
function flattened(
  attributes: Attributes,
  openInference: string,
  openLlmetry: string,
): readonly SaidMessage[] | null {
  const spoken = attributes.list(openInference);
  if (spoken !== null)
    return spoken.flatMap((element) => (isRecord(element) ? numberedMessage(element, 'message.') : []));
  const said = attributes.list(openLlmetry);
  if (said === null) return null;
  return said.flatMap((element) => (isRecord(element) ? numberedMessage(element, '') : []));
}

/** `message.contents.0.message_content.text`, `message.tool_calls.0.tool_call.function.name` and the like. */
function numberedMessage(element: RawRecord, prefix: string): readonly SaidMessage[] {
  const fields = new Attributes(element);
  const at = (name: string): unknown => fields.get(`${prefix}${name}`);
  const contents = fields.list(`${prefix}contents`);
  const calls = fields.list(`${prefix}tool_calls`);
  const parts = contents?.map((content) => withoutPrefix(content, 'message_content'));
  return readMessages(
    [
      {
        role: at('role') ?? 'assistant',
        content: parts ?? unwrapJson(at('content')),
        name: at('name'),
        tool_call_id: at('tool_call_id'),
        ...(calls === null ? {} : { tool_calls: calls.map(numberedCall) }),
      },
    ],
    'user',
  );
}

function numberedCall(element: unknown): RawRecord {
  const call = new Attributes(withoutPrefix(element, 'tool_call'));
  return {
    id: call.get('id'),
    name: call.get('function.name') ?? call.get('name'),
    arguments: call.get('function.arguments') ?? call.get('arguments'),
  };
}

/** `{ "message_content.type": … }` or `{ message_content: { type: … } }` → `{ type: … }`. */
function withoutPrefix(value: unknown, prefix: string): RawRecord {
  if (!isRecord(value)) return {};
  const inner = value[prefix];
  if (isRecord(inner)) return inner;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name.startsWith(`${prefix}.`) ? name.slice(prefix.length + 1) : name,
      held,
    ]),
  );
}

function eventInput({ events }: RawSpan): readonly SaidMessage[] | null {
  const messages = events.flatMap((event) => {
    const role = MESSAGE_EVENT.exec(event.name)?.[1];
    return role === undefined ? [] : eventMessage(event, role);
  });
  if (messages.length > 0) return messages;
  // Newer versions put all messages into one event, older ones a prompt.
  for (const { attributes } of events) {
    const said = attributes.get('gen_ai.input.messages') ?? attributes.get('gen_ai.prompt');
    if (said !== undefined) return readMessages(said, 'user');
  }
  return null;
}

function eventOutput({ events }: RawSpan): readonly SaidMessage[] | null {
  const choices = events.filter(({ name }) => name === 'gen_ai.choice');
  // Others are offered beside the first.
  const [first] = choices;
  if (first !== undefined) return eventMessage(first, 'assistant');
  for (const { attributes } of events) {
    const said = attributes.get('gen_ai.output.messages') ?? attributes.get('gen_ai.completion');
    if (said !== undefined) return readMessages(said, 'assistant');
  }
  return null;
}

function eventMessage({ attributes, body }: RawEvent, role: string): readonly SaidMessage[] {
  const said = unwrapJson(body);
  const fields = isRecord(said) ? said : attributes.raw;
  const message = unwrapJson(fields['message']);
  const own = isRecord(message) ? message : fields;
  return readMessages(
    [
      {
        role: own['role'] ?? role,
        content: unwrapJson(own['content'] ?? (isRecord(message) ? undefined : message)),
        tool_calls: unwrapJson(own['tool_calls']),
        tool_call_id: own['id'] ?? own['tool_call_id'],
        name: own['name'],
      },
    ],
    'user',
  );
}

/** The AI SDK keeps text, thoughts and calls of an answer apart. */
function aiSdkAnswer(attributes: Attributes): readonly SaidMessage[] | null {
  const calls = unwrapJson(attributes.get('ai.response.toolCalls'));
  const text = attributes.get('ai.response.text') ?? attributes.get('ai.response.object');
  const reasoning = attributes.get('ai.response.reasoning');
  if (!isList(calls) && text === undefined && reasoning === undefined) return null;
  return readMessages(
    [
      {
        role: 'assistant',
        content: typeof text === 'string' ? text : '',
        reasoning: typeof reasoning === 'string' ? reasoning : '',
        ...(isList(calls) ? { tool_calls: calls } : {}),
      },
    ],
    'assistant',
  );
}

function valueOf(
  { attributes }: RawSpan,
  names: readonly string[],
  fallback: 'user' | 'assistant' = 'user',
): readonly SaidMessage[] | null {
  for (const name of names) {
    const value = attributes.get(name);
    if (value === undefined || value === null || value === '') continue;
    // Numbered names below it make the value an object without words of its own.
    const said = readMessages(value, fallback);
    if (said.length > 0) return said;
  }
  return null;
}
