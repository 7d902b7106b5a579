import fc from 'fast-check';
import { inject } from 'vitest';

/** fast-check with the seed of this run, which is printed at its start. FAST_CHECK_SEED repeats a run. */
fc.configureGlobal({ seed: inject('propertySeed') });

export default fc;
