import fc from 'fast-check';
import { inject } from 'vitest';

/**
 * fast-check with the seed of this run, which is printed at its start. FAST_CHECK_SEED repeats a run;
 * FAST_CHECK_SHRINK=off does not search for the smallest failing example.
 */
fc.configureGlobal({ seed: inject('propertySeed'), endOnFailure: process.env.FAST_CHECK_SHRINK === 'off' });

export default fc;
