const COUNT_MS = 160;

/**
 * Walks from one number to another, a step for each frame drawn, slower towards the end. The first step
 * is taken at once. Nothing is walked where the system asks for less motion.
 *
 * @param onNumber Given where it stands; null: it has arrived.
 * @returns Stops the walk where it is.
 */
export function countUp(from: number, to: number, onNumber: (number: number | null) => void): () => void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
    onNumber(null);
    return () => undefined;
  }
  const startMs = performance.now();
  let frame = 0;
  const step = (nowMs: number): void => {
    // A frame's time may lie before the moment that asked for it.
    const share = Math.max(0, (nowMs - startMs) / COUNT_MS);
    if (share >= 1) {
      onNumber(null);
      return;
    }
    onNumber(from + (to - from) * (1 - (1 - share) ** 3));
    frame = requestAnimationFrame(step);
  };
  step(startMs);
  return () => {
    cancelAnimationFrame(frame);
  };
}
