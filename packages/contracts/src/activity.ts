import * as z from 'zod/mini';
import { id, isoDateTime, pageQuery } from './common.ts';

/** What has changed who may see something, or who may get in. */
export const ACTIVITY_KINDS = [
  // Videos
  'permission-changed',
  'opens-later',
  'opens-now',
  'opened',
  'shared',
  'unshared',
  'link-made',
  'link-ended',
  'link-opened',
  'link-closed',
  'invitation-made',
  'invitation-ended',
  'steward-rule',
  'given',
  'given-back',
  // People
  'connected',
  'disconnected',
  'relationship-asked',
  'relationship-stays',
  'relationship-changed',
  'blocked',
  'unblocked',
  'steward-named',
  'steward-declined',
  'steward-removed',
  'steward-asked',
  'steward-stopped',
  'steward-started',
  // The account, at the identity service
  'new-device',
  'device-logged-out',
  'logged-out-everywhere',
  'password-changed',
  'address-changed',
  'reset-link-made',
  // The account, and the site
  'account-off',
  'account-on',
  'deletion-asked',
  'deletion-called-off',
  'account-deleted',
  'site-owner-made',
  'site-owner-ended',
  'site-invitation-made',
  'site-invitation-ended',
  'registration-changed',
  'inviting-changed',
] as const;
export const activityKind = z.enum(ACTIVITY_KINDS);
export type ActivityKind = z.infer<typeof activityKind>;

/** For how many days activity is stored. */
export const ACTIVITY_DAYS = 365;

/** One change. */
export const activityEntry = z.object({
  id,
  kind: activityKind,
  at: isoDateTime,
  /**
   * Name of the other person; for site owners, whose account it is. Null if it is about nobody else, or about somebody who
   * has left or does not exist for the caller.
   */
  person: z.nullable(z.object({ first_name: z.string(), last_name: z.string() })),
  /** For site owners: which of them has acted. Null if it was the person themselves or the operator, or if they have left. */
  by: z.nullable(z.object({ first_name: z.string(), last_name: z.string() })),
  /** The question of the video. */
  prompt: z.nullable(z.string()),
  /** The new permission, relationship, rule for stewards, way of registration, who may invite, or time of opening. */
  detail: z.nullable(z.string()),
  /** The device of a login, as far as it is known. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

/** GET /api/activity: what concerns the caller. GET /api/admin/activity: accounts and registration. Newest first. */
export const activityQuery = pageQuery;
export const activityResponse = z.array(activityEntry);
