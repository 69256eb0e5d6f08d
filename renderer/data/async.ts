import type { RequestError, Result } from '../../core/contract.ts';

/** Something that is asked for. Loading and error are states of it, never flags beside it. */
export type Async<T> =
  | { readonly state: 'idle' }
  /** `previous`: what to go on showing while a newer answer is on its way. */
  | { readonly state: 'loading'; readonly previous: T | null }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: RequestError };

export const IDLE: { readonly state: 'idle' } = { state: 'idle' };

export function loading<T>(previous: Async<T>): Async<T> {
  return { state: 'loading', previous: valueOf(previous) };
}

export function settled<T>(result: Result<T>): Async<T> {
  return result.ok ? { state: 'ready', value: result.value } : { state: 'failed', error: result.error };
}

/** What there is to show: the answer, or the one before it while loading; else null. */
export function valueOf<T>(async: Async<T>): T | null {
  if (async.state === 'ready') return async.value;
  return async.state === 'loading' ? async.previous : null;
}
