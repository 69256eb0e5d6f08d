import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { lastLines, run } from './run.mjs';

/** Debian packages by what is missing without them. */
const libraries = {
  'libgtk-3.so.0': 'libgtk-3-0',
  'libnss3.so': 'libnss3',
  'libasound.so.2': 'libasound2',
  'libgbm.so.1': 'libgbm1',
  'libXss.so.1': 'libxss1',
  'libnotify.so.4': 'libnotify4',
};
const programs = { Xvfb: 'xvfb', xauth: 'xauth', unzip: 'unzip' };
const compilers = { python3: 'python3', make: 'make', 'g++': 'g++' };

/**
 * Sees to the Linux libraries and programs that Electron and the tests need.
 *
 * @returns {string | null} One line that says what was installed; null when nothing was missing.
 * @throws With the command to run, when something is missing and can't be installed from here.
 */
export function prepareSystemLibraries() {
  return prepare(() => [...missingLibraries(), ...missingPrograms(programs)]);
}

/** The same for what a compile of the SQLite driver needs. */
export function prepareCompilers() {
  return prepare(() => missingPrograms(compilers));
}

/**
 * What the loader would not find when the program starts, whichever package it comes from.
 *
 * @param {string} executable
 */
export function missingSharedLibraries(executable) {
  if (process.platform !== 'linux') return [];
  const lines = run('ldd', [executable]).output.split('\n');
  return lines.filter((line) => line.includes('not found')).map((line) => line.trim().split(' ')[0] ?? line);
}

/** @param {() => string[]} findMissing */
function prepare(findMissing) {
  if (process.platform !== 'linux') return null;
  const missing = findMissing();
  if (missing.length === 0) return null;

  const byHand = `apt-get install --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    throw new Error(`Missing system packages. On Debian, install them with:\n  sudo ${byHand}`);
  }
  install(missing);
  const still = findMissing();
  if (still.length > 0) throw new Error(`Still missing after an installation: ${still.join(' ')}`);
  return `System packages: installed ${missing.join(' ')}`;
}

/** @param {string[]} packages */
function install(packages) {
  const args = ['install', '--yes', '--no-install-recommends', ...packages];
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: 10 * 60_000 };
  if (run('apt-get', args, options).ok) return;
  // The first attempt fails where the package lists are missing or old.
  run('apt-get', ['update'], options);
  const second = run('apt-get', args, options);
  if (!second.ok) throw new Error(`apt-get ${args.join(' ')} failed:\n${lastLines(second.output, 10)}`);
}

function missingLibraries() {
  return Object.entries(libraries)
    .filter(([library]) => !libraryIsThere(library))
    .map(([, name]) => name);
}

/** @param {Record<string, string>} wanted */
function missingPrograms(wanted) {
  return Object.entries(wanted)
    .filter(([program]) => !onPath(program))
    .map(([, name]) => name);
}

/** @param {string} library */
function libraryIsThere(library) {
  return libraryFolders().some((folder) => existsSync(join(folder, library)));
}

/** The usual places, those of a multi-architecture Debian included. */
function libraryFolders() {
  const bases = ['/lib', '/usr/lib', '/lib64', '/usr/lib64', '/usr/local/lib'];
  return bases.flatMap((base) => [base, ...childFolders(base)]);
}

/** @param {string} base */
function childFolders(base) {
  if (!existsSync(base)) return [];
  return readdirSync(base)
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(base, name));
}

/** @param {string} program */
function onPath(program) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
