/** Words about a person, the same wherever one is named. */

/** "Odalie Fennick" */
export function fullName(person: { first_name: string; last_name: string }): string {
  return `${person.first_name} ${person.last_name}`.trim();
}

/** City and upper-cased state (PROF-01, PROF-03): "Duluth, MN"; for people who have no state "Lisbon, Portugal". */
export function formatPlace(person: { city: string; state: string; country: string }): string {
  return [person.city, person.state.toUpperCase() || person.country].filter(Boolean).join(', ');
}
