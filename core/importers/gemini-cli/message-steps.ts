import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { CallIds } from '../readers/call-ids.ts';
import { GeminiParts, thoughtItem } from '../readers/gemini-parts.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { geminiCliUsage, geminiUsage } from '../readers/usage.ts';
import type { InputStep, Step } from '../steps/step.ts';
import { contentOf, snapshotText } from './message-kind.ts';
import type { LogMessage } from './session-log.ts';

/** Turns messages of one session, in order, into steps. */
export class MessageSteps {
  readonly #callIds = new CallIds();
  readonly #parts = new GeminiParts(this.#callIds);

  steps({ message, node: { kind }, keptFromId }: LogMessage): readonly Step[] {
    const atMs = readTimeMs(message['timestamp']);
    const id = textOrNull(message['id']);
    switch (kind) {
      case 'turn':
      case 'context':
      case 'result':
        return this.#inputSteps(message, kind, id, atMs);
      case 'reply':
        return this.#replySteps(message, id, atMs);
      case 'note':
        return [noticeStep(message, atMs)];
      case 'compaction':
        return [
          {
            kind: 'compaction',
            id,
            text: snapshotText(message),
            opaque: false,
            trigger: 'unknown',
            tokensBefore: null,
            tokensAfter: null,
            keptFromId,
            atMs,
          },
        ];
      default:
        return [];
    }
  }

  #inputSteps(
    message: RawRecord,
    role: InputStep['role'],
    id: string | null,
    atMs: number | null,
  ): readonly Step[] {
    const { items } = this.#parts.input(contentOf(message));
    const senderId = role === 'result' ? 'tool' : 'user';
    return items.length === 0 ? [] : [{ kind: 'input', role, id, senderId, items, runId: id, atMs }];
  }

  /** A message is one call and the results of the tools that it called. */
  #replySteps(message: RawRecord, id: string | null, atMs: number | null): readonly Step[] {
    const thought = thoughtItem(message['thoughts']);
    const calls = isList(message['toolCalls']) ? message['toolCalls'].filter(isRecord) : [];
    const items = [
      ...(thought === null ? [] : [thought]),
      ...this.#parts.modelItems(contentOf(message)),
      ...calls.map((call) => this.#parts.callItem(call)),
    ];
    const usage = geminiCliUsage(message['tokens']) ?? geminiUsage(message['usageMetadata']);
    const reply: Step = {
      kind: 'reply',
      id,
      items,
      call: { model: textOrNull(message['model']), usage },
      atMs,
    };
    return [reply, ...calls.flatMap((call) => this.#resultSteps(call))];
  }

  #resultSteps(call: RawRecord): readonly Step[] {
    const id = textOrNull(call['id']);
    const atMs = readTimeMs(call['timestamp']);
    const { result } = call;
    const parts = (isList(result) ? result : [result]).filter(isRecord);
    const responses = parts.flatMap((part) =>
      isRecord(part['functionResponse']) ? [part['functionResponse']] : [],
    );
    const media = parts.filter((part) => !isRecord(part['functionResponse']));
    const shown = textOrNull(call['resultDisplay']);
    const [first] = responses;
    if (first === undefined && media.length === 0 && shown === null) return [];
    const response = first ?? { response: { output: shown ?? '' } };
    const item = this.#parts.resultItem({ ...response, id: id ?? response['id'], name: call['name'] }, media);
    return [{ kind: 'input', role: 'result', id: null, senderId: 'tool', items: [item], atMs }];
  }
}

/** What the program told its user. */
function noticeStep(message: RawRecord, atMs: number | null): Step {
  const text = textOrJson(contentOf(message)) ?? '';
  switch (message['type']) {
    case 'error':
      return { kind: 'notice', level: 'error', text, ends: 'error', atMs };
    case 'warning':
      return { kind: 'notice', level: 'warning', text, ends: null, atMs };
    default:
      return {
        kind: 'notice',
        level: 'info',
        text,
        ends: /^request cancelled/i.test(text) ? 'cancelled' : null,
        atMs,
      };
  }
}
