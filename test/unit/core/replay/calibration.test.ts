import { describe, expect, it } from 'vitest';
import { buildThreadProfile, calibrate, indexProfile, replayProfile } from '../../../../core/replay/index.ts';
import { boundary, NO_SUMMARIZER, reported, sized, threadOf } from './thread-of.ts';

/** Runs of one call; before call i (from 0) the transcript is 20 + 50 × i tokens. */
function thread(prompts: readonly (number | null)[], boundaries: ReturnType<typeof boundary>[] = []) {
  return buildThreadProfile(
    threadOf(
      prompts.map((prompt) => ({
        messages: [sized('user', 20), sized('assistant', 30)],
        calls: prompt === null ? [] : [reported({ replyAt: 1, prompt })],
      })),
      boundaries,
    ),
  );
}

function fit(prompts: readonly (number | null)[]) {
  return calibrate(indexProfile(thread(prompts)));
}

describe('calibrate', () => {
  it('is null without a single report', () => {
    expect(fit([null, null])).toBeNull();
    expect(fit([])).toBeNull();
  });

  it('finds overhead and factor', () => {
    // 100 + 1.5 × 20, 70, 120, 170.
    expect(fit([130, 205, 280, 355])).toEqual({
      overheadTokens: 100,
      factor: 1.5,
      samples: 4,
      medianError: 0,
      rejectedFactor: null,
    });
  });

  it('is not moved by one wrong report', () => {
    // As before, but the second is 400 too many. The six slopes: −6.5, −2.5, 1.5, 1.5, 1.5, 9.5.
    const calibration = fit([130, 605, 280, 355]);
    expect(calibration).toMatchObject({ factor: 1.5, overheadTokens: 100 });
  });

  it('takes a factor of 1 when there are too few reports', () => {
    // 130 − 20 = 110 and 205 − 70 = 135: the median of two is their mean. Errors: 12.5 of 130 and of 205.
    const calibration = fit([130, 205]);
    expect(calibration).toMatchObject({ factor: 1, overheadTokens: 122.5, samples: 2 });
    expect(calibration?.medianError).toBeCloseTo((12.5 / 130 + 12.5 / 205) / 2, 12);
  });

  it('takes a factor of 1 when the contents hardly differ', () => {
    // Transcripts of 1,000, 1,050 and 1,100 tokens: 10 % apart.
    const runs = [980, 20, 20].map((tokens, index) => ({
      messages: [sized('user', tokens + (index === 0 ? 20 : 0)), sized('assistant', 30)],
      calls: [reported({ replyAt: 1, prompt: 2000 + 200 * index })],
    }));
    expect(calibrate(indexProfile(buildThreadProfile(threadOf(runs))))?.factor).toBe(1);
  });

  it('never takes less than nothing for the overhead', () => {
    // Every report is 10 below the estimate.
    expect(fit([10, 60, 110, 160])).toMatchObject({ factor: 1, overheadTokens: 0 });
  });

  it('refuses a factor that no text has, and says so', () => {
    // Slope 4: 100 + 4 × 20, 70, 120.
    const profile = thread([180, 380, 580]);
    expect(calibrate(indexProfile(profile))).toMatchObject({ factor: 1, rejectedFactor: 4 });
    expect(replayProfile(profile, NO_SUMMARIZER).findings.map((finding) => finding.code)).toEqual([
      'usage-inconsistent',
    ]);
  });

  it('uses a total with the reply in the content where the prompt is not told', () => {
    const runs = [150, 200, 250].map((afterTokens) => ({
      messages: [sized('user', 20), sized('assistant', 30)],
      afterTokens,
    }));
    // Totals against 50, 100 and 150 tokens.
    expect(calibrate(indexProfile(buildThreadProfile(threadOf(runs))))).toMatchObject({
      overheadTokens: 100,
      factor: 1,
      samples: 3,
    });
  });

  it('takes what was really sent for the content, the export having summarized by itself', () => {
    // Run 3 folded runs 1 and 2 into 10 tokens: its prompt was 10 + 20, the next 10 + 50 + 20; all plus 100.
    const profile = thread([120, 170, 130, 180], [boundary(3, 2, 10)]);
    expect(calibrate(indexProfile(profile))).toMatchObject({
      overheadTokens: 100,
      factor: 1,
      medianError: 0,
    });
  });

  it('leaves out what was sent with a content that is not known', () => {
    const profile = thread([120, 9999, 220], [boundary(2, 99, 10)]);
    expect(calibrate(indexProfile(profile))).toMatchObject({ samples: 2, overheadTokens: 100 });
  });

  it('looks at no more than 400 reports', () => {
    // 1,001 reports: every third, that is 334.
    const prompts = Array.from({ length: 1001 }, (_, index) => 100 + 20 + 50 * index);
    expect(fit(prompts)).toMatchObject({ samples: 334, overheadTokens: 100, factor: 1 });
  });
});
