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
