import type * as z from 'zod/mini';

/**
 * Fallback message for invalid input whose schema defines no message: what is wrong, without types and jargon. Set once
 * per process with `z.config({ customError })`.
 */
export function validationMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'This is missing.' : 'This value is not valid.';
    case 'too_small':
      return issue.origin === 'number' ? `Please use ${issue.minimum} or more.` : 'This is too short.';
    case 'too_big':
      return issue.origin === 'number' ? `Please use ${issue.maximum} or less.` : 'This is too long.';
    case 'unrecognized_keys':
      return 'This contains an unknown field.';
    default:
      return 'This value is not valid.';
  }
}
