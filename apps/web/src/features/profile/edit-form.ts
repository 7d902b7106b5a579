import { ABOUT_ME_MAX_LENGTH } from '@kinreel/contracts/constants';
import { type ProfileForm, profileForm, type User } from '@kinreel/contracts/profile';
import { countCharacters } from '@kinreel/contracts/text';
import { profile as text } from '@kinreel/messages/en/profile';
import { formatNumber } from '../../shared/format/numbers.ts';
import { notAfterToday } from '../../shared/not-after-today.ts';

/** Form schema of Edit Information (PROF-04), with the birthday limited to today in the user's time zone (REG-03). */
export const editForm = profileForm.check(notAfterToday);

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
    showInSearch: user.show_in_search,
    showOnLinks: user.show_on_links,
  };
}

/** Hint below About me, with the number of characters: "120 of 2,000 characters". */
export function aboutMeHint(aboutMe: string): string {
  return text.aboutMeHint({ used: formatNumber(countCharacters(aboutMe)), max: formatNumber(ABOUT_ME_MAX_LENGTH) });
}
