import { randomUUID } from 'node:crypto';
import { withDatabase } from './database.ts';
import type { Kinreel } from './kinreel.ts';

/** A person who never logs in, and their connection with the tested person. */
export interface TestConnection {
  firstName: string;
  lastName: string;
  relationship?: 'friend' | 'family';
  status?: 'pending' | 'accepted';
}

/** Creates people who have sent this user a connection request; the first one is the newest. */
export async function addConnections(
  kinreel: Kinreel,
  userId: string,
  people: readonly TestConnection[],
): Promise<void> {
  const rows = people.map(({ firstName, lastName, relationship = 'friend', status = 'accepted' }, place) => {
    return { id: randomUUID(), firstName, lastName, relationship, status, place };
  });
  const text = `
    with rows as (
      select * from jsonb_to_recordset($2::jsonb)
        as people_to_add (id uuid, "firstName" text, "lastName" text, relationship text, status text, place int)
    ), people as (
      insert into users
        (id, provider, subject, email, first_name, last_name, first_key, last_key, city, state, country, birthday)
      select id, 'test', id, id || '@example.org', "firstName", "lastName", lower("firstName"), lower("lastName"),
        'Duluth', 'MN', 'United States', '1944-03-09'
      from rows
    )
    insert into connections (id, user_lo, user_hi, requester_id, relationship, status, created_at, accepted_at)
    select gen_random_uuid(), least(id, $1::uuid), greatest(id, $1::uuid), id, relationship, status,
      now() - place * interval '1 second', case status when 'accepted' then now() end
    from rows`;
  await withDatabase(kinreel, (client) => client.query(text, [userId, JSON.stringify(rows)]));
}
