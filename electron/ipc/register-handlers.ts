import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import type { z } from 'zod';
import { REQUEST_CHANNELS, type JobId, type RequestError, type Result } from '../../core/contract.ts';
import type { PageOrigin } from '../page-origin.ts';
import type { Handlers, RequestArgument, RequestChannel, RequestValue } from './channels.ts';
import { DROPPED_FILES_CHANNEL } from './dropped-files-channel.ts';
import type { ErrorAnswer } from './error-answer.ts';
import { isOwnSender } from './sender-check.ts';

export interface DroppedFiles {
  readonly jobId: JobId;
  readonly paths: readonly string[];
}

/** What answers the requests. Loaded after the window is open, since all of it is heavy. */
export interface Answering {
  readonly handlers: Handlers;
  readonly schemas: { readonly [Channel in RequestChannel]: z.ZodType<RequestArgument<Channel>> };
  readonly droppedFiles: (files: DroppedFiles) => null | Promise<null>;
  readonly droppedFilesSchema: z.ZodType<DroppedFiles>;
  readonly describeIssue: (error: z.ZodError) => string;
  readonly errorAnswer: ErrorAnswer;
}

/**
 * Answers every request of the contract with a `Result`: whoever isn't the app's own page is refused, an
 * argument that doesn't fit is told with its place, and no error goes out with more than its sentence.
 * A request that comes before `answering` is there waits for it.
 */
export function registerHandlers(
  ipc: IpcMain,
  options: {
    readonly answering: Promise<Answering>;
    readonly ownContents: () => WebContents | null;
    readonly origin: PageOrigin;
  },
): void {
  const { ownContents, origin } = options;
  const answering = options.answering.catch(() => null);
  const isOwn = (event: IpcMainInvokeEvent): boolean => isOwnSender(event, ownContents(), origin);

  for (const channel of requestChannels()) {
    ipc.handle(channel, async (event, argument: unknown) => {
      if (!isOwn(event)) return REFUSED;
      const ready = await answering;
      return ready === null ? NOT_STARTED : answerRequest(ready, channel, argument);
    });
  }
  ipc.handle(DROPPED_FILES_CHANNEL, async (event, argument: unknown) => {
    if (!isOwn(event)) return REFUSED;
    const ready = await answering;
    return ready === null ? NOT_STARTED : answerDrop(ready, argument);
  });
}

export async function answerRequest<Channel extends RequestChannel>(
  answering: Answering,
  channel: Channel,
  argument: unknown,
): Promise<Result<RequestValue<Channel>>> {
  return answer(answering, channel, answering.schemas[channel], argument, answering.handlers[channel]);
}

export async function answerDrop(answering: Answering, argument: unknown): Promise<Result<null>> {
  const { droppedFilesSchema, droppedFiles } = answering;
  return answer(answering, DROPPED_FILES_CHANNEL, droppedFilesSchema, argument, droppedFiles);
}

async function answer<Argument, Value>(
  answering: Answering,
  channel: string,
  schema: z.ZodType<Argument>,
  argument: unknown,
  handle: (argument: Argument) => Value | Promise<Value>,
): Promise<Result<Value>> {
  try {
    const checked = schema.safeParse(argument);
    if (!checked.success) {
      return failed('invalid-option', `${channel}: ${answering.describeIssue(checked.error)}`);
    }
    return { ok: true, value: await handle(checked.data) };
  } catch (error) {
    return { ok: false, error: answering.errorAnswer(error, channel) };
  }
}

const REFUSED = failed('refused', 'Only the window of Tidemark itself is answered.');
const NOT_STARTED = failed('internal', 'Tidemark did not start completely: start it again.');

function failed(
  code: RequestError['code'],
  message: string,
): { readonly ok: false; readonly error: RequestError } {
  return { ok: false, error: { code, message } };
}

function requestChannels(): readonly RequestChannel[] {
  const isChannel = (name: string): name is RequestChannel => Object.hasOwn(REQUEST_CHANNELS, name);
  return Object.keys(REQUEST_CHANNELS).filter(isChannel);
}
