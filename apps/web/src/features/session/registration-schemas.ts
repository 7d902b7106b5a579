import { profileForm, registrationForm } from '@kinreel/contracts/profile';
import * as z from 'zod/mini';
import { today } from '../../shared/format/date.ts';

const notAfterToday = z.refine<{ birthday: string }>((form) => form.birthday <= today(), {
  error: 'Your birthday cannot be later than today.',
  path: ['birthday'],
});

/** The schemas of the contracts, with the birthday limited to today in the user's time zone (REG-03). */
export const registrationSchema = registrationForm.check(notAfterToday);
export const profileSchema = profileForm.check(notAfterToday);
