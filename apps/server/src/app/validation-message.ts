import { invalidInput as text } from '@kinreel/messages/en/invalid-input';
import type * as z from 'zod';

/** Fallback message for invalid input whose schema defines no message: plain words, without types and jargon. */
export function validationMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? text.missing : text.invalid;
    case 'too_small':
      return issue.origin === 'number' ? text.tooSmall({ minimum: String(issue.minimum) }) : text.tooShort;
    case 'too_big':
      return issue.origin === 'number' ? text.tooLarge({ maximum: String(issue.maximum) }) : text.tooLong;
    case 'unrecognized_keys':
      return text.unknownField;
    default:
      return text.invalid;
  }
}
