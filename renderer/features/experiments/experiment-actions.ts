import type { ExperimentId, ExperimentRow, ThreadRef } from '../../../core/contract.ts';
import { request } from '../../app/inspector-api.ts';
import { loadExperiments } from '../../data/experiment-loader.ts';
import { useDiffStore } from '../../stores/diff-store.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';
import { toastActions } from '../../stores/toast-store.ts';
import { viewActions } from '../../stores/view-store.ts';
import { startExperiment } from '../policy/run-summarizer.ts';
import { experimentName } from './experiment-words.ts';

export function showInDiff(experiment: ExperimentId): void {
  useDiffStore.getState().actions.choose(experiment);
  viewActions().showTab('diff');
}

export async function renameExperiment(
  thread: ThreadRef,
  experiment: ExperimentId,
  name: string,
): Promise<void> {
  const result = await request('experiments:rename', { experiment, name: name.trim() });
  if (!result.ok) toastActions().complain(result.error.message);
  await loadExperiments(thread);
}

export async function pinExperiment(thread: ThreadRef, experiment: ExperimentRow): Promise<void> {
  const result = await request('experiments:pin', {
    experiment: experiment.experiment,
    pinned: !experiment.pinned,
  });
  if (!result.ok) toastActions().complain(result.error.message);
  await loadExperiments(thread);
}

export async function removeExperiment(thread: ThreadRef, experiment: ExperimentRow): Promise<void> {
  const result = await request('experiments:remove', { experiment: experiment.experiment });
  if (!result.ok) {
    toastActions().complain(result.error.message);
    return;
  }
  const { choice, actions } = useDiffStore.getState();
  if (choice === experiment.experiment) actions.choose('policy');
  toastActions().say(`“${experimentName(experiment)}” was deleted`, () => {
    void restoreExperiment(thread, experiment.experiment);
  });
  await loadExperiments(thread);
}

async function restoreExperiment(thread: ThreadRef, experiment: ExperimentId): Promise<void> {
  const result = await request('experiments:restore', { experiment });
  if (!result.ok) toastActions().complain(result.error.message);
  await loadExperiments(thread);
}

/** Sets the knobs to what the experiment was run with. */
export async function takeOverSettings(experiment: ExperimentId): Promise<void> {
  const result = await request('experiments:get', { experiment });
  if (!result.ok) {
    toastActions().complain(result.error.message);
    return;
  }
  const { actions } = usePolicyStore.getState();
  actions.takePolicy(result.value.policy);
  if (result.value.instruction !== null) actions.turnKnob('instruction', result.value.instruction);
  actions.turnKnob('parameters', result.value.parameters);
}

/** Runs it once more with the settings it had, whatever the knobs say now. */
export async function runAgain(experiment: ExperimentId): Promise<void> {
  const result = await request('experiments:get', { experiment });
  if (!result.ok) {
    toastActions().complain(result.error.message);
    return;
  }
  const { policy, thread, instruction, parameters, modelName, includeToolArguments } = result.value;
  if (policy.summarizer === 'none') return;
  await startExperiment({
    thread,
    policy,
    instruction: instruction ?? '',
    includeToolArguments,
    model: modelName === null || modelName.startsWith('offline') ? 'offline' : 'configured',
    parameters,
  });
}

/** Continues the thread as a branch that carries this summary; the imported thread stays as it is. */
export async function applyToCopy(experiment: ExperimentId): Promise<void> {
  const result = await request('experiments:apply', { experiment });
  if (!result.ok) {
    toastActions().complain(result.error.message);
    return;
  }
  viewActions().selectThread(result.value);
  toastActions().say('A copy of the thread now carries this summary.');
}
