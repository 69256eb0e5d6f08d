import { describe, expect, it } from 'vitest';
import { indexRetention } from '../../../../core/replay/index-retention.ts';
import { buildThreadProfile, sweep } from '../../../../core/replay/index.ts';
import { message } from '../../../support/builders.ts';
import { threadOf } from './thread-of.ts';

function turn(question: string, answer: string) {
  return { messages: [message(question, question), message(answer, answer, 'assistant')] };
}

describe('indexRetention', () => {
  it('counts the facts of dropped runs that can still be read in what is sent', async () => {
    // A window of two runs drops the first at the third. Of its two facts one is asked about again; the
    // other comes back only in the answer to that, which isn't sent with the question.
    const document = threadOf([
      turn('Ticket OPS-4312 waits for berth B-117.', 'Noted.'),
      turn('And now?', 'Nothing yet.'),
      turn('Is OPS-4312 done?', 'Yes, at berth B-117.'),
    ]);
    const { rows } = await sweep(
      [{ profile: buildThreadProfile(document), facts: indexRetention(document.runs) }],
      { tokenThresholds: [], keepRecentCounts: [], keepCounts: [2] },
    );
    expect(rows[0]?.totals.summaries).toBe(1);
    expect(rows[0]?.retention).toBe(0.5);
  });
});
