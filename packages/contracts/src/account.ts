import * as z from 'zod/mini';
import { isoDateTime } from './common.ts';

/** Days between requesting the deletion of an account and the deletion; it can be cancelled until then. */
export const DELETION_GRACE_DAYS = 30;

/** A scheduled deletion of an account. */
export const deletion = z.object({
  asked_at: isoDateTime,
  /** When everything is deleted. */
  delete_at: isoDateTime,
  /** Requested by a site owner. Then only site owners can cancel it. */
  by_site_owner: z.boolean(),
});
export type Deletion = z.infer<typeof deletion>;

/** GET and POST /api/account/deletion: null if no deletion is scheduled. */
export const deletionResponse = z.object({ deletion: z.nullable(deletion) });
export type DeletionResponse = z.infer<typeof deletionResponse>;

/** POST /api/account/deletion, with the identity service's proof that the caller has just entered the password. */
export const deletionRequest = z.strictObject({ proof: z.string().check(z.minLength(1), z.maxLength(4000)) });
