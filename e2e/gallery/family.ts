import { createFamily } from '../../scripts/sample-family/create-family.ts';
import type { ApiPerson } from '../support/api.ts';
import { withDatabase } from '../support/database.ts';
import type { Kinreel } from '../support/kinreel.ts';

export { photograph } from '../../scripts/sample-family/clips.ts';

/** The people whose screens the gallery shows. */
export interface Family {
  /** Has answered questions, shared the answers and received connection requests. */
  odalie: ApiPerson;
  /** Her grandson: connected with her, received shares. */
  corvin: ApiPerson;
  /** Has sent her a connection request. */
  maren: ApiPerson;
  /** Has just registered: every screen is empty. */
  newcomer: ApiPerson;
}

/** Create the sample family, and sign in the people whose screens are shown. */
export async function makeFamily(kinreel: Kinreel): Promise<Family> {
  const { members } = await withDatabase(kinreel, (database) => createFamily(kinreel.origin, database));
  const { odalie, corvin, maren, ada } = members;
  return { odalie, corvin, maren, newcomer: ada };
}
