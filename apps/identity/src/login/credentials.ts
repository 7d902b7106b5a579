import { z } from 'zod';

/** An email address as validated by browsers, at most 254 characters (RFC 5321). Always compared in lower case. */
export const emailSchema = z.string().trim().toLowerCase().max(254).regex(z.regexes.html5Email);

/** Email and password of a login. Only the lengths are limited: anything else is just a wrong login. */
export const credentialsSchema = z.object({
  username: z.string().trim().toLowerCase().min(1).max(254),
  password: z.string().min(1).max(1000),
});
