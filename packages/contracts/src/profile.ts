import { profileFields as text } from '@kinreel/messages/en/profile-fields';
import { validation } from '@kinreel/messages/en/validation';
import * as z from 'zod/mini';
import { id } from './common.ts';
import { ABOUT_ME_MAX_LENGTH, NAME_MAX_LENGTH } from './constants.ts';
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from './email.ts';
import { STATE_CODES } from './states.ts';
import { lineOfText, linesOfText } from './text.ts';

export const email = z
  .string({ error: () => text.emailInvalid })
  .check(
    z.trim(),
    z.maxLength(EMAIL_MAX_LENGTH, { error: () => text.emailInvalid }),
    z.regex(EMAIL_PATTERN, { error: () => text.emailInvalid }),
  );

/** The current date at UTC+14 as `YYYY-MM-DD`: the latest date that is "today" anywhere on earth. */
export function latestToday(now: Date = new Date()): string {
  return new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
}

/** REG-03: a date up to today. The server accepts today in any time zone; the form checks the local one. */
export const birthday = z.iso.date({ error: () => text.birthdayMissing }).check(
  z.refine((value) => value <= latestToday(), { error: () => text.birthdayInFuture }),
  z.refine((value) => value >= '1875-01-01', { error: () => text.birthdayTooEarly }),
);

/** @param missing message for an empty field, in the current language */
function requiredText(missing: () => string) {
  return lineOfText({ max: NAME_MAX_LENGTH, missing });
}

/** REG-08: one of the 59 codes, or empty for people outside the United States. */
const stateCode = z
  .string()
  .check(z.refine((value) => value === '' || STATE_CODES.includes(value), { error: () => text.stateInvalid }));
export const state = z._default(stateCode, '');

export const aboutMe = linesOfText(ABOUT_ME_MAX_LENGTH);

const profileFields = {
  firstName: requiredText(() => text.firstNameMissing),
  lastName: requiredText(() => text.lastNameMissing),
  city: requiredText(() => text.cityMissing),
  state,
  country: requiredText(() => text.countryMissing),
  birthday,
};

/**
 * POST /api/user/register (API-01, REG-04). The caller proves to own `auth0Id` with email and password or, on "Complete
 * your profile" (REG-07), with a bearer token.
 */
export const registerRequest = z.object({
  ...profileFields,
  auth0Id: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  email: z.optional(email),
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** Code of an invitation; required unless registration is open. */
  code: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
});
export type RegisterRequest = z.infer<typeof registerRequest>;

/** Fields of "Complete your profile" and Edit Information (REG-07, PROF-04). */
export const profileForm = z.object({
  ...profileFields,
  aboutMe: z.optional(aboutMe),
  /** Whether the search shows the person to people who are not connected with them. */
  showInSearch: z.optional(z.boolean()),
  /** Whether link previews show the person's first name and question. */
  showOnLinks: z.optional(z.boolean()),
});
export type ProfileForm = z.infer<typeof profileForm>;

/** The registration form (REG-01, REG-02). The identity provider checks the strength of the password. */
export const registrationForm = z.object({
  ...profileFields,
  email,
  password: z.string().check(z.minLength(1, { error: () => text.passwordMissing })),
});
export type RegistrationForm = z.infer<typeof registrationForm>;

/**
 * PUT /api/user/update/{id} (API-02). `id` is optional, as in the specification; it must be the caller's own. Omitted
 * fields are not changed, so that two open forms do not overwrite each other.
 */
export const updateUserRequest = z
  // Without the default of `state`, which would clear it.
  .extend(z.partial(profileForm), { id: z.optional(id), state: z.optional(stateCode) })
  .check(z.refine((sent) => Object.keys(sent).length > 0, { error: () => validation.nothingSent }));
export type UpdateUserRequest = z.infer<typeof updateUserRequest>;

/** A person as every logged-in user sees them: no email, no birthday (API-26). */
export const person = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  /** URL of the photo; null without one. */
  profile_image: z.nullable(z.string()),
});
export type Person = z.infer<typeof person>;

/** GET /api/search/{id}: a person's public profile. */
export const publicProfile = z.extend(person, { banner_image: z.string(), about_me: z.string() });
export type PublicProfile = z.infer<typeof publicProfile>;

/** GET /api/user: the logged-in person. */
export const user = z.extend(publicProfile, {
  email: z.string(),
  /** Whether the address is verified. Unverified addresses receive no mail, and no mail is sent in their name. */
  email_verified: z.boolean(),
  birthday: z.iso.date(),
  /** Whether the search shows them to people who are not connected with them. */
  show_in_search: z.boolean(),
  /** Whether link previews show the first name and the question. */
  show_on_links: z.boolean(),
  /** True for a site owner; absent for everybody else. */
  site_owner: z.optional(z.literal(true)),
  /** True for stewards with an active stewardship, and for owners with an unread ended request; otherwise absent. */
  steward_news: z.optional(z.literal(true)),
  /** Set if questions of other people wait for the person. */
  has_questions: z.optional(z.literal(true)),
});
export type User = z.infer<typeof user>;

/** POST /api/user/verification-mail: true if the address is already verified, so that no mail was sent. */
export const verificationMailResponse = z.object({ email_verified: z.boolean() });
export type VerificationMailResponse = z.infer<typeof verificationMailResponse>;
