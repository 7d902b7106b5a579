import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { relationship } from './connections.ts';
import { SHARE_MESSAGE_MAX_LENGTH } from './constants.ts';
import { email } from './profile.ts';
import { linesOfText } from './text.ts';

/**
 * POST /api/invitation: sends somebody a mail about one of the caller's own videos. The response is the same whether or
 * not there is an account with this address.
 */
export const invitationRequest = z.object({
  video_id: id,
  email,
  /** How the caller wants to be connected once both have confirmed. */
  relationship,
  message: z.optional(linesOfText(SHARE_MESSAGE_MAX_LENGTH)),
});
export type InvitationRequest = z.infer<typeof invitationRequest>;

/** An invitation as its owner sees it. */
export const invitation = z.object({
  id,
  /** Null if it is not about a video. */
  video_id: z.nullable(id),
  email: z.string(),
  relationship,
  created_at: isoDateTime,
  expires_at: isoDateTime,
  /** When somebody used it; null until then. */
  accepted_at: z.nullable(isoDateTime),
  /** Its mail goes out when the video opens. */
  waits: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

/** GET /api/invitation?video_id=: the invitations to one of the caller's own videos, newest first, at most 100. */
export const invitationsQuery = z.object({ video_id: id });
export const invitationsResponse = z.array(invitation);

/** POST /api/invitation/accept: uses the code of an invitation, once. */
export const acceptInvitationRequest = z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(64)) });
/** The video, null if the invitation is not about one, and who sent it. */
export const acceptInvitationResponse = z.object({ video_id: z.nullable(id), user_id: id });
export type AcceptInvitationResponse = z.infer<typeof acceptInvitationResponse>;

/**
 * POST /api/invitation/relatives: an invitation to register and be connected, by mail or, without an address, as a link for
 * several people.
 */
export const relativeInvitationRequest = z.strictObject({
  email: z.optional(email),
  /** What the two are to each other. */
  relationship,
  /** The sender's words, in the mail and on the page that it leads to. */
  message: z.optional(linesOfText(SHARE_MESSAGE_MAX_LENGTH)),
});
export type RelativeInvitationRequest = z.infer<typeof relativeInvitationRequest>;

/** An invitation as its sender sees it. */
export const relativeInvitation = z.object({
  id,
  /** Null for a link. */
  email: z.nullable(z.string()),
  /** The link to send; null for a mail, which has it. */
  url: z.nullable(z.string()),
  relationship,
  max_people: z.int(),
  /** How many have registered with it. */
  people: z.int(),
  created_at: isoDateTime,
  expires_at: isoDateTime,
});
export type RelativeInvitation = z.infer<typeof relativeInvitation>;

/** GET /api/invitation/relatives. */
export const relativeInvitationsResponse = z.object({
  /** Whether the site owners let the caller invite new people. */
  may_invite: z.boolean(),
  invitations: z.array(relativeInvitation),
});
export type RelativeInvitationsResponse = z.infer<typeof relativeInvitationsResponse>;
