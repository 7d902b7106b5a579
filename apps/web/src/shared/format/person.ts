/** The formats of a person's name and place on every screen. */

/** "Odalie Fennick" */
export function fullName(person: { first_name: string; last_name: string }): string {
  return `${person.first_name} ${person.last_name}`.trim();
}

/** City and upper-case state (PROF-01, PROF-03): "Duluth, MN". Without a state: "Lisbon, Portugal". */
export function formatPlace(person: { city: string; state: string; country: string }): string {
  return [person.city, person.state.toUpperCase() || person.country].filter(Boolean).join(', ');
}
