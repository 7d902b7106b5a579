/** A connection of the user, who can be chosen. */
export interface ConnectedPerson {
  id: string;
  name: string;
}
