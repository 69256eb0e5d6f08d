import type { MessagePort } from 'node:worker_threads';
import type { Result } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { requestError } from './request-error.ts';
import type { CallMap, MessageFromWorker, MessageToWorker } from './worker-messages.ts';

export type CallHandlers<Calls extends CallMap> = {
  readonly [Channel in keyof Calls]: (
    argument: Parameters<Calls[Channel]>[0],
  ) => ReturnType<Calls[Channel]> | Promise<ReturnType<Calls[Channel]>>;
};

/**
 * Answers main's calls. A handler that throws answers with an error; the worker goes on. Once 'worker:close' is
 * answered, nothing else is taken and the worker ends.
 */
export function serveCalls<Calls extends CallMap>(
  port: MessagePort,
  handlers: CallHandlers<Calls>,
  onOther: (message: Exclude<MessageToWorker, { readonly kind: 'call' }>) => void = () => undefined,
): void {
  const byChannel: ReadonlyMap<string, (argument: never) => unknown> = new Map(Object.entries(handlers));
  port.on('message', (message: MessageToWorker) => {
    if (message.kind !== 'call') {
      onOther(message);
      return;
    }
    void answer(byChannel.get(message.channel), message.channel, message.argument).then((result) => {
      postAnswer(port, message.id, result);
      if (message.channel === 'worker:close') port.close();
    });
  });
}

async function answer(
  handler: ((argument: never) => unknown) | undefined,
  channel: string,
  argument: never,
): Promise<Result<unknown>> {
  try {
    if (handler === undefined)
      throw new InspectorError('internal', `The workspace knows no request ${channel}.`);
    return { ok: true, value: await handler(argument) };
  } catch (error) {
    return { ok: false, error: requestError(error) };
  }
}

/** An answer that can't be cloned (nested too deeply, too large) must not leave its caller waiting. */
function postAnswer(port: MessagePort, id: number, result: Result<unknown>): void {
  try {
    port.postMessage({ kind: 'answer', id, result });
  } catch (cause) {
    const message = `The answer can't be handed over: ${cause instanceof Error ? cause.message : String(cause)}`;
    port.postMessage({ kind: 'answer', id, result: { ok: false, error: { code: 'internal', message } } });
  }
}

export function postEvent(
  port: MessagePort,
  event: Extract<MessageFromWorker, { readonly kind: 'event' }>['event'],
): void {
  port.postMessage({ kind: 'event', event });
}
