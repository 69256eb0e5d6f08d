import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/**
 * What a vitest run reports. A file that failed before its first test counts as one failure.
 *
 * @param {string} file
 * @returns {Tally}
 */
export function tallyVitest(file) {
  const report = readReport(file);
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  const emptyFailures = report.testResults.filter(
    (/** @type {any} */ suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + emptyFailures.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * What a Playwright run reports. An error outside any test counts as one failure.
 *
 * @param {string} file
 * @returns {Tally}
 */
export function tallyPlaywright(file) {
  const report = readReport(file);
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  return {
    passed: report.stats.expected,
    failed: report.stats.unexpected + report.stats.flaky + report.errors.length,
    skipped: report.stats.skipped,
  };
}

/**
 * What a run of broken files reports: each fixture counts once, however many files were made from it.
 *
 * @param {string} file
 * @returns {Tally}
 */
export function tallyFuzz(file) {
  const report = readReport(file);
  return report === null
    ? { passed: 0, failed: 1, skipped: 0 }
    : { passed: report.passed, failed: report.failed, skipped: 0 };
}

/**
 * A runner that failed though its report shows no failure has still failed: an error nobody awaited, say.
 *
 * @param {Tally} tally
 * @param {boolean} runnerSucceeded
 * @returns {Tally}
 */
export function withRunnerVerdict(tally, runnerSucceeded) {
  const unexplained = !runnerSucceeded && tally.failed === 0 && tally.skipped === 0;
  return unexplained ? { ...tally, failed: 1 } : tally;
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const tally of tallies) {
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped;
  }
  return total;
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
