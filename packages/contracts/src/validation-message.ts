import type * as z from 'zod/mini';

/**
 * The sentence for input that its schema has no words of its own for: what is wrong, without types and jargon. Given
 * to `z.config({ customError })` once a process.
 */
export function validationMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'This is missing.'
        : 'This is not what is expected here.';
    case 'too_small':
      return issue.origin === 'number' ? `Please use ${issue.minimum} or more.` : 'This is too short.';
    case 'too_big':
      return issue.origin === 'number' ? `Please use ${issue.maximum} or less.` : 'This is too long.';
    case 'unrecognized_keys':
      return 'There is something here that is not expected.';
    default:
      return 'This is not what is expected here.';
  }
}
