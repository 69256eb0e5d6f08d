import type { ThreadRef } from '../../core/contract.ts';
import { valueOf } from '../data/async.ts';
import { loadExperiments } from '../data/experiment-loader.ts';
import { startJobFeed } from '../data/job-feed.ts';
import { refreshRunBodies } from '../data/run-bodies.ts';
import { refreshRunPages } from '../data/run-pages.ts';
import { startSettings } from '../data/settings-loader.ts';
import { openThread, searchThreads, startThreadFeed } from '../data/thread-loader.ts';
import { useExperimentsStore } from '../stores/experiments-store.ts';
import { usePolicyStore } from '../stores/policy-store.ts';
import { useThreadStore } from '../stores/thread-store.ts';
import { useViewStore, viewActions } from '../stores/view-store.ts';
import { request } from './inspector-api.ts';

/** The knobs that decide what is folded; the others only say how a summary is written. */
const POLICY_KNOBS = ['summarizer', 'tokenThreshold', 'keepRecentCount', 'keepCount'] as const;

/**
 * Connects stores and main process: settings, jobs, the list, the selected thread and its experiments.
 * @returns A function that undoes it.
 */
export function startWindow(): () => void {
  const stops = [
    startSettings(),
    startJobFeed(),
    startThreadFeed((threads) => {
      const { thread } = useExperimentsStore.getState();
      if (thread !== null && threads.includes(thread)) void loadExperiments(thread);
      refreshRunPages(threads);
      refreshRunBodies(threads);
    }),
    // Turning a knob is asking what it does: gauge, chart and runs then show the policy.
    usePolicyStore.subscribe((state, before) => {
      if (POLICY_KNOBS.some((knob) => state.knobs[knob] !== before.knobs[knob]))
        viewActions().setChartMode('policy');
    }),
    useViewStore.subscribe((state, before) => {
      if (state.selectedThread !== before.selectedThread) void showThread(state.selectedThread);
    }),
  ];
  void firstThread();
  return () => {
    for (const stop of stops) stop();
  };
}

async function showThread(thread: ThreadRef | null): Promise<void> {
  await Promise.all([openThread(thread), loadExperiments(thread)]);
  const overview = valueOf(useThreadStore.getState().overview);
  // What was recorded comes first where there is something to see; else the policy is the news.
  if (overview !== null && overview.thread === thread)
    viewActions().setChartMode(overview.appliedBoundary === null ? 'policy' : 'recorded');
}

/** Reopens the thread that was open, unless the last run crashed on it; else the first of the list. */
async function firstThread(): Promise<void> {
  const [, info] = await Promise.all([searchThreads(''), request('app:info', {})]);
  const { selectedThread, actions } = useViewStore.getState();
  const crashed = info.ok && info.value.crashedBefore;
  if (selectedThread !== null && !crashed) {
    await showThread(selectedThread);
    // A thread that is gone by now is no error at start: the list says what there is.
    if (useThreadStore.getState().overview.state !== 'failed') return;
  }
  actions.selectThread(null);
  const { listing } = useThreadStore.getState();
  const first = listing.state === 'ready' ? listing.value.rows[0] : undefined;
  if (!crashed && first !== undefined) actions.selectThread(first.thread);
}
