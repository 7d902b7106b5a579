import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';

/** GET /api/devices: a browser in which the caller is logged in. */
export const device = z.object({
  id,
  /** Common names such as Chrome and Android; null if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** True for the device that sent the request. */
  current: z.boolean(),
  /** Time of the login, and of the last session renewal: at most 15 minutes before the last use. */
  created_at: isoDateTime,
  last_used_at: isoDateTime,
});
export type Device = z.infer<typeof device>;

/** POST /api/session/ended, sent by the identity provider as a form. */
export const logoutNotice = z.object({ logout_token: z.string().check(z.minLength(1), z.maxLength(8000)) });
