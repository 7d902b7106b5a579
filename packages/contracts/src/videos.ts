import * as z from 'zod/mini';
import { id, isoDateTime, pageQuery } from './common.ts';
import { DEMO_VIDEO_ID } from './constants.ts';
import { person } from './profile.ts';

/** VID-03: who may see a video. */
export const PERMISSIONS = ['everyone', 'friend', 'family', 'invite-only'] as const;
export const permission = z.enum(PERMISSIONS, { error: 'Please choose who may see this video.' });
export type Permission = z.infer<typeof permission>;

/** VID-06: private until the owner widens it. */
export const DEFAULT_PERMISSION: Permission = 'invite-only';

/** What the worker has made of an upload so far. */
export const VIDEO_STATUSES = ['processing', 'ready', 'failed'] as const;
export const videoStatus = z.enum(VIDEO_STATUSES);
export type VideoStatus = z.infer<typeof videoStatus>;

/** A video as one who may see it gets it. */
export const video = z.object({
  id: z.union([id, z.literal(DEMO_VIDEO_ID)]),
  /** The prompt's text: the card's title. */
  prompt: z.string(),
  prompt_id: z.nullable(z.int()),
  /** Address that a plain `<video>` plays, with Range; null until there is one. */
  url: z.nullable(z.string()),
  /** Address of the HLS playlist of all sizes; null until they are made, and where one size is enough. */
  hls_url: z.nullable(z.string()),
  poster_url: z.nullable(z.string()),
  /** Address of the preview pictures' WebVTT, for the seek bar; null until there are some. */
  preview_url: z.nullable(z.string()),
  /** Address of the captions' WebVTT; null without captions. */
  captions_url: z.nullable(z.string()),
  /** Address of the untouched original, for its owner alone (VID-07). */
  original_url: z.nullable(z.string()),
  /** Only its owner is told; empty (unknown) for anybody else. */
  permission: z.union([permission, z.literal('')]),
  status: videoStatus,
  /** Why it failed, in plain words; null otherwise. */
  status_reason: z.nullable(z.string()),
  /** Per cent of the preparation done, 0 to 100. */
  progress: z.int(),
  /** Seconds; null until known. */
  duration: z.nullable(z.number()),
  /** Display size in pixels, upright; null until known. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** The owner's id; null for the demo video. */
  user_id: z.nullable(id),
  created_at: isoDateTime,
});
export type Video = z.infer<typeof video>;

/** Lists of videos; GET /api/video/{id} answers an array of one (API-08). */
export const videosResponse = z.array(video);

/** GET /api/video/user/{userId} (API-07, SHARE-04): `autoplay` puts that video first, `share` redeems a link's code. */
export const userVideosQuery = z.extend(pageQuery, {
  autoplay: z.optional(id),
  share: z.optional(z.string().check(z.maxLength(64))),
});
export type UserVideosQuery = z.infer<typeof userVideosQuery>;

/** GET and PUT /api/permission/{videoId} answer an array of one (API-18, API-19). */
export const permissionResponse = z.array(z.object({ video_id: id, permission }));
export const updatePermissionRequest = z.object({ permission });

/** GET /api/video/sharedwithme (API-11): the only place another person's email is answered (VID-02). */
export const sharedWithMeVideo = z.extend(video, {
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  shared_on: isoDateTime,
});
export type SharedWithMeVideo = z.infer<typeof sharedWithMeVideo>;
export const sharedWithMeResponse = z.array(sharedWithMeVideo);

/** One who was given a video, and when. */
export const shareRecipient = z.extend(person, { shared_on: isoDateTime });
export type ShareRecipient = z.infer<typeof shareRecipient>;

/** GET /api/video/sharedbyme (API-12): one entry a video, with its recipients, newest first. */
export const sharedByMeVideo = z.extend(video, {
  shared_on: isoDateTime,
  recipients: z.array(shareRecipient),
  /** How many there are; `recipients` holds the newest hundred. */
  recipient_count: z.int(),
});
export type SharedByMeVideo = z.infer<typeof sharedByMeVideo>;
export const sharedByMeResponse = z.array(sharedByMeVideo);
