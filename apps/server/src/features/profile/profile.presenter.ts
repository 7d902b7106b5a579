import { bannerUrl, DEFAULT_BANNER, type Person, type PublicProfile, type User } from '@kinreel/contracts';
import { type PersonRow, type ProfileRow, photoUrl, type UserRow } from './profile.table.ts';

/** A person in a list, without email and birthday. */
export function presentPerson(row: PersonRow): Person {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    city: row.city,
    state: row.state,
    country: row.country,
    profile_image: row.photo_key === null ? null : photoUrl(row.photo_key),
  };
}

/** A profile as every logged-in person sees it. */
export function presentPublicProfile(row: ProfileRow): PublicProfile {
  return {
    ...presentPerson(row),
    banner_image: bannerUrl(row.banner ?? DEFAULT_BANNER),
    about_me: row.about_me,
  };
}

/** The logged-in person, with private fields. */
export function presentUser(row: UserRow): User {
  return {
    ...presentPublicProfile(row),
    email: row.email,
    email_verified: row.email_verified_at !== null,
    birthday: row.birthday,
    show_in_search: row.show_in_search,
    show_on_links: row.show_on_links,
    ...(row.site_owner_since && { site_owner: true }),
    ...(row.steward_news && { steward_news: true }),
    ...(row.has_questions && { has_questions: true }),
  };
}
