import { profileFields } from '@kinreel/messages/en/profile-fields';
import * as z from 'zod/mini';
import { today } from './format/date.ts';

/** REG-03: the birthday is not after today in the person's time zone. The contracts accept today in any time zone. */
export const notAfterToday = z.refine<{ birthday: string }>((form) => form.birthday <= today(), {
  error: () => profileFields.birthdayInFuture,
  path: ['birthday'],
});
