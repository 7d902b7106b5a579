import { language } from '../i18n/language.ts';

/** Days for which a weekday names one day only. */
const WEEKDAYS_KNOWN = 6;

/** Calendar days from the local day of a timestamp to today. */
export function daysSince(iso: string, now: Date = new Date()): number {
  const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return (dayOf(now) - dayOf(new Date(iso))) / 86_400_000;
}

/** The day of a past timestamp: its weekday in the last six days ("Tuesday"), otherwise "November 3". */
export function formatPastDay(iso: string, now: Date = new Date()): string {
  const options: Intl.DateTimeFormatOptions =
    daysSince(iso, now) <= WEEKDAYS_KNOWN ? { weekday: 'long' } : { month: 'long', day: 'numeric' };
  return new Intl.DateTimeFormat(language, options).format(new Date(iso));
}
