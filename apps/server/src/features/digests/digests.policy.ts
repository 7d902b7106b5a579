/** The digest of a day contains what happened before this hour (UTC): the evening in Europe, noon in America. */
const HOUR = 16;

/** The day of the week whose digest contains the weekly kinds: Sunday. */
const WEEKDAY = 0;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The latest end of a day, and of a week. What happened before is in that digest, and later things in the next one. */
export function periodsBefore(now: Date): { day: Date; week: Date } {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), HOUR);
  const day = new Date(today > now.getTime() ? today - DAY_MS : today);
  const daysSince = (day.getUTCDay() - WEEKDAY + 7) % 7;
  return { day, week: new Date(day.getTime() - daysSince * DAY_MS) };
}
