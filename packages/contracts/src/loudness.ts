import type { Loudness } from './videos.ts';

/** How loud every video is meant to sound, in LUFS: speech on phones and computers (AES TD1008). */
const TARGET_LUFS = -18;

/** The highest peak after that, in dB of full scale: what encoding adds is less. */
const HIGHEST_PEAK_DB = -1;

/** More would make the hiss of a quiet room loud, in dB. */
const MOST_DB = 20;

/** Less is not heard, in dB. */
const LEAST_DB = 0.5;

/** How much louder a player makes a video, in dB; negative for quieter. Its peaks are never cut off. Pure. */
export function evenGain(loudness: Loudness | null | undefined): number {
  if (!loudness) return 0;
  const gain = Math.min(TARGET_LUFS - loudness.lufs, HIGHEST_PEAK_DB - loudness.peak_db, MOST_DB);
  // A quiet video whose peaks are high already stays as it is.
  const possible = loudness.lufs < TARGET_LUFS ? Math.max(0, gain) : gain;
  return Math.abs(possible) < LEAST_DB ? 0 : possible;
}
