import * as z from 'zod/mini';

/** GET /config.json: what the browser needs before login. Contains no secrets. */
export const publicConfig = z.object({
  identity: z.object({
    /** Absolute URL of the bundled identity service, or the host of a hosted tenant. */
    domain: z.string(),
    clientId: z.string(),
    audience: z.string(),
    connection: z.string(),
    /** `token` is the specification's default; `code` is authorization code with PKCE (decision 0002). */
    responseType: z._default(z.enum(['token', 'code']), 'token'),
  }),
  /** Origin of new short links. */
  shortLinkDomain: z.string(),
  /** The site's address. */
  address: z.string(),
  /** Origins where people can log in: the address and, on localhost, its alias. */
  origins: z.array(z.string()),
  /** True until the first account exists. */
  is_new: z._default(z.boolean(), false),
});
export type PublicConfig = z.infer<typeof publicConfig>;
