import type { Permission } from '@kinreel/contracts';

/** Who sends a request without being anybody: no token, one that is not valid, or one without a profile. */
export const OUTSIDERS = ['anonymous', 'expired', 'wrongAudience', 'wrongIssuer', 'noProfile'] as const;

/** People with a profile, by what they are to the owner of everything in the matrix. */
export const PEOPLE = [
  'stranger',
  /** Has asked the owner to connect. */
  'pendingOut',
  /** Was asked by the owner. */
  'pendingIn',
  'friend',
  'family',
  'exConnection',
  /** The owner shares each video with this person. */
  'invited',
  /** The owner has shared and ended it. */
  'uninvited',
  /** Has redeemed an active link to each video. */
  'linkHolder',
  /** Has redeemed links that were revoked. */
  'revokedHolder',
  /** The owner has blocked this person. */
  'blocked',
  /** Looks after the owner's videos as a steward, because the owner no longer can. A friend. */
  'steward',
  /** Was named by the owner for each video, and got it from the steward. A friend. */
  'given',
  /** Looks after the installation; a stranger to the owner. */
  'siteOwner',
  'owner',
] as const;

export const ROLES = [...OUTSIDERS, ...PEOPLE] as const;

export type Role = (typeof ROLES)[number];
export type PersonRole = (typeof PEOPLE)[number];

/** VID-05 for the people of the matrix. */
export function maySee(role: Role, { permission, sealed }: { permission: Permission; sealed: boolean }): boolean {
  if (sealed) return role === 'owner';
  if (['owner', 'invited', 'linkHolder', 'steward', 'given'].includes(role)) return true;
  if (role === 'blocked') return false;
  if (permission === 'everyone') return (PEOPLE as readonly string[]).includes(role);
  return role === permission;
}
