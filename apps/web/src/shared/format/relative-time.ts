import { formatDate } from './date.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Time since a timestamp: "just now", "5 minutes ago", "yesterday", "3 days ago"; after a week the date. */
export function formatRelativeTime(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return relative.format(-minutes, 'minute');
  // Rounded, because a day has 23 or 25 hours when daylight saving time starts or ends.
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS);
  if (days === 0) return relative.format(-Math.floor(minutes / 60), 'hour');
  return days < 7 ? relative.format(-days, 'day') : formatDate(iso);
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
