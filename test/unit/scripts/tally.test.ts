import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  sum,
  tallyFuzz,
  tallyPlaywright,
  tallyVitest,
  withRunnerVerdict,
} from '../../../scripts/suites/tally.mjs';

describe('the count at the end of the test command', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-tally-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function report(content: unknown): string {
    const file = join(folder, 'report.json');
    writeFileSync(file, JSON.stringify(content));
    return file;
  }

  const vitestReport = {
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [{ status: 'failed', assertionResults: [{ status: 'failed' }] }],
  };

  it('takes passed, failed and skipped from a vitest report', () => {
    expect(tallyVitest(report(vitestReport))).toEqual({ passed: 4, failed: 1, skipped: 2 });
  });

  it('counts a file that failed before its first test', () => {
    const testResults = [...vitestReport.testResults, { status: 'failed', assertionResults: [] }];
    expect(tallyVitest(report({ ...vitestReport, testResults }))).toMatchObject({ failed: 2 });
  });

  it('takes passed and failed fixtures from a report on broken files, and counts a missing one as failed', () => {
    expect(tallyFuzz(report({ passed: 140, failed: 1 }))).toEqual({ passed: 140, failed: 1, skipped: 0 });
    expect(tallyFuzz(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('counts a test that passed only the second time as failed', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 1 };
    expect(tallyPlaywright(report({ stats, errors: [] }))).toEqual({ passed: 3, failed: 2, skipped: 1 });
  });

  it('counts a run without a report as one failure', () => {
    expect(tallyVitest(join(folder, 'absent.json'))).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(tallyPlaywright(join(folder, 'absent.json'))).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('counts a runner that failed without saying why', () => {
    const clean = { passed: 3, failed: 0, skipped: 0 };
    expect(withRunnerVerdict(clean, true)).toEqual(clean);
    expect(withRunnerVerdict(clean, false)).toEqual({ ...clean, failed: 1 });
    expect(withRunnerVerdict({ ...clean, failed: 2 }, false)).toEqual({ ...clean, failed: 2 });
  });

  it('adds the suites up', () => {
    const one = { passed: 1, failed: 2, skipped: 3 };
    expect(sum([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 });
  });
});
