import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '@kinreel/contracts/email';
import { z } from 'zod';
import { isStorable } from '../http/parse.ts';

/** An email address that an account may have. Always compared in lower case. */
export const emailSchema = z.string().trim().toLowerCase().max(EMAIL_MAX_LENGTH).regex(EMAIL_PATTERN);

/** Email and password of a login. Any text that can be looked up is just a wrong login. */
export const credentialsSchema = z.object({
  username: z.string().trim().toLowerCase().min(1).max(254).refine(isStorable),
  password: z.string().min(1).max(1000),
});
