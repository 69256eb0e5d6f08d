import { useEffect } from 'react';
import { labActions, useLabStore } from '../../stores/lab-store.ts';
import { moveTo } from './replay-control.ts';

/** Moves the cursor on while the replay plays. Draws nothing. */
export function ReplayClock(): null {
  const isPlaying = useLabStore((state) => state.isPlaying);
  useEffect(() => {
    if (!isPlaying) return undefined;
    let frame = 0;
    let due = 0;
    let before = performance.now();
    const tick = (now: number): void => {
      const { cursor, speed } = useLabStore.getState();
      due += ((now - before) / 1_000) * speed;
      before = now;
      const calls = Math.floor(due);
      if (calls > 0 && cursor !== null) {
        due -= calls;
        moveTo(cursor.call + calls);
        // It was at the end already, or came there now.
        if (useLabStore.getState().cursor?.call !== cursor.call + calls) labActions().setPlaying(false);
      }
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [isPlaying]);
  return null;
}
