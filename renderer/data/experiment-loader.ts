import type { ThreadRef } from '../../core/contract.ts';
import { request } from '../app/inspector-api.ts';
import { useExperimentsStore } from '../stores/experiments-store.ts';
import { IDLE, loading, settled } from './async.ts';

/** Reads a thread's experiments; the answer for a thread that is no longer asked for is dropped. */
export async function loadExperiments(thread: ThreadRef | null): Promise<void> {
  const { actions, experiments, thread: shown } = useExperimentsStore.getState();
  if (thread === null) {
    actions.putExperiments(null, IDLE);
    return;
  }
  actions.putExperiments(thread, loading(shown === thread ? experiments : IDLE));
  const result = await request('experiments:list', { thread });
  if (useExperimentsStore.getState().thread === thread) actions.putExperiments(thread, settled(result));
}
