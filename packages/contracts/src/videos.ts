import { validation as text } from '@kinreel/messages/en/validation';
import * as z from 'zod/mini';
import { id, isoDateTime, messageParams, pageQuery } from './common.ts';
import { DEMO_VIDEO_ID } from './constants.ts';
import { person } from './profile.ts';
import { videoTrim } from './trimming.ts';

/** VID-03: who may see a video. */
export const PERMISSIONS = ['everyone', 'friend', 'family', 'invite-only'] as const;
export const permission = z.enum(PERMISSIONS, { error: () => text.permissionMissing });
export type Permission = z.infer<typeof permission>;

/** VID-06: private until the owner changes it. */
export const DEFAULT_PERMISSION: Permission = 'invite-only';

/** Processing status of an uploaded video. */
export const VIDEO_STATUSES = ['processing', 'ready', 'failed'] as const;
export const videoStatus = z.enum(VIDEO_STATUSES);
export type VideoStatus = z.infer<typeof videoStatus>;

/**
 * Why a video failed. `protected`: copy-protected; `file_missing`: a stored file was lost; `needs_converter`: ffmpeg is
 * not installed. `no_room` is temporary: processing resumes when there is free space.
 */
export const VIDEO_FAILURES = [
  'damaged',
  'unsupported',
  'unsupported_codec',
  'protected',
  'too_many_tracks',
  'no_picture',
  'too_long',
  'needs_converter',
  'too_demanding',
  'file_missing',
  'no_room',
  'other',
] as const;
export const videoFailure = z.enum(VIDEO_FAILURES);
export type VideoFailure = z.infer<typeof videoFailure>;

/**
 * Problems that the owner should know: the sound track is `silent`, or the picture is `black`. `seconds` is the length
 * of a black start; null if it applies to the whole video.
 */
export const videoNote = z.object({ kind: z.enum(['silent', 'black']), seconds: z.nullable(z.number()) });
export type VideoNote = z.infer<typeof videoNote>;

/** Counts of people other than the owner who can see a video, or could once it is ready. */
export const audienceSummary = z.object({
  /** Number of friends or family included by the permission; 0 for other permissions. */
  connections: z.int(),
  /**
   * People with a share or a used link who are not included by the permission. MOST_COUNTED_OTHERS + 1 means that there
   * may be more.
   */
  others: z.int(),
  /** First name of the latest of them; null if there are none. */
  first_name: z.nullable(z.string()),
  /** Whether the owner handed out a link that is still active. */
  link: z.boolean(),
  /** Number of people blocked by the owner, who are excluded from `everyone`. */
  blocked: z.int(),
});
export type AudienceSummary = z.infer<typeof audienceSummary>;

/** A playback source. `type` is the value for canPlayType() of a media element. */
export const videoSource = z.object({
  url: z.string(),
  type: z.enum(['application/vnd.apple.mpegurl', 'video/mp4', 'video/webm']),
});
export type VideoSource = z.infer<typeof videoSource>;

/** EBU R128: integrated loudness, and the true peak in dB of full scale. */
export const loudness = z.object({ lufs: z.number(), peak_db: z.number() });
export type Loudness = z.infer<typeof loudness>;

