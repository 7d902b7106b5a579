import * as z from 'zod';

/**
 * The secret of a mailed link (secrets.ts). Characters at its end that cannot be part of it, such as the full stop of a
 * sentence around the pasted link, are ignored.
 */
export const ticketSchema = z
  .string()
  .max(200)
  .transform((text) => text.replace(/[^\w-]+$/, ''));
