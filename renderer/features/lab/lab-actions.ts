import type { LabBasis, SweepScope, ThreadOverview } from '../../../core/contract.ts';
import type { PolicySpec } from '../../../core/domain/policy-spec.ts';
import {
  DEFAULT_PRICES,
  findPrice,
  policiesOf,
  type PolicyGrid,
  type PriceTable,
} from '../../../core/replay/index.ts';
import { request } from '../../app/inspector-api.ts';
import { valueOf } from '../../data/async.ts';
import { cancelJob } from '../../data/job-feed.ts';
import { policyOfKnobs } from '../../selectors/policy-spec-of.ts';
import { labActions, useLabStore } from '../../stores/lab-store.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';
import { useSettingsStore } from '../../stores/settings-store.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { toastActions } from '../../stores/toast-store.ts';

export function priceTable(): PriceTable {
  return valueOf(useLabStore.getState().prices)?.table ?? DEFAULT_PRICES;
}

/** The configured model, where it has prices: what a thread is priced as whose own model isn't known. */
function configuredModel(table: PriceTable): string | null {
  const name = valueOf(useSettingsStore.getState().settings)?.model.modelName ?? '';
  return name !== '' && findPrice(table, name) !== null ? name : null;
}

export function currentBasis(): LabBasis {
  const { agentModel, summarizerModel } = useLabStore.getState();
  const configured = configuredModel(priceTable());
  return {
    instruction: usePolicyStore.getState().knobs.instruction,
    agentModel,
    fallbackModel: configured,
    summarizerModel: summarizerModel ?? configured,
  };
}

export function currentScope(overview: ThreadOverview): { readonly scope: SweepScope; readonly key: string } {
  const { scope, picked, savedSearch } = useLabStore.getState();
  const search = valueOf(useThreadStore.getState().listing)?.search ?? '';
  if (scope === 'found') return { scope: { kind: 'search', search }, key: `found ${search}` };
  if (scope === 'saved' && savedSearch !== null) {
    const saved = savedSearch.search;
    return { scope: { kind: 'search', search: saved }, key: `saved ${saved}` };
  }
  if (scope === 'picked' && picked.size > 0) {
    const threads = [...picked].sort((left, right) => left - right);
    return { scope: { kind: 'threads', threads }, key: `picked ${threads.join(',')}` };
  }
  const { thread, runCount, messageCount } = overview;
  return {
    scope: { kind: 'threads', threads: [thread] },
    key: `thread ${thread}/${runCount}/${messageCount}`,
  };
}

/** Starts a sweep in place of the one before, which is cancelled if it still runs. */
export async function startSweep(overview: ThreadOverview, grid: PolicyGrid): Promise<void> {
  cancelSweep();
  const { scope, key } = currentScope(overview);
  const current = policyOfKnobs(usePolicyStore.getState().knobs);
  const references: readonly PolicySpec[] =
    current.summarizer === 'none' ? [current] : [{ summarizer: 'none' }, current];
  const jobId = crypto.randomUUID();
  const basis = currentBasis();
  labActions().putSweep({
    jobId,
    scopeKey: key,
    scope,
    basis,
    grid,
    policies: policiesOf(grid),
    rows: [],
    progress: null,
    outcome: null,
    error: null,
  });
  const answer = await request('lab:sweep', { jobId, scope, grid, references, basis });
  if (!answer.ok) labActions().updateSweep(jobId, (sweep) => ({ ...sweep, error: answer.error }));
}

export function cancelSweep(): void {
  const { sweep } = useLabStore.getState();
  if (sweep !== null && sweep.outcome === null && sweep.error === null) void cancelJob(sweep.jobId);
}

/** Loads a policy into the knobs: chart, runs and replay then show it. */
export function loadPolicy(policy: PolicySpec): void {
  usePolicyStore.getState().actions.takePolicy(policy);
}

export async function copyText(text: string, what: string): Promise<void> {
  const answer = await request('clipboard:write', { text });
  if (answer.ok) toastActions().say(`${what} copied`);
  else toastActions().complain(answer.error.message);
}
