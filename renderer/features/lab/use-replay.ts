import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { ThreadOverview } from '../../../core/contract.ts';
import type { PolicySpec } from '../../../core/domain/policy-spec.ts';
import { estimateTextTokens } from '../../../core/domain/token-estimate.ts';
import {
  replayProfile,
  type ModelPrice,
  type ReplayOptions,
  type ThreadProfile,
} from '../../../core/replay/index.ts';
import { useContextWindow, usePolicy } from '../../app/use-preview.ts';
import { memoizeLast } from '../../selectors/memoize-last.ts';
import { replayColumns, type ReplayColumns } from '../../selectors/replay-columns.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';
import type { ReplayAnswer, ReplayOrder } from './replay-worker.ts';
import { useLabPrices } from './use-lab-prices.ts';

/** Replayed between two frames up to here; longer threads by a worker. */
const QUICK_CALLS = 3_000;

interface Replayed {
  readonly profile: ThreadProfile;
  readonly columns: ReplayColumns;
  readonly unfoldedCost: number | null;
}

/** The newest answer of the worker. Written by `askWorker` only. */
const useWorkerReplay = create<{ readonly replayed: Replayed | null }>()(() => ({ replayed: null }));

let worker: Worker | null = null;
let workerProfile: ThreadProfile | null = null;
let lastId = 0;
let asked: { readonly policy: PolicySpec; readonly options: ReplayOptions } | null = null;
/** Whether the worker was given `workerProfile`. */
let isGiven = false;
let isBusy = false;
let isWaiting = false;

/** One question at a time: while a slider turns, only the newest one waits. */
function askWorker(profile: ThreadProfile, policy: PolicySpec, options: ReplayOptions): void {
  if (workerProfile === profile && asked?.policy === policy && asked.options === options) return;
  worker ??= startWorker();
  if (workerProfile !== profile) {
    workerProfile = profile;
    isGiven = false;
    // An answer about the thread before is on its way, perhaps: it counts no more.
    lastId += 1;
    // Copying a long thread's columns takes as long as drawing it: a task of its own.
    setTimeout(() => {
      give(profile);
    }, 0);
  }
  asked = { policy, options };
  if (isBusy) isWaiting = true;
  else postQuestion();
}

function give(profile: ThreadProfile): void {
  // Another thread was opened meanwhile.
  if (isGiven || workerProfile !== profile) return;
  post({ kind: 'profile', profile });
  isGiven = true;
  if (!isBusy) postQuestion();
}

function startWorker(): Worker {
  const started = new Worker(new URL('./replay-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = (event: MessageEvent<ReplayAnswer>): void => {
    isBusy = false;
    if (isWaiting) postQuestion();
    const { id, columns, unfoldedCost } = event.data;
    // An answer of a thread that was left says nothing about the new one.
    if (id === lastId && workerProfile !== null)
      useWorkerReplay.setState({ replayed: { profile: workerProfile, columns, unfoldedCost } });
  };
  return started;
}

function postQuestion(): void {
  if (asked === null || !isGiven) return;
  isBusy = true;
  isWaiting = false;
  lastId += 1;
  post({ kind: 'replay', id: lastId, ...asked });
}

function post(order: ReplayOrder): void {
  worker?.postMessage(order);
}

const replayOptions = memoizeLast(
  (
    agent: ModelPrice | null,
    summarizer: ModelPrice | null,
    limitTokens: number | null,
    instructionTokens: number,
  ): ReplayOptions => ({ prices: { agent, summarizer }, limitTokens, instructionTokens }),
);

const instructionTokens = memoizeLast((instruction: string) => estimateTextTokens(instruction));

/**
 * The open thread under the policy in force, call by call and in money. Null until a long thread's first
 * replay is there; afterwards the one before stays until the next has come.
 *
 * @param isWanted False: nothing is worked out, and the answer is null.
 */
export function useReplay(overview: ThreadOverview, isWanted = true): ReplayColumns | null {
  const policy = usePolicy();
  const options = useReplayOptions(overview);
  const { profile } = overview;
  const isQuick = isQuicklyReplayed(profile);
  useEffect(() => {
    if (isWanted && !isQuick) askWorker(profile, policy, options);
  }, [isWanted, isQuick, profile, policy, options]);
  const replayed = useWorkerReplay((state) => state.replayed);
  const quick = useMemo(
    () => (isWanted && isQuick ? replayColumns(profile, policy, options) : null),
    [isWanted, isQuick, profile, policy, options],
  );
  if (!isWanted) return null;
  return quick ?? (replayed?.profile === profile ? replayed.columns : null);
}

/** US dollars of the open thread, had nothing been folded. Comes with the replay under the policy in force. */
export function useUnfoldedCost(overview: ThreadOverview): number | null {
  const options = useReplayOptions(overview);
  const { profile } = overview;
  const replayed = useWorkerReplay((state) => state.replayed);
  return useMemo(() => {
    if (isQuicklyReplayed(profile))
      return replayProfile(profile, { summarizer: 'none' }, options).totals.cost;
    return replayed?.profile === profile ? replayed.unfoldedCost : null;
  }, [profile, options, replayed]);
}

function useReplayOptions(overview: ThreadOverview): ReplayOptions {
  const { agent, summarizer } = useLabPrices(overview);
  const limit = useContextWindow(overview);
  const instruction = usePolicyStore((state) => state.knobs.instruction);
  return replayOptions(agent, summarizer, limit, instructionTokens(instruction));
}

function isQuicklyReplayed(profile: ThreadProfile): boolean {
  return profile.calls.addedTokens.length <= QUICK_CALLS || typeof Worker === 'undefined';
}
