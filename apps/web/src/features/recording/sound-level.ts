/** The quietest and loudest sound that the meter shows, in decibels relative to full scale. */
const QUIET_DB = -60;
const LOUD_DB = -12;

/** Thresholds below which a level is rated as quiet and as silent. */
const QUIET_LEVEL = 0.38;
const SILENT_LEVEL = 0.12;

/** The lowest level of each rating. */
const LOWEST = { good: QUIET_LEVEL, quiet: SILENT_LEVEL, silent: 0 };

export type SoundRating = 'good' | 'quiet' | 'silent';

/** The perceived loudness of samples (-1 to 1), from 0 to 1. */
export function soundLevel(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-12);
  return Math.min(1, Math.max(0, (decibels - QUIET_DB) / (LOUD_DB - QUIET_DB)));
}

/** Input of the meter. */
export interface Sound {
  /** From 0 to 1, always in the range of the rating. */
  level: number;
  rating: SoundRating;
}

/**
 * The level and its rating. Both come from here, so that the bars and the words agree: between two words the bars fall,
 * but not below the range of the rating.
 * @param now the current level
 * @param loudest the highest level of the last seconds, which bridges pauses between words
 */
export function soundOf(now: number, loudest: number): Sound {
  const rating = rateSound(Math.max(now, loudest));
  return { level: Math.max(now, LOWEST[rating]), rating };
}

/** @param loudest the highest level of the last seconds, which bridges pauses between words */
export function rateSound(loudest: number): SoundRating {
  if (loudest < SILENT_LEVEL) return 'silent';
  return loudest < QUIET_LEVEL ? 'quiet' : 'good';
}
