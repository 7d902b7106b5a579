import { type Kysely, sql } from 'kysely';

/** Prompts that site owners add to the list and hide from it, with their entries in the site owners' audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table prompts add column hidden boolean not null default false;

    create function activity_of_prompts() returns trigger language plpgsql as $function$
    begin
      if tg_op = 'INSERT' then
        perform add_activity('prompt-added', null, detail => new.prompt, for_site_owners => true);
      elsif new.hidden is distinct from old.hidden then
        perform add_activity(case when new.hidden then 'prompt-hidden' else 'prompt-shown' end, null,
          detail => new.prompt, for_site_owners => true);
      else
        perform add_activity('prompt-changed', null, detail => new.prompt, for_site_owners => true);
      end if;
      return null;
    end $function$;
    -- those with lower ids come with a release
    create trigger activity_added after insert on prompts
      for each row when (new.listed and new.id >= 1000000) execute function activity_of_prompts();
    create trigger activity_changed after update of prompt, hidden on prompts
      for each row when (new.listed and (new.hidden is distinct from old.hidden
        or (new.id >= 1000000 and new.prompt is distinct from old.prompt))) execute function activity_of_prompts();
  `.execute(db);
}
