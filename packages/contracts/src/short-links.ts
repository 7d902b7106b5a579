import { validation as text } from '@kinreel/messages/en/validation';
import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { relationship } from './connections.ts';
import { person } from './profile.ts';

/**
 * POST /api/link (API-24, SHARE-04, SHARE-05). `url` is {origin}/user/{id}/videos?autoplay={videoId} of the app itself,
 * `domain` the short-link domain of the public configuration. The response is the short link as plain text.
 */
export const createLinkRequest = z.object({
  url: z.string().check(z.minLength(1, { error: () => text.linkInvalid }), z.maxLength(500)),
  domain: z.optional(z.string().check(z.maxLength(200))),
  /** When the link expires; never if absent. With a date, a new link is created each time. */
  expires_at: z.optional(isoDateTime),
  /**
   * False if the share dialog prepares the link before the owner requests it. The link works, but does not count as
   * handed out until a call with true.
   */
  asked: z._default(z.boolean(), true),
});
export type CreateLinkRequest = z.infer<typeof createLinkRequest>;
export type CreateLinkInput = z.input<typeof createLinkRequest>;

/**
 * POST /api/link/redeem (SHARE-04): gives the caller access to the video of a short link. `code` is the last part of
 * the link, and `share` in the URL that it redirects to.
 */
export const redeemLinkRequest = z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(64)) });
export type RedeemLinkRequest = z.infer<typeof redeemLinkRequest>;
/** The video and its owner. */
export const redeemLinkResponse = z.object({ video_id: id, user_id: id });
export type RedeemLinkResponse = z.infer<typeof redeemLinkResponse>;

/** Path parameters of GET /api/link/{code}/preview. */
export const linkCodeParams = z.object({ code: z.string().check(z.minLength(1), z.maxLength(64)) });

/**
 * What visitors without an account see of a link or an invitation. All fields are null if the owner turned off
 * `show_on_links`.
 */
export const linkPreview = z.object({
  /** First name of the owner. */
  first_name: z.nullable(z.string()),
  /** The prompt that the video answers. */
  prompt: z.nullable(z.string()),
  /** ThumbHash of the poster in base64, at most 16 by 9 colors; null if there is none. */
  blur: z.nullable(z.string()),
  /** For an invitation; null for a link. */
  invitation: z.nullable(
    z.object({
      relationship,
      /** The inviter's message. */
      message: z.string(),
      /** The recipient's address; null for an invitation as a link. */
      email: z.nullable(z.string()),
      /** The inviter's portrait as a data URL, because visitors cannot fetch it without a login. */
      photo: z.nullable(z.string()),
      /** Whether it is about a video. */
      has_video: z.boolean(),
    }),
  ),
});
export type LinkPreview = z.infer<typeof linkPreview>;

/** GET /api/link?video_id=: the active links of one of the caller's own videos. */
export const linksQuery = z.object({ video_id: id });
export const shortLink = z.object({
  id,
  video_id: id,
  url: z.string(),
  created_at: isoDateTime,
  expires_at: z.nullable(isoDateTime),
  last_used_at: z.nullable(isoDateTime),
  /** False for a link that was only prepared by the share dialog. */
  asked: z.boolean(),
  /** People who used the link, latest visit first, at most 100. */
  visitors: z.array(z.extend(person, { last_visit_at: isoDateTime })),
});
export type ShortLink = z.infer<typeof shortLink>;
export const linksResponse = z.array(shortLink);
