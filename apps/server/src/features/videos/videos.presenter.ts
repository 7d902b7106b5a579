import type { MessageParams, Video, VideoFailure, VideoSource } from '@kinreel/contracts';
import { videoFailures } from '@kinreel/messages/en/video-failures';
import { messageByKey } from '@kinreel/messages/message-by-key';
import type { VideoFileKind } from '../../platform/db/tables.ts';
import { trimOf } from './trim.policy.ts';
import type { VideoRow } from './videos.table.ts';

/**
 * A video for this viewer. Permission, audience, trim, notes and the reason of a failure are only for its owner; the
 * original also for an active steward.
 */
export function presentVideo(row: VideoRow, viewerId: string): Video {
  const own = row.owner_id === viewerId;
  return {
    id: row.id,
    prompt: row.prompt,
    prompt_id: row.prompt_id,
    url: mediaUrl(row.id, 'playback', row.playback_sha256),
    hls_url: mediaUrl(row.id, 'hls.m3u8', row.renditions_sha256),
    growing: growingOf(row),
    sources: sourcesOf(row),
    preview_url: mediaUrl(row.id, 'preview.vtt', row.preview_sha256),
    captions_url: row.captions_version && `/media/videos/${row.id}/captions.vtt?v=${row.captions_version}`,
    poster_url: mediaUrl(row.id, 'poster', row.poster_sha256),
    original_url: row.may_keep ? mediaUrl(row.id, 'original', row.original_sha256) : null,
    permission: own ? row.permission : '',
    audience: own ? row.audience : null,
    opens_at: (own && row.opens_at?.toISOString()) || null,
    status: row.status,
    ...presentFailure(own ? row.status_code : null, row.status_params),
    progress: row.progress,
    preparation: row.preparation,
    duration: row.duration_ms === null ? null : row.duration_ms / 1000,
    trim: own ? presentTrim(row) : null,
    missing_seconds: own && row.missing_ms !== null ? row.missing_ms / 1000 : null,
    notes: own ? row.notes : [],
    loudness: loudnessOf(row),
    width: row.width,
    height: row.height,
    user_id: row.owner_id,
    created_at: row.created_at.toISOString(),
  };
}

function presentTrim(row: VideoRow): Video['trim'] {
  const trim = trimOf(row);
  return trim && { ...trim, whole: (row.whole_ms ?? 0) / 1000 };
}

function loudnessOf({ loudness_lufs: lufs, true_peak_db: peak }: VideoRow): Video['loudness'] {
  return lufs === null || peak === null ? null : { lufs: tenths(lufs), peak_db: tenths(peak) };
}

const tenths = (value: number) => Math.round(value * 10) / 10;

function growingOf({ id, growing_id: growingId, growing_seconds: seconds }: VideoRow): Video['growing'] {
  return growingId && seconds ? { url: `/media/videos/${id}/growing/${growingId}/list.m3u8`, seconds } : null;
}

/**
 * All ways to play a video. A single H.264 rendition, for every device, is listed after a smaller file in another
 * codec.
 */
function sourcesOf(row: VideoRow): VideoSource[] {
  const growing = growingOf(row);
  if (growing) return [{ url: growing.url, type: 'application/vnd.apple.mpegurl' }];
  const url = mediaUrl(row.id, 'playback', row.playback_sha256);
  const hlsUrl = mediaUrl(row.id, 'hls.m3u8', row.renditions_sha256);
  const isWebm = row.playback_type === 'video/webm';
  const file: VideoSource[] = url ? [{ url, type: isWebm ? 'video/webm' : 'video/mp4' }] : [];
  const hls: VideoSource[] = hlsUrl ? [{ url: hlsUrl, type: 'application/vnd.apple.mpegurl' }] : [];
  const fileFirst =
    isWebm && row.only_rendition_size !== null && Number(row.playback_size) < Number(row.only_rendition_size);
  return fileFirst ? [...file, ...hls] : [...hls, ...file];
}

function presentFailure(code: VideoFailure | null, params: MessageParams) {
  if (code === null) return { status_code: null, status_params: {}, status_reason: null };
  return { status_code: code, status_params: params, status_reason: sentence(code, params) };
}

function sentence(code: VideoFailure, params: MessageParams): string {
  return messageByKey(videoFailures, code, params, 'en') ?? videoFailures.other;
}

/** URL of a file. It changes with the content, so that browsers never show an outdated copy. */
function mediaUrl(
  videoId: string,
  kind: VideoFileKind | 'hls.m3u8' | 'preview.vtt',
  sha256: string | null,
): string | null {
  return sha256 === null ? null : `/media/videos/${videoId}/${kind}?v=${sha256.slice(0, 8)}`;
}
