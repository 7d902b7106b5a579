import * as z from 'zod';

/**
 * The secret of a link in a mail (secrets.ts). What cannot be part of it at its end, such as the full stop of the sentence that a
 * link was pasted with, is ignored.
 */
export const ticketSchema = z
  .string()
  .max(200)
  .transform((text) => text.replace(/[^\w-]+$/, ''));
