import { ABOUT_ME_MAX_LENGTH } from '@kinreel/contracts/constants';
import { type ProfileForm, profileForm, type User } from '@kinreel/contracts/profile';
import * as z from 'zod/mini';
import { today } from '../../shared/format/date.ts';

/** Form schema of Edit Information (PROF-04), with the birthday limited to today in the user's time zone (REG-03). */
export const editForm = profileForm.check(
  z.refine((form) => form.birthday <= today(), {
    error: 'Your birthday cannot be later than today.',
    path: ['birthday'],
  }),
);

/** Initial values of the form. */
export function formOf(user: User): Required<ProfileForm> {
  return {
    firstName: user.first_name,
    lastName: user.last_name,
    city: user.city,
    state: user.state,
    country: user.country,
    birthday: user.birthday,
    aboutMe: user.about_me,
  };
}

const number = new Intl.NumberFormat('en-US');

/** "120 of 2,000 characters" */
export function aboutMeCount(text: string): string {
  return `${number.format(text.length)} of ${number.format(ABOUT_ME_MAX_LENGTH)} characters`;
}
