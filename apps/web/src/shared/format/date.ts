import { language } from '../i18n/language.ts';

const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const calendarFormat = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });

/**
 * Formats a date, in English as MM/dd/yyyy (CONST-02). Timestamps use the local time zone; calendar dates
 * (`YYYY-MM-DD`) have none. Returns an empty string for an invalid date.
 */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  // JavaScript reads a calendar date as midnight in UTC.
  const isCalendarDate = /^\d{4}-\d{2}-\d{2}$/.test(iso);
  return (isCalendarDate ? calendarFormat : new Intl.DateTimeFormat(language, options)).format(date);
}

/** Formats the day of a timestamp in words: "March 12, 2026". Returns an empty string for an invalid date. */
export function formatLongDate(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(date);
}

/** Today's date in the local time zone, as `YYYY-MM-DD`. The latest valid birthday (REG-03). */
export function today(now: Date = new Date()): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
