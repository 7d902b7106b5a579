/** Somebody who can be chosen: a person whom the user is connected with. */
export interface ConnectedPerson {
  id: string;
  name: string;
}
