import type { InputItem } from '../../domain/input-item.ts';
import type { ReadMessage } from '../chat/chat-nodes.ts';
import { isTurn } from '../chat/is-turn.ts';
import { unknownNode } from '../chat/unknown-node.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { CallIds } from '../readers/call-ids.ts';
import { ChatMessages } from '../readers/chat-messages.ts';
import { isList, textOrNull, unwrapJson } from '../readers/json-text.ts';
import { inputStep, replyStep } from '../steps/make-step.ts';
import type { Step } from '../steps/step.ts';
import { speakerOf, valueOf } from './dataset-record.ts';

type Speaker = 'user' | 'assistant' | 'system' | 'call' | 'result';

const SPEAKERS: Readonly<Record<Speaker, readonly string[]>> = {
  user: ['human', 'user', 'prompter', 'instruction'],
  assistant: [
    'gpt',
    'assistant',
    'chatgpt',
    'model',
    'bot',
    'ai',
    'bing',
    'bard',
    'claude',
    'gemini',
    'llm',
    'chatbot',
  ],
  system: ['system', 'developer'],
  call: ['function_call', 'function-call', 'tool_call', 'tool-call'],
  result: [
    'observation',
    'tool',
    'function',
    'function_response',
    'function-response',
    'tool_response',
    'tool_result',
    'ipython',
  ],
};

const SPEAKER_OF: ReadonlyMap<string, Speaker> = new Map(
  (['user', 'assistant', 'system', 'call', 'result'] as const).flatMap((speaker) =>
    SPEAKERS[speaker].map((name) => [name, speaker] as const),
  ),
);

const IMAGE_TAG = /<image>/g;

/** Reads the turns of one record, in order: calls have no ids, and images stand beside the turns. */
export class TurnReader {
  readonly #ids = new CallIds();
  readonly #chat = new ChatMessages(this.#ids);
  readonly #images: readonly unknown[];
  readonly #model: string | null;
  #imagesUsed = 0;
  /** Made in the turn before. */
  #openCalls = 0;

  constructor({ images }: RawRecord, model: string | null) {
    this.#images = isList(images) ? images : [];
    this.#model = model;
  }

  read(turn: unknown): ReadMessage {
    const steps = isRecord(turn) ? this.#steps(turn) : null;
    if (steps === null) return unknownNode(isRecord(turn) ? turn : { turn });
    const [first] = steps;
    const kind = first?.kind === 'input' ? first.role : first?.kind === 'reply' ? 'reply' : 'none';
    return { kind, steps };
  }

  /** Null: nobody who is known speaks. */
  #steps(turn: RawRecord): readonly Step[] | null {
    const name = speakerOf(turn);
    const speaker = name === null ? undefined : SPEAKER_OF.get(name.toLowerCase());
    if (speaker === undefined) return null;
    // A message of the Chat Completions API may have calls with ids.
    if ('role' in turn && (isList(turn['tool_calls']) || 'tool_call_id' in turn))
      return this.#chat.steps(turn);
    const value = valueOf(turn);
    switch (speaker) {
      case 'user':
        return [this.#userStep(value)];
      case 'assistant':
        return [
          this.#reply(
            isList(value) ? value.flatMap((part) => this.#partItems(part)) : [outputText(textOf(value))],
          ),
        ];
      case 'system': {
        const item = parseInputItem({ type: 'message', role: 'system', content: wordsOf(value) });
        return [inputStep('instructions', [item], { senderId: 'system' })];
      }
      case 'call':
        return [this.#reply(this.#callItems(value))];
      case 'result':
        return this.#resultSteps(wordsOf(value), textOrNull(turn['name']));
    }
  }

  /** Parallel calls are often answered in one turn, by a list as long as theirs. */
  #resultSteps(text: string, name: string | null): readonly Step[] {
    const list = this.#openCalls > 1 ? unwrapJson(text) : null;
    const results =
      isList(list) && list.length === this.#openCalls
        ? list.map((one) =>
            isRecord(one)
              ? { name: textOrNull(one['name']), output: one['content'] ?? one }
              : { name: null, output: one },
          )
        : [{ name, output: text }];
    this.#openCalls = 0;
    return results.map(({ name: tool, output }) => {
      const callId = this.#ids.ofResult(null, tool);
      const item = parseInputItem({ type: 'function_call_output', call_id: callId, output: textOf(output) });
      return inputStep('result', [item], { senderId: 'tool' });
    });
  }

