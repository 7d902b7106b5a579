import { validation as text } from '@kinreel/messages/en/validation';
import * as z from 'zod/mini';
import { id } from './common.ts';
import { SHARE_MAX_RECIPIENTS, SHARE_MESSAGE_MAX_LENGTH } from './constants.ts';
import { linesOfText } from './text.ts';
import { shareRecipient } from './videos.ts';

/** POST /api/share (API-23): the recipients of a video, and the message for the mail. */
export const shareRequest = z.object({
  user_id: z
    .array(id, { error: () => text.recipientMissing })
    .check(
      z.minLength(1, { error: () => text.recipientMissing }),
      z.maxLength(SHARE_MAX_RECIPIENTS, { error: () => text.tooManyRecipients({ max: SHARE_MAX_RECIPIENTS }) }),
    ),
  video_id: id,
  message: z.optional(linesOfText(SHARE_MESSAGE_MAX_LENGTH)),
});
export type ShareRequest = z.infer<typeof shareRequest>;

/** GET /api/share/{videoId}: everybody the owner shared this video with. */
export const shareRecipientsResponse = z.array(shareRecipient);

/** DELETE /api/share/{videoId}/{userId}: removes the share of one person. */
export const removeShareParams = z.object({ videoId: id, userId: id });
