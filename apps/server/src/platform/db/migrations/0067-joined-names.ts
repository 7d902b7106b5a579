import { type Kysely, sql } from 'kysely';

/** Names without the space between them, in both orders, and the parts of words with an apostrophe, for the search. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update users set name_forms = name_forms
      || array[replace(first_key || last_key, ' ', ''), replace(last_key || first_key, ' ', '')]
      || case when first_key || last_key like '%''%' then
        string_to_array(replace(first_key || ' ' || last_key, '''', ''), ' ')
        || string_to_array(replace(first_key || ' ' || last_key, '''', ' '), ' ')
      else '{}' end
    where first_key <> '' and last_key <> ''
  `.execute(db);
}
