import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { person } from './profile.ts';

/** Minimum and default waiting time between a steward's request and its start, in days. Chosen by the owner. */
export const MIN_WAITING_DAYS = 30;
export const MAX_WAITING_DAYS = 365;
export const DEFAULT_WAITING_DAYS = 90;

/** Maximum number of stewards per person. The message of `steward.too_many` contains it too. */
export const MAX_STEWARDS = 5;

/** Days before the start at which the owner gets the last mail. */
export const LAST_REMINDER_DAYS = 7;

/** Days after the start at which videos with the rule `delete` are deleted. */
export const STEWARD_DELETE_DAYS = 7;

/** Days after a sign of life until the same steward can request again. */
export const ASK_AGAIN_DAYS = 7;

/**
 * What happens to a video when a stewardship starts: the steward may watch it; may also give it to people chosen by the
 * owner; it stays private; or it is deleted.
 */
export const STEWARD_RULES = ['watch', 'give', 'closed', 'delete'] as const;
export const stewardRule = z.enum(STEWARD_RULES);
export type StewardRule = z.infer<typeof stewardRule>;

/** A steward named by the caller. */
export const steward = z.object({
  person,
  waiting_days: z.int(),
  /** They declined. */
  declined: z.boolean(),
});
export type Steward = z.infer<typeof steward>;

/** A stewardship that the caller was asked to take over. */
export const stewardship = z.object({
  person,
  waiting_days: z.int(),
  /** When the caller requested to start, and the earliest start; null without a request. */
  asked_at: z.nullable(isoDateTime),
  starts_at: z.nullable(isoDateTime),
  /** When the stewardship started; null unless it is active. */
  started_at: z.nullable(isoDateTime),
});
export type Stewardship = z.infer<typeof stewardship>;

/** A request of a steward that ended with the caller's sign of life. */
export const endedRequest = z.object({
  person,
  /** When the stewardship had started; null if it was still pending. */
  started_at: z.nullable(isoDateTime),
  ended_at: isoDateTime,
});
export type EndedRequest = z.infer<typeof endedRequest>;

/**
 * GET /api/stewards: both directions, oldest first, and ended requests that the caller has not marked as read (PUT
 * /api/stewards/ended/read).
 */
export const stewardsResponse = z.object({
  stewards: z.array(steward),
  looking_after: z.array(stewardship),
  ended: z.array(endedRequest),
});
export type Stewards = z.infer<typeof stewardsResponse>;

/** PUT /api/stewards/{userId}: names a connected person, or changes the waiting time. */
export const stewardRequest = z.strictObject({
  waiting_days: z.int().check(z.minimum(MIN_WAITING_DAYS), z.maximum(MAX_WAITING_DAYS)),
});
export type StewardRequest = z.infer<typeof stewardRequest>;

/** POST /api/stewards/here: id and code of the link in a mail. */
export const signOfLifeRequest = z.strictObject({ id, code: z.string().check(z.minLength(1), z.maxLength(100)) });
export type SignOfLifeRequest = z.infer<typeof signOfLifeRequest>;

/** Maximum number of people per video with the rule `give`. */
export const MAX_GIFTS = 50;

/** PUT /api/video/{id}/steward-rule: the rule and, for `give`, the people. */
export const stewardRuleRequest = z.strictObject({
  rule: stewardRule,
  user_ids: z._default(z.array(id).check(z.maxLength(MAX_GIFTS)), []),
});
export type StewardRuleRequest = z.input<typeof stewardRuleRequest>;

/** GET and PUT /api/video/{id}/steward-rule, for the owner of the video. */
export const stewardRuleResponse = z.object({
  rule: stewardRule,
  /** People who may get it from a steward. */
  people: z.array(person),
  /** The caller's stewards who have not declined. */
  stewards: z.array(person),
});
export type VideoStewardRule = z.infer<typeof stewardRuleResponse>;

/** GET /api/stewardships/{userId}/gifts: videos that a steward may give, and to whom. */
export const giftsResponse = z.array(
  z.object({
    video_id: id,
    prompt: z.string(),
    people: z.array(z.extend(person, { given: z.boolean() })),
  }),
);
export type Gifts = z.infer<typeof giftsResponse>;

/** PUT /api/video/{id}/gifts/{userId}: a steward gives a video to one of those people. */
export const giftParams = z.object({ id, userId: id });
