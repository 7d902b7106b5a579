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
 * Why a video failed. `protected`: copy-protected; `file_missing`: a stored file was lost; `needs_converter`: the server has
 * no ffmpeg. With `no_room` it has not failed: its preparation waits until the server has room.
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
 * What the owner of a video should know: it is `silent`, with a sound track in which nothing is heard, or its picture is
 * `black`: `seconds` if that is so at its start only, null for all of it.
 */
export const videoNote = z.object({ kind: z.enum(['silent', 'black']), seconds: z.nullable(z.number()) });
export type VideoNote = z.infer<typeof videoNote>;

/** Who can see a video besides its owner, in numbers; the permission says the rest. Once it is ready, if it is not yet. */
export const audienceSummary = z.object({
  /** Friends or family whom the permission lets in; 0 for the other permissions. */
  connections: z.int(),
  /**
   * People it is shared with, or who used a link, whom the permission does not let in. One more than MOST_COUNTED_OTHERS means
   * that there may be more.
   */
  others: z.int(),
  /** First name of the latest of these others; null if there are none. */
  first_name: z.nullable(z.string()),
  /** Whether a link to it works that its owner asked for. */
  link: z.boolean(),
  /** People whom its owner has blocked: the exception from `everyone`. */
  blocked: z.int(),
});
export type AudienceSummary = z.infer<typeof audienceSummary>;

/** A way to play a video. `type` is what canPlayType() of a media element understands. */
export const videoSource = z.object({
  url: z.string(),
  type: z.enum(['application/vnd.apple.mpegurl', 'video/mp4', 'video/webm']),
});
export type VideoSource = z.infer<typeof videoSource>;

/** EBU R128: integrated loudness, and the true peak in dB of full scale. */
export const loudness = z.object({ lufs: z.number(), peak_db: z.number() });
export type Loudness = z.infer<typeof loudness>;

/** A video as sent to somebody who may see it. */
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
   * What can be watched of it while it is being prepared: an HLS playlist that grows until it is the whole video, and the
   * seconds that it has by now. Null until there are some, and once the video is ready.
   */
  growing: z.nullable(z.object({ url: z.string(), seconds: z.number() })),
  /**
   * All ways to play it, in the order in which a player tries them; while it is being prepared, only the growing playlist. The renditions are H.264
   * for every device, besides one for screens with high dynamic range, and come first, unless the one file is in the smaller codec of the original.
   */
  sources: z.array(videoSource),
  poster_url: z.nullable(z.string()),
  /** URL of the WebVTT file of preview images for the seek bar; null until they are ready. */
  preview_url: z.nullable(z.string()),
  /** URL of the captions as WebVTT; null without captions. */
  captions_url: z.nullable(z.string()),
  /** URL of the untouched original, for its owner (VID-07) and a steward who looks after it; null for others. */
  original_url: z.nullable(z.string()),
  /** For its owner only; empty (unknown) for others. */
  permission: z.union([permission, z.literal('')]),
  /** For its owner only; null for others. */
  audience: z.nullable(audienceSummary),
  /** When it opens: until then nobody but its owner sees it. Null if it is open, and for others. */
  opens_at: z.nullable(isoDateTime),
  status: videoStatus,
  /** Why it failed, or why its preparation waits, for its owner only; null otherwise. */
  status_code: z.nullable(videoFailure),
  /** Values for the sentence of the code: `max_seconds` of `too_long`, `codec` of `unsupported_codec`. */
  status_params: messageParams,
  /** The same as an English sentence. */
  status_reason: z.nullable(z.string()),
  /** Processing progress in percent, 0 to 100. */
  progress: z.int(),
  /** How often it was sent to be prepared, such as after a trim. Moments of a video, as `duration` counts them, belong to one preparation. */
  preparation: z.int(),
  /** Seconds; null until known. */
  duration: z.nullable(z.number()),
  /** What its owner has kept of it, if not all. For its owner only; null otherwise. */
  trim: z.nullable(videoTrim),
  /** Seconds that are missing at the end, because the file was cut off. For its owner only; null otherwise. */
  missing_seconds: z.nullable(z.number()),
  /** What is wrong with it. For its owner only; empty otherwise. */
  notes: z.array(videoNote),
  /** How loud it is, from which the player computes how to sound like others; null without sound, or until it was measured. */
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
 * GET /api/video/sharedwithme (API-11): videos that others shared with the caller, or that the caller opened by a link, as
 * long as it is active. The only response that contains another person's email (VID-02).
 */
export const sharedWithMeVideo = z.extend(video, {
  /** A video that is both is a share. */
  via: z.enum(['share', 'link']),
  first_name: z.string(),
  last_name: z.string(),
  /** Null for a video by link: its owner did not choose the caller. */
  email: z.nullable(z.string()),
  /** When it was shared, or when the caller first opened the link. */
  shared_on: isoDateTime,
  /** The words that came with the share; empty without any, and for a video by link. */
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
