import { z } from 'zod';
import { isStorable } from '../http/parse.ts';

/** An email address as validated by browsers, at most 254 characters (RFC 5321). Always compared in lower case. */
export const emailSchema = z.string().trim().toLowerCase().max(254).regex(z.regexes.html5Email);

/** Email and password of a login. Whatever can be looked up is just a wrong login. */
export const credentialsSchema = z.object({
  username: z.string().trim().toLowerCase().min(1).max(254).refine(isStorable),
  password: z.string().min(1).max(1000),
});
