import * as z from 'zod/mini';
import { today } from './format/date.ts';

/** REG-03: the birthday is not after today in the user's time zone. The contracts allow today in any time zone. */
export const notAfterToday = z.refine<{ birthday: string }>((form) => form.birthday <= today(), {
  params: { code: 'birthday.future' },
  path: ['birthday'],
});