/** A video as sent to a person who may see it. */
export const video = z.object({
  id: z.union([id, z.literal(DEMO_VIDEO_ID)]),
  /** Text of the prompt, used as the title. */
  prompt: z.string(),
  prompt_id: z.nullable(z.int()),
  /** URL for a plain `<video>`, supports Range requests; null until it is ready. */
  url: z.nullable(z.string()),
  /** URL of the HLS master playlist; null until the renditions are ready, or if one size is enough. */
  hls_url: z.nullable(z.string()),
  /**
   * While it is being processed: an HLS playlist that grows until it contains the whole video, and the seconds in it so
   * far. Null before the first segment and once the video is ready.
   */
  growing: z.nullable(z.object({ url: z.string(), seconds: z.number() })),
  /**
   * All sources, in the order in which a player tries them; while it is being processed, only the growing playlist. The
   * renditions are H.264 and one HDR variant. They come first, unless the single file has the original's smaller
   * codec.
   */
  sources: z.array(videoSource),
  poster_url: z.nullable(z.string()),
  /** URL of the WebVTT file of preview images for the seek bar; null until they are ready. */
  preview_url: z.nullable(z.string()),
  /** URL of the captions as WebVTT; null without captions. */
  captions_url: z.nullable(z.string()),
  /** URL of the unmodified original, for its owner (VID-07) and active stewards; null for others. */
  original_url: z.nullable(z.string()),
  /** Only for its owner; empty (unknown) for others. */
  permission: z.union([permission, z.literal('')]),
  /** Only for its owner; null for others. */
  audience: z.nullable(audienceSummary),
  /** When it opens; until then only its owner can see it. Null if it is open, and for others. */
  opens_at: z.nullable(isoDateTime),
  status: videoStatus,
  /** Why it failed or waits, only for its owner; otherwise null. */
  status_code: z.nullable(videoFailure),
  /** Values for the sentence of the code: `max_seconds` of `too_long`, `codec` of `unsupported_codec`. */
  status_params: messageParams,
  /** `status_code` as an English sentence. */
  status_reason: z.nullable(z.string()),
  /** Processing progress in percent, 0 to 100. */
  progress: z.int(),
  /** Counts processing runs, such as after a trim. Positions in seconds are only valid for one run. */
  preparation: z.int(),
  /** Seconds; null until known. */
  duration: z.nullable(z.number()),
  /** The kept part if it is trimmed, only for its owner; otherwise null. */
  trim: z.nullable(videoTrim),
  /** Seconds missing at the end of a truncated file, only for its owner; otherwise null. */
  missing_seconds: z.nullable(z.number()),
  /** Problems, only for its owner; empty for others. */
  notes: z.array(videoNote),
  /** Measured loudness, for the player's gain; null without sound, or if not measured yet. */
  loudness: z.nullable(loudness),
  /** Display size in pixels, upright; null until known. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** The owner's id; null for the demo video. */
  user_id: z.nullable(id),
  created_at: isoDateTime,
});
export type Video = z.infer<typeof video>;

/** A list of videos; GET /api/video/{id} responds with an array of one (API-08). */
export const videosResponse = z.array(video);

/** GET /api/video/user/{userId} (API-07, SHARE-04): `autoplay` puts that video first. */
export const userVideosQuery = z.extend(pageQuery, {
  autoplay: z.optional(id),
});
export type UserVideosQuery = z.infer<typeof userVideosQuery>;

/** GET and PUT /api/permission/{videoId}: the response is an array of one (API-18, API-19). */
export const permissionResponse = z.array(z.object({ video_id: id, permission }));
export const updatePermissionRequest = z.object({ permission });

/**
 * GET /api/video/sharedwithme (API-11): videos that others shared with the caller, or that the caller opened with a
 * link that is still active. The only response that contains another person's email (VID-02).
 */
export const sharedWithMeVideo = z.extend(video, {
  /** `share` if both apply. */
  via: z.enum(['share', 'link']),
  first_name: z.string(),
  last_name: z.string(),
  /** Null for a video by link, because its owner did not choose the caller. */
  email: z.nullable(z.string()),
  /** When it was shared, or when the caller first opened the link. */
  shared_on: isoDateTime,
  /** The message with the share; empty without one, and for a video by link. */
  message: z.string(),
});
export type SharedWithMeVideo = z.infer<typeof sharedWithMeVideo>;
export const sharedWithMeResponse = z.array(sharedWithMeVideo);

/** A person a video is shared with, and since when. */
export const shareRecipient = z.extend(person, { shared_on: isoDateTime });
export type ShareRecipient = z.infer<typeof shareRecipient>;

/** GET /api/video/sharedbyme (API-12): one entry per video with its recipients, newest first. */
export const sharedByMeVideo = z.extend(video, {
  shared_on: isoDateTime,
  recipients: z.array(shareRecipient),
  /** Total number of recipients; `recipients` contains the newest 100. */
  recipient_count: z.int(),
});
export type SharedByMeVideo = z.infer<typeof sharedByMeVideo>;
export const sharedByMeResponse = z.array(sharedByMeVideo);
