import type { Video } from '@kinreel/contracts/videos';
import { common } from '@kinreel/messages/en/common';
import { localize } from '../../shared/i18n/localize.ts';

/** Why a video failed, for its owner. */
export function failureText(video: Pick<Video, 'status_code' | 'status_params' | 'status_reason'>): string {
  return localize(
    'video-failures',
    video.status_code ?? '',
    video.status_params,
    video.status_reason ?? common.errorText,
  );
}
