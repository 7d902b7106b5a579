import { type Kysely, sql } from 'kysely';

/**
 * The shared videos of an owner, newest video first, without reading those that are not shared. A share stores the
 * constant time of its video for the index. A trigger sets it, so that servers of the previous version keep working.
 * Copied rows contain it, possibly before those of their videos.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shares add column video_created_at timestamptz;
    update shares set video_created_at = videos.created_at from videos where videos.id = shares.video_id;
    alter table shares alter column video_created_at set not null;
    create index shares_owner on shares (owner_id, video_created_at desc, video_id desc);

    create function shares_time_of_video() returns trigger language plpgsql as $function$
    begin
      select created_at into new.video_created_at from videos where id = new.video_id;
      return new;
    end $function$;
    create trigger time_of_video before insert on shares for each row when (new.video_created_at is null)
      execute function shares_time_of_video();
  `.execute(db);
}
