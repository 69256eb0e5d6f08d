import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkInput } from '../../../support/fuzz/check-input.ts';
import { loadCorpus } from '../../../support/fuzz/corpus.ts';
import { mutatedInput } from '../../../support/fuzz/mutate.ts';
import { randomFor } from '../../../support/fuzz/random.ts';

const SEED = 20;
/** A few of each fixture; `npm test` tries fifty times as many. */
const ROUNDS = 3;

const corpus = loadCorpus(fileURLToPath(new URL('../../../fixtures/threads', import.meta.url)));

describe('a broken file', () => {
  it('is read or refused with a place, never crashes and never hangs', async () => {
    const outcomes = { read: 0, refused: 0, unknown: 0 };
    const failures: string[] = [];
    for (let index = 0; index < corpus.length * ROUNDS; index += 1) {
      const random = randomFor(SEED, index);
      const input = mutatedInput(corpus, index, random);
      const checked = await checkInput(input, random);
      outcomes[checked.outcome] += 1;
      for (const failure of checked.failures) failures.push(`${index} ${input.name}: ${failure}`);
    }
    expect(failures).toEqual([]);
    // A mutation that nothing is read of any more tries no importer.
    expect(outcomes.read).toBeGreaterThan(corpus.length);
    expect(outcomes.refused).toBeGreaterThan(corpus.length / 2);
  }, 60_000);
});
