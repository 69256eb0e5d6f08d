import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fromRoot } from '../runtime/paths.mjs';

const LOCK_WAIT_MS = 60_000;

/** What every target is also made from. */
const common = ['package.json', 'package-lock.json', 'scripts/build'];

/**
 * Runs `make` unless the target was made after the last change of what it's made from. Two processes that
 * find it stale make it once.
 *
 * @param {{ name: string, inputs: readonly string[], make: () => Promise<void> }} target
 * @returns {Promise<boolean>} Whether it was made.
 */
export async function makeIfStale(target) {
  if (isFresh(target)) return false;
  return withLock(target.name, async () => {
    if (isFresh(target)) return false;
    const startedAt = new Date();
    await target.make();
    const stamp = stampOf(target.name);
    mkdirSync(dirname(stamp), { recursive: true });
    // The time before the build: an edit made during it counts as newer.
    writeFileSync(stamp, String(startedAt.getTime()));
    return true;
  });
}

/** @param {{ name: string, inputs: readonly string[] }} target */
function isFresh(target) {
  const stamp = stampOf(target.name);
  if (!existsSync(stamp)) return false;
  const builtAtMs = statSync(stamp).mtimeMs;
  return [...common, ...target.inputs].every((input) => newestMs(fromRoot(input)) <= builtAtMs);
}

/**
 * Inside what was built, so that removing that removes the stamp.
 *
 * @param {string} name
 */
const stampOf = (name) => fromRoot('out', name, '.built');

/**
 * Folders count too: removing a file changes only its folder.
 *
 * @param {string} path
 * @returns {number}
 */
function newestMs(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}

/**
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 */
async function withLock(name, work) {
  const lock = fromRoot('out', `${name}.lock`);
  mkdirSync(dirname(lock), { recursive: true });
  const giveUpAtMs = Date.now() + LOCK_WAIT_MS;
  while (!tryLock(lock)) {
    // Whoever held it that long was killed.
    if (Date.now() > giveUpAtMs) rmSync(lock, { recursive: true, force: true });
    else await delay(50);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** @param {string} lock */
function tryLock(lock) {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
