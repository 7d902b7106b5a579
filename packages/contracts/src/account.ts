import * as z from 'zod/mini';
import { isoDateTime } from './common.ts';

/** For how many days somebody who wants to leave can come back, before everything is deleted. */
export const DELETION_GRACE_DAYS = 30;

/** The end of an account that was asked for. */
export const deletion = z.object({
  asked_at: isoDateTime,
  /** From when on everything is deleted. */
  delete_at: isoDateTime,
  /** Whether a site owner has asked for it. Then only site owners can call it off. */
  by_site_owner: z.boolean(),
});
export type Deletion = z.infer<typeof deletion>;

/** GET and POST /api/account/deletion: null if nobody has asked for it. */
export const deletionResponse = z.object({ deletion: z.nullable(deletion) });
export type DeletionResponse = z.infer<typeof deletionResponse>;

/** POST /api/account/deletion: with a proof of the identity service that the caller has just entered their password. */
export const deletionRequest = z.strictObject({ proof: z.string().check(z.minLength(1), z.maxLength(4000)) });
