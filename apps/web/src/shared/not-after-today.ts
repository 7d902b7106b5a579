import { profileFields } from '@kinreel/messages/en/profile-fields';
import * as z from 'zod/mini';
import { today } from './format/date.ts';

/** REG-03: the birthday is not after today in the user's time zone. The contracts allow today in any time zone. */
export const notAfterToday = z.refine<{ birthday: string }>((form) => form.birthday <= today(), {
  error: () => profileFields.birthdayInFuture,
  path: ['birthday'],
});
