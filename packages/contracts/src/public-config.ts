import * as z from 'zod/mini';

/** GET /config.json: what the browser must know before it can sign anybody in. Holds no secret. */
export const publicConfig = z.object({
  identity: z.object({
    /** Absolute address of the identity service (bundled), or the host of a hosted tenant. */
    domain: z.string(),
    clientId: z.string(),
    audience: z.string(),
    connection: z.string(),
    /** `token` as the specification asks; `code` is authorization code with PKCE (decision 0002). */
    responseType: z._default(z.enum(['token', 'code']), 'token'),
  }),
  /** Origin that short links are made on. */
  shortLinkDomain: z.string(),
});
export type PublicConfig = z.infer<typeof publicConfig>;
