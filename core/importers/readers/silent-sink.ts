import type { ImportSink } from '../thread-import.ts';

const nothing = (): void => undefined;

/** For a look through a file whose problems are told of by another pass. */
export const SILENT_SINK: ImportSink = {
  thread: nothing,
  run: nothing,
  copiedRuns: nothing,
  boundary: nothing,
  ended: nothing,
  warning: nothing,
  error: nothing,
};
