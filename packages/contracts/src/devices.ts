import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';

/** GET /api/devices: a browser in which the caller is logged in. */
export const device = z.object({
  id,
  /** Names as people know them, such as Chrome and Android; null if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** The one that asks. */
  current: z.boolean(),
  /** When it logged in, and when it last renewed its session: at most a quarter of an hour before it was last used. */
  created_at: isoDateTime,
  last_used_at: isoDateTime,
});
export type Device = z.infer<typeof device>;

/** POST /api/session/ended, sent by the identity provider as a form. */
export const logoutNotice = z.object({ logout_token: z.string().check(z.minLength(1), z.maxLength(8000)) });
