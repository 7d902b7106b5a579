import {
  type ApiPerson,
  type Registration,
  registerByApi as registerUnverified,
} from '../../scripts/sample-family/api-client.ts';
import { withDatabase } from './database.ts';
import { kinreelAt } from './kinreel.ts';

/** The API client of the sample family. */
export * from '../../scripts/sample-family/api-client.ts';

/** Signs up, registers and logs in. The address counts as verified, as after `kinreel address verify`. */
export async function registerByApi(origin: string, person: Registration): Promise<ApiPerson> {
  const registered = await registerUnverified(origin, person);
  const kinreel = kinreelAt(origin);
  if (!kinreel) return registered;
  await withDatabase(kinreel, (database) =>
    database.query('update users set email_verified_at = now() where id = $1', [registered.user.id]),
  );
  return { ...registered, user: { ...registered.user, email_verified: true } };
}
