import { describe, expect, it } from 'vitest';
import { messageId } from '../../../../core/domain/ids.ts';
import type { Message } from '../../../../core/domain/message.ts';
import { indexFacts } from '../../../../core/facts/fact-index.ts';
import { lostFacts, survivalIn } from '../../../../core/facts/survival.ts';

let count = 0;

function user(text: string): Message {
  count += 1;
  return {
    id: messageId(`m-${count}`),
    senderId: 'user',
    items: [{ type: 'message', role: 'user', content: text }],
  };
}

/** Four runs: the ticket comes back, the path is only in the first, the decision is retold in the third. */
const RUNS = [
  { messages: [user('Ticket OPS-4312 is about src/net/client.ts and 17 hosts.')] },
  { messages: [user('We decided to rotate every database password before Monday.')] },
  { messages: [user('As said, rotate each database password before Monday, for OPS-4312.')] },
  { messages: [user('OPS-4312 can wait.')] },
];

describe('survivalIn', () => {
  it('counts facts of covered runs that the kept runs mention again', () => {
    // Covered: OPS-4312, src/net/client.ts, 17, and the decision. Kept runs 2 and 3 mention the ticket, and
    // run 2 holds rotate, database, password, before, monday: 5 of the decision's 7 words
    // (decided, rotate, every, database, password, before, monday), 71 %.
    expect(survivalIn(indexFacts(RUNS), { coveredRuns: 2, summaryText: null })).toMatchObject({
      total: 4,
      surviving: 2,
      byClass: [
        { factClass: 'path', total: 1, surviving: 0 },
        { factClass: 'identifier', total: 1, surviving: 1 },
        { factClass: 'number', total: 1, surviving: 0 },
        { factClass: 'decision', total: 1, surviving: 1 },
      ],
    });
  });

  it('counts facts that the summary tells', () => {
    const view = { coveredRuns: 2, summaryText: 'Passwords rotate; 17 hosts; file `src/net/client.ts`.' };
    expect(survivalIn(indexFacts(RUNS), view)).toMatchObject({ total: 4, surviving: 4 });
  });

  it('loses a decision of which the view holds less than 60 % of the words', () => {
    // rotate and password of 7 words: 29 %.
    const view = { coveredRuns: 2, runCount: 2, summaryText: 'rotate the password' };
    expect(lostFacts(indexFacts(RUNS), view).map((fact) => fact.factClass)).toContain('decision');
  });
});

describe('lostFacts', () => {
  it('puts first what later runs mention most', () => {
    // Seen from the end of run 2, with runs 0 and 1 covered and nothing kept but run 1's follower cut away.
    expect(lostFacts(indexFacts(RUNS), { coveredRuns: 2, runCount: 2, summaryText: null })).toEqual([
      { factClass: 'identifier', text: 'OPS-4312', run: 0, laterRuns: [2, 3], mentions: 3 },
      {
        factClass: 'decision',
        text: 'We decided to rotate every database password before Monday.',
        run: 1,
        laterRuns: [2],
        mentions: 2,
      },
      { factClass: 'path', text: 'src/net/client.ts', run: 0, laterRuns: [], mentions: 1 },
      { factClass: 'number', text: '17', run: 0, laterRuns: [], mentions: 1 },
    ]);
  });
});
