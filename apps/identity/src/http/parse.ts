import type { z } from 'zod';
import { oauthError } from './protocol-error.ts';

/** Whether PostgreSQL can store a text: no zero byte, and no lone surrogate, which JSON there rejects. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Validates input. @throws ProtocolError 400 `invalid_request` with the name of the field, but not its value */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') || 'body';
  throw oauthError(400, 'invalid_request', `The field ${field} is missing or not valid.`);
}
