import { z } from 'zod';

/** An address as browsers take it, at most 254 characters (RFC 5321). Addresses are compared in lower case. */
export const emailSchema = z.string().trim().toLowerCase().max(254).regex(z.regexes.html5Email);

/** What somebody types to sign in. It is only bounded here: a wrong form of either is just wrong. */
export const credentialsSchema = z.object({
  username: z.string().trim().toLowerCase().min(1).max(254),
  password: z.string().min(1).max(1000),
});
