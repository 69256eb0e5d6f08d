import type { ThreadOverview, ThreadRef } from '../../core/contract.ts';
import { valueOf } from '../data/async.ts';
import { loadExperiments } from '../data/experiment-loader.ts';
import { startJobFeed } from '../data/job-feed.ts';
import { refreshRunBodies } from '../data/run-bodies.ts';
import { refreshRunPages } from '../data/run-pages.ts';
import { startSettings } from '../data/settings-loader.ts';
import { openThread, searchThreads, startThreadFeed } from '../data/thread-loader.ts';
import { startWatchFeed } from '../data/watch-feed.ts';
import { useExperimentsStore } from '../stores/experiments-store.ts';
import { policyPreview } from '../selectors/policy-preview.ts';
import { policyOfKnobs } from '../selectors/policy-spec-of.ts';
import { fittingThreshold } from '../selectors/threshold-scale.ts';
import { DEFAULT_KNOBS, usePolicyStore } from '../stores/policy-store.ts';
import { useSettingsStore } from '../stores/settings-store.ts';
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
  // Not before it is known that the last run didn't crash on a thread.
  let mayChoose = false;
  const stops = [
    startSettings(),
    startJobFeed(),
    startWatchFeed(),
    startThreadFeed((threads) => {
      const { thread } = useExperimentsStore.getState();
      if (thread !== null && threads.includes(thread)) void loadExperiments(thread);
      refreshRunPages(threads);
      refreshRunBodies(threads);
    }),
    // The samples of a first start, or a first import: something to look at.
    useThreadStore.subscribe(({ listing }, before) => {
      const rowsBefore = valueOf(before.listing)?.rows.length ?? 0;
      if (mayChoose && listing.state === 'ready' && rowsBefore === 0) selectFirst();
    }),
    // Turning a knob is asking what it does: gauge, chart and runs then show the policy.
    usePolicyStore.subscribe((state, before) => {
      if (POLICY_KNOBS.some((knob) => state.knobs[knob] !== before.knobs[knob]))
        viewActions().setChartMode('policy');
    }),
    useViewStore.subscribe((state, before) => {
      if (state.selectedThread !== before.selectedThread) void showThread(state.selectedThread);
    }),
    // Gauges are scaled to it where a thread's model doesn't tell its own.
    useSettingsStore.subscribe((state, before) => {
      const tokens = valueOf(state.settings)?.defaultContextWindow;
      const tokensBefore = valueOf(before.settings)?.defaultContextWindow;
      if (tokensBefore !== undefined && tokens !== tokensBefore) void rescale();
    }),
  ];
  void firstThread().then((isSafe) => {
    mayChoose = isSafe;
    if (isSafe) selectFirst();
  });
  return () => {
    for (const stop of stops) stop();
  };
}

async function rescale(): Promise<void> {
  const { listing, overviewOf } = useThreadStore.getState();
  await Promise.all([searchThreads(valueOf(listing)?.search ?? ''), openThread(overviewOf)]);
}

async function showThread(thread: ThreadRef | null): Promise<void> {
  await Promise.all([openThread(thread, setTheStage), loadExperiments(thread)]);
}

function setTheStage(overview: ThreadOverview): void {
  suggestThreshold(overview);
  // What was recorded comes first where there is something to see; else the policy is the news.
  viewActions().setChartMode(overview.appliedBoundary === null ? 'policy' : 'recorded');
}

/** A threshold that never fires shows nothing: before a knob was turned, one that fits the thread is set. */
function suggestThreshold(overview: ThreadOverview): void {
  const { knobs, actions } = usePolicyStore.getState();
  const preview = policyPreview(overview.profile, policyOfKnobs({ ...knobs, ...DEFAULT_KNOBS }));
  const isFitting =
    DEFAULT_KNOBS.tokenThreshold < preview.neverFiresFromTokens || preview.floorTokens === null;
  actions.suggestThreshold(isFitting ? DEFAULT_KNOBS.tokenThreshold : fittingThreshold(preview));
}

/**
 * Reopens the thread that was open, unless the last run crashed on it.
 * @returns Whether another may be opened in its place.
 */
async function firstThread(): Promise<boolean> {
  const [, info] = await Promise.all([searchThreads(''), request('app:info', {})]);
  const { selectedThread, actions } = useViewStore.getState();
  const crashed = info.ok && info.value.crashedBefore;
  if (selectedThread !== null && !crashed) {
    await showThread(selectedThread);
    // A thread that is gone by now is no error at start: the list says what there is.
    if (useThreadStore.getState().overview.state !== 'failed') return true;
  }
  actions.selectThread(null);
  return !crashed;
}

function selectFirst(): void {
  const { selectedThread, actions } = useViewStore.getState();
  const first = valueOf(useThreadStore.getState().listing)?.rows[0];
  if (selectedThread === null && first !== undefined) actions.selectThread(first.thread);
}
