import * as z from 'zod/mini';
import { id, isoDateTime, pageQuery } from './common.ts';

/** Changes to who can see a video, to connections, logins and accounts. */
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
  'prompt-added',
  'prompt-changed',
  'prompt-hidden',
  'prompt-shown',
] as const;
export const activityKind = z.enum(ACTIVITY_KINDS);
export type ActivityKind = z.infer<typeof activityKind>;

/** Days that activity is stored. */
export const ACTIVITY_DAYS = 365;

/** One entry of the audit log. */
export const activityEntry = z.object({
  id,
  kind: activityKind,
  at: isoDateTime,
  /**
   * Name of the other person; for site owners, of the account's owner. Null if no other person is involved, or if they
   * deleted their account or are not visible to the caller.
   */
  person: z.nullable(z.object({ first_name: z.string(), last_name: z.string() })),
  /** For site owners: the site owner who did it. Null for the person themselves, the operator and deleted accounts. */
  by: z.nullable(z.object({ first_name: z.string(), last_name: z.string() })),
  /** The video's prompt. */
  prompt: z.nullable(z.string()),
  /**
   * The new permission, relationship, rule for stewards, registration mode, inviting rule, opening time or listed
   * prompt.
   */
  detail: z.nullable(z.string()),
  /** The browser of a login; null if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

/** GET /api/activity: entries about the caller. GET /api/admin/activity: accounts and registration. Newest first. */
export const activityQuery = pageQuery;
export const activityResponse = z.array(activityEntry);
