import { existsSync, rmSync, writeFileSync } from 'node:fs';

/** Tells a start after a crash from one after a quit. */
export interface CrashMark {
  /** The last run didn't end by itself, or this one lost its page. */
  crashedBefore(): boolean;
  /** The page was lost while the app ran on. */
  pageCrashed(): void;
  /** The app ends as it should. */
  remove(): void;
}

/** Leaves a file that only an orderly end removes. */
export function leaveCrashMark(path: string): CrashMark {
  let crashed = existsSync(path);
  try {
    writeFileSync(path, '');
  } catch {
    // A full disk must not keep the app from starting; the next start then takes this one as fine.
  }
  return {
    crashedBefore: () => crashed,
    pageCrashed: () => {
      crashed = true;
    },
    remove: () => {
      rmSync(path, { force: true });
    },
  };
}
