/**
 * The start of a day in the local time zone, as a timestamp. Null unless the day is after today. @param day
 * `YYYY-MM-DD`
 */
export function startOfDay(day: string, now = new Date()): string | null {
  const date = new Date(`${day}T00:00:00`);
  return Number.isNaN(date.getTime()) || date <= now ? null : date.toISOString();
}

/**
 * The day on which a person reaches an age, as `YYYY-MM-DD`; '' if the input is invalid. @param birthday `YYYY-MM-DD`
 */
export function dayOfAge(birthday: string, age: string): string {
  const [, year, rest] = /^(\d{4})(-\d\d-\d\d)$/.exec(birthday) ?? [];
  if (!year || !/^\d{1,3}$/.test(age.trim())) return '';
  const reached = String(Number(year) + Number(age)).padStart(4, '0');
  const isLeap = new Date(Date.UTC(Number(reached), 2, 0)).getUTCDate() === 29;
  // A birthday on February 29 counts as March 1 in other years.
  return rest === '-02-29' && !isLeap ? `${reached}-03-01` : `${reached}${rest}`;
}

/** The local day of a timestamp, as `YYYY-MM-DD`. */
export function dayOf(timestamp: string): string {
  const date = new Date(timestamp);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
