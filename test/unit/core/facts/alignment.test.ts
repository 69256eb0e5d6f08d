import { describe, expect, it } from 'vitest';
import { alignSummary } from '../../../../core/facts/alignment.ts';
import { bundle, message } from '../../../support/builders.ts';

const MESSAGES = [
  message('m-0', 'The printer on floor 3 jams whenever somebody prints envelopes.'),
  message('m-1', 'Let me check the maintenance log.', 'assistant'),
  bundle('m-2', {
    type: 'function_call_output',
    call_id: 'c-1',
    output: '{"device":"PRN-77","lastService":"2026-02-11","technician":"Olga Brandt"}',
  }),
  message('m-3', 'ok'),
  message('m-4', 'Canteen menus will be translated next month.'),
];

describe('alignSummary', () => {
  it('finds the message a sentence rests on', () => {
    const { sentences } = alignSummary('Envelopes jam the printer.', MESSAGES);
    // jam(s), printer, envelope(s) all stand in message 0 and nowhere else.
    expect(sentences).toEqual([
      {
        start: 0,
        end: 26,
        supports: [{ message: 0, share: 1 }],
        coverage: 1,
        supported: true,
        unknownFacts: [],
      },
    ]);
  });

  it('finds several messages where a sentence takes from several', () => {
    const { sentences } = alignSummary('The jamming printer is PRN-77, serviced 2026-02-11.', MESSAGES);
    expect(sentences[0]?.supports.map((support) => support.message)).toEqual([2, 0]);
    expect(sentences[0]?.supported).toBe(true);
  });

  it('marks a sentence that stands in no message, with the facts nobody told', () => {
    const { sentences } = alignSummary('A replacement costs $4,000 at Lumen Works.', MESSAGES);
    expect(sentences[0]).toMatchObject({
      supports: [],
      coverage: 0,
      supported: false,
      unknownFacts: [
        { factClass: 'number', normal: '$4000' },
        { factClass: 'name', normal: 'Lumen Works' },
      ],
    });
  });

  it('lists the messages that left no trace, but not those that say nothing', () => {
    // 1 (check, maintenance, log) and 4 (canteen, menus, …) are nowhere; 3 is "ok".
    expect(alignSummary('Envelopes jam the printer PRN-77.', MESSAGES).traceless).toEqual([1, 4]);
  });

  it('says nothing about a sentence without words', () => {
    expect(alignSummary('It is so.', MESSAGES).sentences[0]).toMatchObject({ supported: null, supports: [] });
  });

  it('compares scripts without spaces by pairs of characters', () => {
    const { sentences } = alignSummary('返金は承認された。', [
      message('m-0', '天気はどうですか'),
      message('m-1', '返金は承認されましたか'),
    ]);
    expect(sentences[0]?.supports[0]?.message).toBe(1);
  });

  it('aligns nothing with no messages', () => {
    expect(alignSummary('A summary of nothing at all.', [])).toMatchObject({
      sentences: [{ supports: [], coverage: 0 }],
      traceless: [],
    });
  });
});
