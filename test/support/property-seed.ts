import fc from 'fast-check';

/**
 * The same cases in every run, so that a failure is one of the code and not of the day. `TIDEMARK_SEED=random`
 * looks for new ones, and a number tries the cases of that seed.
 */
const asked = process.env['TIDEMARK_SEED'];
if (asked !== 'random') fc.configureGlobal({ seed: asked === undefined ? 1 : Number(asked) });
