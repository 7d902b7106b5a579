import type { Loudness } from './videos.ts';

/** Target loudness of all videos, in LUFS: speech on phones and computers (AES TD1008). */
const TARGET_LUFS = -18;

/** Highest peak after applying the gain, in dB of full scale; leaves headroom for lossy encoding. */
const HIGHEST_PEAK_DB = -1;

/** Maximum gain in dB. More would make background noise audible. */
const MOST_DB = 20;

/** Minimum gain in dB. Less is inaudible. */
const LEAST_DB = 0.5;

/** The gain that a player applies to a video, in dB; negative makes it quieter. Never clips peaks. Pure. */
export function evenGain(loudness: Loudness | null | undefined): number {
  if (!loudness) return 0;
  const gain = Math.min(TARGET_LUFS - loudness.lufs, HIGHEST_PEAK_DB - loudness.peak_db, MOST_DB);
  // A quiet video whose peaks are already high is not changed.
  const possible = loudness.lufs < TARGET_LUFS ? Math.max(0, gain) : gain;
  return Math.abs(possible) < LEAST_DB ? 0 : possible;
}
