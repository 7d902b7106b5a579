import type { Permission } from '@kinreel/contracts';

/** Callers without a profile: no token, an invalid token, or a token without a profile. */
export const OUTSIDERS = ['anonymous', 'expired', 'wrongAudience', 'wrongIssuer', 'noProfile'] as const;

/** People with a profile, by their relation to the owner of everything in the matrix. */
export const PEOPLE = [
  'stranger',
  /** Has sent the owner a connection request. */
  'pendingOut',
  /** Has a connection request of the owner. */
  'pendingIn',
  'friend',
  'family',
  'exConnection',
  /** The owner shares each video with this person. */
  'invited',
  /** The owner has shared each video and removed the shares. */
  'uninvited',
  /** Has redeemed an active link to each video. */
  'linkHolder',
  /** Has redeemed links that were revoked. */
  'revokedHolder',
  /** The owner has blocked this person. */
  'blocked',
  /** The owner's active steward. A friend. */
  'steward',
  /** Has received each video as a gift from the steward. A friend. */
  'given',
  /** A site owner; a stranger to the owner. */
  'siteOwner',
  'owner',
] as const;

export const ROLES = [...OUTSIDERS, ...PEOPLE] as const;

export type Role = (typeof ROLES)[number];
export type PersonRole = (typeof PEOPLE)[number];

/** The rule of VID-05 for the people of the matrix. */
export function maySee(role: Role, { permission, sealed }: { permission: Permission; sealed: boolean }): boolean {
  if (sealed) return role === 'owner';
  if (['owner', 'invited', 'linkHolder', 'steward', 'given'].includes(role)) return true;
  if (role === 'blocked') return false;
  if (permission === 'everyone') return (PEOPLE as readonly string[]).includes(role);
  return role === permission;
}
