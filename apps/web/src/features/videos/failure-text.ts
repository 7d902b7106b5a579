import type { Video } from '@kinreel/contracts/videos';
import { common } from '@kinreel/messages/en/common';
import { localize } from '../../shared/i18n/localize.ts';

/** Failures that the file does not cause, so that a retry may succeed, for example after a converter was installed. */
const RETRYABLE = ['other', 'file_missing', 'needs_converter'];

/** Whether only another file can help. */
export function needsOtherFile({ status_code }: Pick<Video, 'status_code'>): boolean {
  return status_code !== null && !RETRYABLE.includes(status_code);
}

/** Tells the owner why a video has failed. */
export function failureText(video: Pick<Video, 'status_code' | 'status_params' | 'status_reason'>): string {
  return localize(
    'video-failures',
    video.status_code ?? '',
    video.status_params,
    video.status_reason ?? common.errorText,
  );
}
