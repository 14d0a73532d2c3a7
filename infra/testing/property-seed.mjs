// Mocha loads this first: properties try the same examples in every run, so that a run fails for what was changed.
// PROPERTY_SEED=random looks at others; a number is that of a failure, as it was printed.
import fc from 'fast-check';

const { PROPERTY_SEED: seed = '1' } = process.env;
fc.configureGlobal({ seed: seed === 'random' ? Math.trunc(Math.random() * 2 ** 31) : Number(seed) });
