import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { relationship } from './connections.ts';
import { SHARE_MESSAGE_MAX_LENGTH } from './constants.ts';
import { email } from './profile.ts';
import { siteInvitation } from './registration.ts';
import { linesOfText } from './text.ts';

/**
 * POST /api/invitation: invites a person by mail to one of the caller's own videos. The response does not reveal
 * whether an account with this address exists.
 */
export const invitationRequest = z.object({
  video_id: id,
  email,
  /** The relationship of the connection once both have confirmed it. */
  relationship,
  message: z.optional(linesOfText(SHARE_MESSAGE_MAX_LENGTH)),
});
export type InvitationRequest = z.infer<typeof invitationRequest>;

/** An invitation as its owner sees it. */
export const invitation = z.object({
  id,
  /** Null for an invitation without a video. */
  video_id: z.nullable(id),
  email: z.string(),
  relationship,
  created_at: isoDateTime,
  expires_at: isoDateTime,
  /** When it was accepted; null if pending. */
  accepted_at: z.nullable(isoDateTime),
  /** Its mail is sent when the video opens. */
  waits: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

/** GET /api/invitation?video_id=: the invitations to one of the caller's own videos, newest first, at most 100. */
export const invitationsQuery = z.object({ video_id: id });
export const invitationsResponse = z.array(invitation);

/** POST /api/invitation/accept: redeems an invitation code, which works once. */
export const acceptInvitationRequest = z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(64)) });
/** The video (null for an invitation without one), and the inviter. */
export const acceptInvitationResponse = z.object({ video_id: z.nullable(id), user_id: id });
export type AcceptInvitationResponse = z.infer<typeof acceptInvitationResponse>;

/**
 * POST /api/invitation/relatives: invites people to register and be connected, by mail or, without an address, with a
 * link for several people.
 */
export const relativeInvitationRequest = z.strictObject({
  email: z.optional(email),
  /** The relationship between inviter and invited person. */
  relationship,
  /** The sender's message, in the mail and on the registration page. */
  message: z.optional(linesOfText(SHARE_MESSAGE_MAX_LENGTH)),
});
export type RelativeInvitationRequest = z.infer<typeof relativeInvitationRequest>;

/** An invitation as its sender sees it. */
export const relativeInvitation = z.extend(siteInvitation, { relationship });
export type RelativeInvitation = z.infer<typeof relativeInvitation>;

/** GET /api/invitation/relatives. */
export const relativeInvitationsResponse = z.object({
  /** Whether the site owners allow the caller to invite new people. */
  may_invite: z.boolean(),
  invitations: z.array(relativeInvitation),
});
export type RelativeInvitationsResponse = z.infer<typeof relativeInvitationsResponse>;
