/** Quietest and loudest sound that the meter shows, in decibels below full scale. */
const QUIET_DB = -60;
const LOUD_DB = -12;

/** Below these levels the words say that the person is quiet, and that nothing is heard. */
const GOOD_LEVEL = 0.38;
const HEARD_LEVEL = 0.12;

export type Hearing = 'well' | 'quiet' | 'nothing';

/** How loud these samples (-1 to 1) are, from 0 to 1, as an ear judges it. */
export function soundLevel(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-12);
  return Math.min(1, Math.max(0, (decibels - QUIET_DB) / (LOUD_DB - QUIET_DB)));
}

/** What is said about the loudest level of the last seconds: between two words it is quiet. */
export function hearing(loudest: number): Hearing {
  if (loudest < HEARD_LEVEL) return 'nothing';
  return loudest < GOOD_LEVEL ? 'quiet' : 'well';
}
