/**
 * Formats a date as MM/dd/yyyy (CONST-02). Timestamps use the local time zone; calendar dates (`YYYY-MM-DD`) have none.
 * Returns an empty string for an invalid date.
 */
export function formatDate(iso: string): string {
  const calendar = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso);
  if (calendar) return `${calendar[2]}/${calendar[3]}/${calendar[1]}`;
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(date.getMonth() + 1)}/${two(date.getDate())}/${String(date.getFullYear()).padStart(4, '0')}`;
}

/** Today's date in the local time zone, as `YYYY-MM-DD`. The latest valid birthday (REG-03). */
export function today(now: Date = new Date()): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
