import { useEffect } from 'react';
import { onEvent, request } from '../../app/inspector-api.ts';
import { loading, settled } from '../../data/async.ts';
import { labActions, useLabStore } from '../../stores/lab-store.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { followRows } from './follow-rows.ts';
import { isKeyboardFree, isReplayShown, stepBy, togglePlaying } from './replay-control.ts';

const KEYS: Readonly<Record<string, () => void>> = {
  ' ': togglePlaying,
  ArrowLeft: () => {
    stepBy(-1);
  },
  ArrowRight: () => {
    stepBy(1);
  },
};

function onReplayKey(event: KeyboardEvent): void {
  const act = KEYS[event.key];
  if (act === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!isReplayShown() || !isKeyboardFree(event.key) || document.querySelector('dialog:modal') !== null)
    return;
  event.preventDefault();
  act();
}

/** Follows sweeps and prices for as long as the window is open. Draws nothing. */
export function LabFeed(): null {
  useEffect(() => {
    const { putPrices, updateSweep, moveCursor } = labActions();
    putPrices(loading(useLabStore.getState().prices));
    void request('prices:get', {}).then((result) => {
      putPrices(settled(result));
    });
    const stops = [
      onEvent('prices:changed', (value) => {
        putPrices({ state: 'ready', value });
      }),
      onEvent('lab:progress', ({ jobId, ...progress }) => {
        updateSweep(jobId, (sweep) => ({ ...sweep, progress }));
      }),
      ...followRows(),
      // A replay belongs to the thread that it was started on.
      useThreadStore.subscribe(({ overviewOf }) => {
        const { cursor } = useLabStore.getState();
        if (cursor !== null && cursor.thread !== overviewOf) moveCursor(null);
      }),
    ];
    document.addEventListener('keydown', onReplayKey);
    return () => {
      document.removeEventListener('keydown', onReplayKey);
      for (const stop of stops) stop();
    };
  }, []);
  return null;
}
