import { type RawBuilder, sql } from 'kysely';
import { visibleTo } from '../visibility/visibility.policy.ts';

/** A video counts as finished if at most this many seconds, and at most this share of it, are left. */
const END_SECONDS = 10;
const END_PART = 0.05;

/** Whether a position counts as finished. Both in seconds. */
export function isNearEnd(seconds: number, duration: number): boolean {
  return seconds >= duration - Math.min(END_SECONDS, duration * END_PART);
}

/** From this position on, a video counts as watched. The web app resumes from there too. */
const WATCHED_SECONDS = 5;

/** Whether a person who stopped at this position has watched the video. */
export function isWatched({ seconds, finished }: { seconds: number; finished: boolean }): boolean {
  return finished || seconds >= WATCHED_SECONDS;
}

/**
 * Condition on `watch_positions as w`, its video `v` and its person `users`: the owner of the video sees that the
 * person has watched it.
 */
export const isShownToOwner: RawBuilder<boolean> = sql`(
  w.first_watched_at is not null and w.user_id <> v.owner_id and users.shows_watching
  and ${visibleTo(sql.ref<string>('w.user_id'))})`;
