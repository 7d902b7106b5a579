/** The formats of a person's name and place on every screen. */

/** "Odalie Fennick" */
export function fullName(person: { first_name: string; last_name: string }): string {
  return `${person.first_name} ${person.last_name}`.trim();
}

/** City and upper-case state (PROF-01, PROF-03): "Duluth, MN". Without a state: "Lisbon, Portugal". */
export function formatPlace(person: { city: string; state: string; country: string }): string {
  return [person.city, person.state.toUpperCase() || person.country].filter(Boolean).join(', ');
}

/** First names. People with the same first name have their last names too. */
export function shortNames(people: readonly { first_name: string; last_name: string }[]): string[] {
  return people.map((person) => {
    const isUnique = people.filter(({ first_name }) => first_name === person.first_name).length === 1;
    return isUnique ? person.first_name : fullName(person);
  });
}
