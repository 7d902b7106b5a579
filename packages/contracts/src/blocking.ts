import * as z from 'zod/mini';
import { id, isoDateTime, pageQuery } from './common.ts';

/** A person whom the caller has blocked. No more than the name: the two do not see each other. */
export const blockedPerson = z.object({ id, first_name: z.string(), last_name: z.string(), blocked_at: isoDateTime });
export type BlockedPerson = z.infer<typeof blockedPerson>;

/** GET /api/blocks: whom the caller has blocked, newest first. */
export const blocksQuery = pageQuery;
export const blocksResponse = z.array(blockedPerson);
