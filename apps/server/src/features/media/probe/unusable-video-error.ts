import type { MessageParams, VideoFailure } from '@kinreel/contracts';
import type { MediaToolFailure } from '../../../platform/ffmpeg/run.ts';

/** Permanent failure: the file cannot be made playable. Its owner sees the reason. */
export class UnusableVideoError extends Error {
  readonly code: VideoFailure;
  readonly params: MessageParams;

  constructor(code: VideoFailure, options: { params?: MessageParams; cause?: unknown } = {}) {
    super(code, { cause: options.cause });
    this.code = code;
    this.params = options.params ?? {};
  }
}

const FAILURE_OF_TOOL = {
  input: 'damaged',
  unsupported: 'unsupported',
  limit: 'too_demanding',
  tracks: 'too_many_tracks',
} as const satisfies Record<Exclude<MediaToolFailure, 'machine'>, VideoFailure>;

/** Reason shown for a file that ffmpeg could not process. */
export function failureOfTool(failure: Exclude<MediaToolFailure, 'machine'>): VideoFailure {
  return FAILURE_OF_TOOL[failure];
}
