import type { RawRecord } from '../raw-record.ts';
import { isRecord } from '../raw-record.ts';
import { textOrNull } from '../readers/json-text.ts';
import type { CallReports } from './ui-steps.ts';

export interface FoldedMessage {
  readonly message: RawRecord;
  readonly reports: CallReports;
}

/** Puts streamed messages together, of the stream that a window is sent and of the one that a server reads. */
export class StreamFold {
  readonly #messages: OpenMessage[] = [];

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  add(part: RawRecord): void {
    const open = this.#messages.at(-1);
    if (part['type'] === 'start' || open === undefined || open.isDone) {
      const next = new OpenMessage();
      this.#messages.push(next);
      next.add(part);
    } else open.add(part);
  }

  messages(): readonly FoldedMessage[] {
    return this.#messages.map((message) => message.build());
  }
}

class OpenMessage {
  isDone = false;
  #id: string | null = null;
  #metadata: RawRecord = {};
  readonly #parts: Record<string, unknown>[] = [];
  /** Parts that more may come to, by their id. */
  readonly #open = new Map<string, Record<string, unknown>>();
  readonly #pieces = new Map<Record<string, unknown>, string[]>();
  readonly #reports: unknown[] = [];

  add(part: RawRecord): void {
    const type = textOrNull(part['type']) ?? '';
    this.#id ??= textOrNull(part['messageId']);
    if (isRecord(part['messageMetadata'])) this.#metadata = { ...this.#metadata, ...part['messageMetadata'] };
    const kind = /^(text|reasoning)-(start|delta|end)$/.exec(type);
    if (kind !== null) {
      this.#addText(kind[1] ?? '', kind[2] ?? '', part);
      return;
    }
    switch (type) {
      case 'start-step':
        this.#parts.push({ type: 'step-start' });
        return;
      case 'finish-step':
        if (isRecord(part['usage'])) this.#reports.push(part['usage']);
        this.#addModel(part['response']);
        return;
      case 'finish':
        this.isDone = true;
        if (isRecord(part['totalUsage']))
          this.#metadata = { ...this.#metadata, totalUsage: part['totalUsage'] };
        return;
      case 'file':
      case 'source-url':
      case 'source-document':
        this.#parts.push({ ...part });
        return;
      default:
        if (type.startsWith('data-')) this.#parts.push({ ...part });
        else if (textOrNull(part['toolCallId']) !== null) this.#addTool(type, part);
    }
  }

  build(): FoldedMessage {
    for (const [part, pieces] of this.#pieces) {
      const text = pieces.join('');
      if (part['type'] === 'text' || part['type'] === 'reasoning') part['text'] = text;
      else if (part['input'] === undefined) part['rawInput'] = text;
    }
    const message = { id: this.#id, role: 'assistant', metadata: this.#metadata, parts: this.#parts };
    return { message, reports: { steps: this.#reports } };
  }

  #addText(type: string, event: string, part: RawRecord): void {
    const key = `${type} ${textOrNull(part['id']) ?? ''}`;
    const known = this.#open.get(key);
    if (event === 'end') {
      if (known !== undefined) known['state'] = 'done';
      this.#open.delete(key);
      return;
    }
    const open = known ?? { type, state: 'streaming' };
    if (known === undefined) {
      this.#parts.push(open);
      this.#open.set(key, open);
    }
    this.#addPiece(open, part['delta'] ?? part['text'] ?? part['textDelta']);
  }

  #addTool(type: string, part: RawRecord): void {
    const key = `tool ${textOrNull(part['toolCallId']) ?? ''}`;
    const known = this.#open.get(key);
    const tool = known ?? { type: 'dynamic-tool', toolCallId: part['toolCallId'], state: 'input-streaming' };
    if (known === undefined) {
      this.#parts.push(tool);
      this.#open.set(key, tool);
    }
    tool['toolName'] ??= part['toolName'];
    switch (type) {
      case 'tool-input-delta':
        this.#addPiece(tool, part['inputTextDelta'] ?? part['delta']);
        return;
      case 'tool-input-available':
      case 'tool-call':
        Object.assign(tool, { input: part['input'] ?? part['args'], state: 'input-available' });
        return;
      case 'tool-output-available':
      case 'tool-result':
        Object.assign(tool, { output: part['output'] ?? part['result'], state: 'output-available' });
        return;
      case 'tool-output-error':
      case 'tool-input-error':
      case 'tool-error':
        Object.assign(tool, { errorText: part['errorText'] ?? part['error'], state: 'output-error' });
        return;
      case 'tool-output-denied':
        tool['state'] = 'output-denied';
        return;
      case 'tool-approval-request':
        tool['state'] = 'approval-requested';
        return;
      default:
        return;
    }
  }

  #addModel(response: unknown): void {
    const model = isRecord(response) ? textOrNull(response['modelId']) : null;
    if (model !== null) this.#metadata = { ...this.#metadata, modelId: model };
  }

  #addPiece(part: Record<string, unknown>, piece: unknown): void {
    const text = textOrNull(piece);
    const known = this.#pieces.get(part);
    if (known === undefined) this.#pieces.set(part, text === null ? [] : [text]);
    else if (text !== null) known.push(text);
  }
}
