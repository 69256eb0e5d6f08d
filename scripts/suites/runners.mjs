import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fromRoot, root } from '../runtime/paths.mjs';
import { needsLegacyDriver } from '../runtime/sqlite-driver.mjs';
import { tallyFuzz, tallyPlaywright, tallyVitest, withRunnerVerdict } from './tally.mjs';

/** A Node that loads the current SQLite driver, for machines whose own loads the legacy one. */
const NEWER_NODE = 'node@22.23.3';

const vitest = fromRoot('node_modules', 'vitest', 'vitest.mjs');
const playwright = fromRoot('node_modules', '@playwright', 'test', 'cli.js');

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} title
 * @property {() => Promise<import('./tally.mjs').Tally>} run
 */

/** @returns {Suite[]} In the order they run: the quick ones first. */
export function suites() {
  return [
    {
      name: 'unit',
      title: 'unit, property, contract and component tests',
      run: () => runVitest('vitest', process.execPath, []),
    },
    ...(needsLegacyDriver() ? [newerDriverSuite()] : []),
    { name: 'fuzz', title: 'imports of broken files', run: runFuzz },
    { name: 'e2e', title: 'the app in Electron', run: runPlaywright },
  ];
}

/** The contract tests above ran on the driver of an older Node; these run on the one that is shipped. */
function newerDriverSuite() {
  return {
    name: 'contract',
    title: `contract tests on the current SQLite driver (${NEWER_NODE})`,
    run: () =>
      runVitest('contract', 'npx', ['--yes', '--package', NEWER_NODE, 'node'], ['--project', 'contract']),
  };
}

/**
 * @param {string} name
 * @param {string} program
 * @param {string[]} before What comes between the program and vitest.
 * @param {string[]} [options]
 */
async function runVitest(name, program, before, options = []) {
  const report = freshReport(name);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const succeeded = await follow(program, [...before, vitest, 'run', ...options, ...reporters]);
  return withRunnerVerdict(tallyVitest(report), succeeded);
}

async function runPlaywright() {
  const report = freshReport('e2e');
  const succeeded = await follow(process.execPath, [playwright, 'test']);
  return withRunnerVerdict(tallyPlaywright(report), succeeded);
}

async function runFuzz() {
  const report = freshReport('fuzz');
  const succeeded = await follow(process.execPath, [fromRoot('scripts', 'fuzz.mjs'), '--report', report]);
  return withRunnerVerdict(tallyFuzz(report), succeeded);
}

/** @param {string} name */
function freshReport(name) {
  mkdirSync(fromRoot('out', 'reports'), { recursive: true });
  const file = fromRoot('out', 'reports', `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/**
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<boolean>}
 */
function follow(program, args) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // Building the page set it to production, in which React has no test functions.
      env: { ...process.env, NODE_ENV: 'test' },
    });
    child.on('error', (error) => {
      console.error(error.message);
      done(false);
    });
    child.on('exit', (code) => done(code === 0));
  });
}
