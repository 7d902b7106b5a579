import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { person } from './profile.ts';

/** How long a steward waits after they have asked, in days. The owner chooses it. */
export const MIN_WAITING_DAYS = 30;
export const MAX_WAITING_DAYS = 365;
export const DEFAULT_WAITING_DAYS = 90;

/** How many stewards a person may have. The sentence of `steward.too_many` says it too. */
export const MAX_STEWARDS = 5;

/** The last mail to the owner goes out this long before a steward begins, in days. */
export const LAST_REMINDER_DAYS = 7;

/** How long after a steward has begun the videos with the rule `delete` are deleted, in days. */
export const STEWARD_DELETE_DAYS = 7;

/** How long after a sign of life the same steward can ask again, in days. */
export const ASK_AGAIN_DAYS = 7;

/**
 * What happens with a video if its owner no longer can: a steward may watch it; may also give it to people whom the owner
 * named; it stays closed; or it is deleted.
 */
export const STEWARD_RULES = ['watch', 'give', 'closed', 'delete'] as const;
export const stewardRule = z.enum(STEWARD_RULES);
export type StewardRule = z.infer<typeof stewardRule>;

/** Somebody whom the caller has named. */
export const steward = z.object({
  person,
  waiting_days: z.int(),
  /** They do not want to. */
  declined: z.boolean(),
});
export type Steward = z.infer<typeof steward>;

/** Somebody whose videos the caller was asked to look after. */
export const stewardship = z.object({
  person,
  waiting_days: z.int(),
  /** When the caller has said that the person no longer can, and when they may begin at the earliest; null unless they have. */
  asked_at: z.nullable(isoDateTime),
  starts_at: z.nullable(isoDateTime),
  /** Since when the caller looks after the videos; null unless they do. */
  started_at: z.nullable(isoDateTime),
});
export type Stewardship = z.infer<typeof stewardship>;

/** A request of a steward that ended because the caller is here. */
export const endedRequest = z.object({
  person,
  /** Since when the steward had looked after the videos; null if they still waited. */
  started_at: z.nullable(isoDateTime),
  ended_at: isoDateTime,
});
export type EndedRequest = z.infer<typeof endedRequest>;

/**
 * GET /api/stewards: both directions, the oldest first, and the requests that have ended and that the caller has not marked
 * as read (PUT /api/stewards/ended/read).
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

/** POST /api/stewards/here: the id and the code of a link in a mail. */
export const signOfLifeRequest = z.strictObject({ id, code: z.string().check(z.minLength(1), z.maxLength(100)) });
export type SignOfLifeRequest = z.infer<typeof signOfLifeRequest>;

/** How many people can be named for one video. */
export const MAX_GIFTS = 50;

/** PUT /api/video/{id}/steward-rule: the rule, and for `give` the people. */
export const stewardRuleRequest = z.strictObject({
  rule: stewardRule,
  user_ids: z._default(z.array(id).check(z.maxLength(MAX_GIFTS)), []),
});
export type StewardRuleRequest = z.input<typeof stewardRuleRequest>;

/** GET and PUT /api/video/{id}/steward-rule, for the owner of the video. */
export const stewardRuleResponse = z.object({
  rule: stewardRule,
  /** To whom a steward may give it. */
  people: z.array(person),
  /** The caller's stewards who have not declined. */
  stewards: z.array(person),
});
export type VideoStewardRule = z.infer<typeof stewardRuleResponse>;

/** GET /api/stewardships/{userId}/gifts: the videos that a steward may give, and to whom. */
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
