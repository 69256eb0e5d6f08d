import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { MessageView, RunBody, ThreadRef } from '../../core/contract.ts';
import { request } from '../app/inspector-api.ts';
import { IDLE, loading, settled, valueOf, type Async } from './async.ts';

export const MESSAGES_PER_PAGE = 60;
const MOST_BODIES = 24;

const bodies = new Map<string, Async<RunBody>>();
const listeners = new Set<() => void>();

const keyOf = (thread: ThreadRef, run: number): string => `${thread}:${run}`;

function put(key: string, body: Async<RunBody>): void {
  bodies.delete(key);
  bodies.set(key, body);
  for (const oldest of bodies.keys()) {
    if (bodies.size <= MOST_BODIES) break;
    bodies.delete(oldest);
  }
  for (const listener of listeners) listener();
}

/** Reads a run's messages up to `until` (at least a page), after those that are there already. */
export async function loadRunBody(thread: ThreadRef, run: number, until = 0): Promise<void> {
  const key = keyOf(thread, run);
  const before = bodies.get(key) ?? IDLE;
  const known: readonly MessageView[] = valueOf(before)?.messages ?? [];
  put(key, loading(before));
  const count = Math.min(200, Math.max(MESSAGES_PER_PAGE, until - known.length));
  const result = await request('runs:body', { thread, run, from: known.length, count });
  // Given up meanwhile: the run was closed long ago and others took its place.
  if (!bodies.has(key)) return;
  put(
    key,
    settled(
      result.ok
        ? { ok: true, value: { ...result.value, messages: [...known, ...result.value.messages] } }
        : result,
    ),
  );
}

/** The thread changed: open runs are read again. */
export function refreshRunBodies(changed: readonly ThreadRef[]): void {
  for (const key of [...bodies.keys()])
    if (changed.includes(Number(key.slice(0, key.indexOf(':'))))) bodies.delete(key);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** An open run's messages, read when they are first shown. */
export function useRunBody(thread: ThreadRef, run: number): Async<RunBody> {
  const body = useSyncExternalStore(
    subscribe,
    useCallback(() => bodies.get(keyOf(thread, run)) ?? IDLE, [thread, run]),
  );
  useEffect(() => {
    if (body.state === 'idle') void loadRunBody(thread, run);
  }, [body, thread, run]);
  return body;
}
