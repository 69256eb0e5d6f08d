/** The only reader of `window.tidemark`. Everything the window knows of the main process comes through here. */
import type { InspectorApi, InspectorEvents, InspectorRequests, JobId, Result } from '../../core/contract.ts';

declare global {
  interface Window {
    /** Put there by the preload; absent when the page was opened outside the app. */
    readonly tidemark?: InspectorApi;
  }
}

export type RequestName = keyof InspectorRequests;
export type RequestArgument<Name extends RequestName> = Parameters<InspectorRequests[Name]>[0];
export type RequestAnswer<Name extends RequestName> = ReturnType<InspectorRequests[Name]>;

const NO_BRIDGE = {
  ok: false,
  error: {
    code: 'storage-failed',
    message: 'This page is not running inside Tidemark, so there is no workspace to ask. Start the app.',
  },
} as const;

/** Never rejects: a broken bridge is an error like any other. */
export async function request<Name extends RequestName>(
  name: Name,
  argument: RequestArgument<Name>,
): Promise<Result<RequestAnswer<Name>>> {
  const api = window.tidemark;
  if (api === undefined) return NO_BRIDGE;
  try {
    return await api.request(name, argument);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'no reason given';
    return {
      ok: false,
      error: {
        code: 'storage-failed',
        message: `The app did not answer "${name}" (${reason}). Try again; if it stays, restart Tidemark.`,
      },
    };
  }
}

/** @returns A function that stops listening. */
export function onEvent<Name extends keyof InspectorEvents>(
  name: Name,
  listener: (event: InspectorEvents[Name]) => void,
): () => void {
  return window.tidemark?.on(name, listener) ?? (() => undefined);
}

/** `files` are the DOM File objects of a drop; only the preload can read their paths. */
export async function importDropped(jobId: JobId, files: readonly File[]): Promise<Result<null>> {
  return window.tidemark === undefined ? NO_BRIDGE : window.tidemark.importDropped(jobId, files);
}

/** A job id no other job of this window has. */
export function newJobId(): JobId {
  return crypto.randomUUID();
}
