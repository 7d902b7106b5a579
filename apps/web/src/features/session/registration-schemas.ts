import { profileForm, registrationForm } from '@kinreel/contracts/profile';
import { notAfterToday } from '../../shared/not-after-today.ts';

/** The schemas of the contracts, with the birthday limited to today in the user's time zone (REG-03). */
export const registrationSchema = registrationForm.check(notAfterToday);
export const profileSchema = profileForm.check(notAfterToday);
