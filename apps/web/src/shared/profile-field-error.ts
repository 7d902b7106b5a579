import { profileFields as text } from '@kinreel/messages/en/profile-fields';
import type * as z from 'zod/mini';
import { formatNumber } from './format/numbers.ts';

/** Error text for a field of the login, registration and profile forms (LOGIN-09, REG-02, REG-03, REG-09). */
export function profileFieldError(field: string, issue: z.core.$ZodIssue): string {
  if (field === 'email') return text.emailInvalid;
  if (field === 'state') return text.stateInvalid;
  if (issue.code === 'too_big') return text.tooLong({ max: formatNumber(Number(issue.maximum)) });
  if (issue.code === 'custom') return customError(issue.params?.code);
  return missing(field);
}

/** @param code set by the schemas of the contracts */
function customError(code: unknown): string {
  if (code === 'birthday.future') return text.birthdayInFuture;
  if (code === 'birthday.too_early') return text.birthdayTooEarly;
  return text.invalidCharacters;
}

function missing(field: string): string {
  const texts: Record<string, string> = {
    firstName: text.firstNameMissing,
    lastName: text.lastNameMissing,
    city: text.cityMissing,
    country: text.countryMissing,
    birthday: text.birthdayMissing,
    password: text.passwordMissing,
  };
  return texts[field] ?? text.invalidCharacters;
}
