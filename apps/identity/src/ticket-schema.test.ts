import { expect, test } from 'vitest';
import { newSecret } from './secrets.ts';
import { ticketSchema } from './ticket-schema.ts';

test('[FORGOT-02] ignores punctuation after the secret of a pasted link', () => {
  const secret = newSecret();
  for (const end of ['', '.', ').', '">', '!', '”', ' \n']) expect(ticketSchema.parse(secret + end)).toBe(secret);
  expect(ticketSchema.safeParse('x'.repeat(201)).success).toBe(false);
});
