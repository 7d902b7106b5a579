import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { person } from './profile.ts';
import { audienceSummary, permission } from './videos.ts';

/**
 * Why a person can see a video: the permission includes them as friend or family, a share, a link they used, a
 * stewardship, or a steward gave it to them.
 */
export const ACCESS_REASONS = ['friend', 'family', 'share', 'link', 'steward', 'given'] as const;
export const accessReason = z.enum(ACCESS_REASONS);
export type AccessReason = z.infer<typeof accessReason>;

/** A person who can see a video, with all reasons and since when. For `link`: their latest visit. */
export const audiencePerson = z.extend(person, {
  reasons: z.array(z.object({ reason: accessReason, since: isoDateTime })),
});
export type AudiencePerson = z.infer<typeof audiencePerson>;

/** An active link that the owner handed out. */
export const audienceLink = z.object({ id, created_at: isoDateTime, expires_at: z.nullable(isoDateTime) });
export type AudienceLink = z.infer<typeof audienceLink>;

/**
 * GET /api/video/{id}/audience: who can see one of the caller's videos, once it is ready. `people` is one page:
 * removable people first, by their newest share or visit, then the rest, newest first. With the permission `everyone`
 * it only contains people with a share or a link.
 */
export const audienceResponse = z.object({
  permission,
  summary: audienceSummary,
  /** When it opens for them; null if it is open. */
  opens_at: z.nullable(isoDateTime),
  /** Number of the owner's connections, regardless of the permission. */
  friends: z.int(),
  family: z.int(),
  people: z.array(audiencePerson),
  /** Number of people on all pages; null if more than MOST_COUNTED_OTHERS have another reason than the permission. */
  total: z.nullable(z.int()),
  links: z.array(audienceLink),
});
export type Audience = z.infer<typeof audienceResponse>;

/** DELETE /api/video/{id}/audience/{userId}: removes a person's share and their link visits. */
export const removeFromAudienceParams = z.object({ id, userId: id });
