import type { ThreadHeader } from '../../domain/thread.ts';
import type { RawRecord } from '../raw-record.ts';
import { textOrNull } from '../readers/json-text.ts';
import { readMessages } from '../spans/read-messages.ts';
import type { Trace } from '../spans/trace.ts';
import { answerOf, callOf, endOf } from './model-event.ts';

/** What an agent asked of models. */
export interface AgentWork {
  readonly id: string;
  readonly name: string;
  readonly conversation: string;
  readonly startedBy: NonNullable<ThreadHeader['startedBy']>;
  readonly events: { readonly raw: RawRecord; readonly atMs: number | null }[];
}

/** Only its requests are logged, each with everything it was given: the same as in a trace. */
export function agentTrace({ id, name, conversation, startedBy, events }: AgentWork): Trace {
  return {
    id,
    name,
    threadName: null,
    startMs: null,
    endMs: null,
    startedBy,
    conversation,
    spans: events.map(({ raw, atMs }, place) => {
      const { model, usage } = callOf(raw);
      return {
        id: `${id}/${place + 1}`,
        parentId: null,
        traceId: id,
        kind: 'model',
        name,
        threadName: null,
        model,
        usage,
        answerId: null,
        startMs: atMs,
        endMs: endOf(raw, atMs),
        failure: textOrNull(raw['error']),
        callId: null,
        input: () => readMessages(raw['input'], 'user'),
        output: () => readMessages(answerOf(raw), 'assistant'),
      };
    }),
    input: () => [],
    output: () => [],
  };
}
