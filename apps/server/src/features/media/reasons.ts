import { ERRORS } from '@kinreel/contracts';
import type { MediaToolFailure } from '../../platform/ffmpeg/run.ts';

/** Why a video could not be prepared, as its owner reads it on the card (UP-02, UP-07). */
export const REASONS = {
  noPicture: ERRORS['video.no_picture'].message,
  tooLong: ERRORS['video.too_long'].message,
  damaged: 'This file seems to be damaged, so it cannot be played. If you have another copy, please try that one.',
  unsupported: 'We cannot read this kind of video. Saved as MP4, it will work.',
  /** There is no ffmpeg here. */
  needsTools: 'We cannot show this video here. An MP4 file made by a phone works; if this is one, it may be damaged.',
  tooDemanding: 'This video is too large for us to prepare. A smaller version of it will work.',
  other: 'We could not prepare this video. Nothing is wrong with your file, and we still have it.',
} as const;

/** What the owner is told when ffmpeg gave up on a file. */
export function reasonOf(failure: Exclude<MediaToolFailure, 'machine'>): string {
  return { input: REASONS.damaged, unsupported: REASONS.unsupported, limit: REASONS.tooDemanding }[failure];
}

/** A file that no attempt can make playable; `reason` is what its owner is told. */
export class UnusableVideoError extends Error {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}
