import { common } from '@kinreel/messages/en/common';
import { language } from '../i18n/language.ts';
import { formatDate } from './date.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const relativeFormat = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });

/** Time since a timestamp: "just now", "5 minutes ago", "yesterday", "3 days ago"; after a week the date. */
export function formatRelativeTime(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000);
  if (minutes < 1) return common.justNow;
  if (minutes < 60) return relativeFormat.format(-minutes, 'minute');
  // Rounded, because a day has 23 or 25 hours when daylight saving time starts or ends.
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS);
  if (days === 0) return relativeFormat.format(-Math.floor(minutes / 60), 'hour');
  return days < 7 ? relativeFormat.format(-days, 'day') : formatDate(iso);
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