  #reply(items: readonly InputItem[]): Step {
    this.#openCalls = items.filter(({ type }) => type === 'function_call').length;
    return replyStep(items, { call: { model: this.#model, usage: null } });
  }

  #userStep(value: unknown): Step {
    const content = isList(value) ? value.map(userPart) : this.#withImages(textOf(value));
    const item = parseInputItem({ type: 'message', role: 'user', content });
    return inputStep(isTurn(content) ? 'turn' : 'context', [item], { senderId: 'user' });
  }

  /** Each tag stands for the next of the record's images. */
  #withImages(text: string): readonly RawRecord[] {
    const tags = text.match(IMAGE_TAG)?.length ?? 0;
    const images = this.#images.slice(this.#imagesUsed, this.#imagesUsed + tags);
    this.#imagesUsed += tags;
    return [{ type: 'input_text', text }, ...images.map(imagePart)];
  }

  #partItems(part: unknown): readonly InputItem[] {
    if (!isRecord(part)) return [outputText(textOf(part))];
    const value = part['value'] ?? part['text'];
    switch (part['type']) {
      case 'text':
        return [outputText(textOf(value))];
      case 'reasoning':
      case 'thinking':
        return [
          parseInputItem({
            type: 'reasoning',
            summary: [{ type: 'summary_text', text: textOf(value ?? part['thinking']) }],
          }),
        ];
      case 'tool_call':
        return this.#callItems(value);
      default:
        return [{ type: 'unknown', raw: part }];
    }
  }

  /** A call, or a list of them, as JSON. Whatever else it is stays the text of a call without a name. */
  #callItems(value: unknown): readonly InputItem[] {
    const read = unwrapJson(value);
    const calls = isList(read) ? read : [read];
    return calls.map((call) => {
      const called = isRecord(call) ? (isRecord(call['function']) ? call['function'] : call) : null;
      const name = called === null ? '' : (textOrNull(called['name']) ?? '');
      const given = called === null ? call : (called['arguments'] ?? called['parameters']);
      return parseInputItem({
        type: 'function_call',
        call_id: this.#ids.ofCall(isRecord(call) ? textOrNull(call['id']) : null, name),
        name,
        arguments: textOf(given),
      });
    });
  }
}

function outputText(text: string): InputItem {
  return parseInputItem({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
}

function userPart(part: unknown): RawRecord {
  if (!isRecord(part)) return { type: 'input_text', text: textOf(part) };
  const value = part['value'] ?? part['text'];
  switch (part['type']) {
    case 'text':
      return { type: 'input_text', text: textOf(value) };
    case 'image':
    case 'image_url':
      return imagePart(part['value'] ?? part['image_url'] ?? part['image']);
    default:
      return part;
  }
}

function imagePart(image: unknown): RawRecord {
  const address = isRecord(image)
    ? (textOrNull(image['path']) ?? textOrNull(image['url']))
    : textOrNull(image);
  return { type: 'input_image', ...(address === null ? {} : { image_url: address }) };
}

/** A text, or the words of parts. */
function wordsOf(value: unknown): string {
  if (!isList(value)) return textOf(value);
  return value
    .map((part) => textOf(isRecord(part) ? (part['value'] ?? part['text'] ?? part) : part))
    .join('\n');
}

function textOf(value: unknown): string {
  return textOrJson(value) ?? '';
}
