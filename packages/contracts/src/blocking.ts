import * as z from 'zod/mini';
import { id, isoDateTime, pageQuery } from './common.ts';

/** A person whom the caller has blocked. Only the name, because the two cannot see each other. */
export const blockedPerson = z.object({ id, first_name: z.string(), last_name: z.string(), blocked_at: isoDateTime });
export type BlockedPerson = z.infer<typeof blockedPerson>;

/** GET /api/blocks: people blocked by the caller, newest first. */
export const blocksQuery = pageQuery;
export const blocksResponse = z.array(blockedPerson);
