import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';

interface OpenCompletion {
  readonly fields: Record<string, unknown>;
  readonly choices: Map<number, OpenChoice>;
}

interface OpenChoice {
  readonly texts: Map<string, string[]>;
  readonly calls: Map<number, OpenCall>;
  finishReason: unknown;
}

interface OpenCall {
  id: string | null;
  name: string;
  readonly pieces: string[];
}

const TEXT_FIELDS = ['content', 'reasoning_content', 'reasoning', 'refusal'];

/**
 * Puts streamed completions together. Usage comes in a last chunk that has no choices. Chunks of one
 * stream share an id; one without any belongs to the stream before it.
 */
export class ChunkLog {
  readonly #open = new Map<string, OpenCompletion>();
  #last = '';

  add(chunk: RawRecord): void {
    const id = textOrNull(chunk['id']) ?? this.#last;
    this.#last = id;
    const completion = this.#completion(id);
    for (const field of ['id', 'created', 'model', 'usage']) {
      const value = chunk[field];
      if (value !== null && value !== undefined && value !== '' && value !== 0)
        completion.fields[field] = value;
    }
    for (const choice of isList(chunk['choices']) ? chunk['choices'] : []) {
      if (isRecord(choice)) addChoice(completion, choice);
    }
  }

  /** Whole completions, in the order in which they began. */
  completions(): readonly RawRecord[] {
    return [...this.#open.values()]
      .filter(({ choices, fields }) => choices.size > 0 || 'usage' in fields)
      .map(({ fields, choices }) => ({
        object: 'chat.completion',
        ...fields,
        choices: [...choices].map(([index, choice]) => ({
          index,
          message: messageOf(choice),
          finish_reason: choice.finishReason,
        })),
      }));
  }

  #completion(id: string): OpenCompletion {
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const made: OpenCompletion = { fields: {}, choices: new Map() };
    this.#open.set(id, made);
    return made;
  }
}

function addChoice({ choices }: OpenCompletion, choice: RawRecord): void {
  const index = typeof choice['index'] === 'number' ? choice['index'] : 0;
  const known = choices.get(index) ?? {
    texts: new Map<string, string[]>(),
    calls: new Map(),
    finishReason: null,
  };
  choices.set(index, known);
  known.finishReason = choice['finish_reason'] ?? known.finishReason;
  const delta = isRecord(choice['delta']) ? choice['delta'] : {};
  for (const field of TEXT_FIELDS) {
    const text = textOrNull(delta[field]);
    if (text === null) continue;
    const pieces = known.texts.get(field);
    if (pieces === undefined) known.texts.set(field, [text]);
    else pieces.push(text);
  }
  for (const call of isList(delta['tool_calls']) ? delta['tool_calls'] : []) {
    if (isRecord(call)) addCall(known.calls, call);
  }
  const legacy = delta['function_call'];
  if (isRecord(legacy)) addCall(known.calls, { index: 0, function: legacy });
}

function addCall(calls: Map<number, OpenCall>, piece: RawRecord): void {
  const index = typeof piece['index'] === 'number' ? piece['index'] : calls.size;
  const call = calls.get(index) ?? { id: null, name: '', pieces: [] };
  calls.set(index, call);
  const called = isRecord(piece['function']) ? piece['function'] : {};
  call.id = textOrNull(piece['id']) ?? call.id;
  call.name ||= textOrNull(called['name']) ?? '';
  const text = textOrNull(called['arguments']);
  if (text !== null) call.pieces.push(text);
}

function messageOf({ texts, calls }: OpenChoice): RawRecord {
  return {
    role: 'assistant',
    content: null,
    ...Object.fromEntries([...texts].map(([field, pieces]) => [field, pieces.join('')])),
    ...(calls.size === 0
      ? {}
      : {
          tool_calls: [...calls]
            .sort(([left], [right]) => left - right)
            .map(([, { id, name, pieces }]) => ({
              id,
              type: 'function',
              function: { name, arguments: pieces.join('') },
            })),
        }),
  };
}
