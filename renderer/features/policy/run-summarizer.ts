import type { ExperimentRequest, ThreadRef } from '../../../core/contract.ts';
import { newJobId, request } from '../../app/inspector-api.ts';
import { policyOfKnobs } from '../../selectors/policy-spec-of.ts';
import { useJobsStore } from '../../stores/jobs-store.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';
import { toastActions } from '../../stores/toast-store.ts';

/** Runs the summarizer as the knobs stand. One at a time for each thread: a second press does nothing. */
export async function runSummarizer(thread: ThreadRef): Promise<void> {
  const { knobs } = usePolicyStore.getState();
  const policy = policyOfKnobs(knobs);
  if (policy.summarizer === 'none') return;
  await startExperiment({
    thread,
    policy,
    instruction: knobs.instruction,
    includeToolArguments: knobs.includeToolArguments,
    model: knobs.model,
    parameters: knobs.parameters,
  });
}

/** Also runs an earlier experiment again, with the settings it had. */
export async function startExperiment(experiment: ExperimentRequest): Promise<void> {
  const { jobs, actions } = useJobsStore.getState();
  const { thread } = experiment;
  if (jobs.some((job) => job.kind === 'experiment' && job.thread === thread && job.end === null)) return;
  for (const job of jobs) if (job.kind === 'experiment' && job.thread === thread) actions.dismiss(job.jobId);
  const jobId = newJobId();
  actions.put({ kind: 'experiment', jobId, thread, startedAtMs: Date.now(), text: '', end: null });
  const started = await request('experiments:run', { ...experiment, jobId });
  if (started.ok) return;
  actions.dismiss(jobId);
  toastActions().complain(started.error.message);
}
