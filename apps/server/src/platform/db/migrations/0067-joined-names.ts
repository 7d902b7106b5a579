import { type Kysely, sql } from 'kysely';

/** Search forms of names without the space, in both orders, and of parts of words with an apostrophe. */
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
