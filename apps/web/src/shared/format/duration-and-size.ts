import { language } from '../i18n/language.ts';

/** Formats seconds as in a video player: "4:12", "1:02:09". */
export function formatDuration(seconds: number): string {
  const total = Math.max(0, Math.round(seconds));
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const rest = String(total % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

const listFormat = new Intl.ListFormat(language, { type: 'unit', style: 'narrow' });

/** Formats seconds with units: "1 min 30 sec", "2 hr 5 min", "20 sec". */
export function formatDurationWithUnits(seconds: number): string {
  const total = Math.max(0, Math.round(seconds));
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const rest = total % 60;
  const parts = [
    hours > 0 && formatUnit(hours, 'hour'),
    minutes > 0 && formatUnit(minutes, 'minute'),
    hours === 0 && (rest > 0 || minutes === 0) && formatUnit(rest, 'second'),
  ].filter((part) => part !== false);
  return listFormat.format(parts);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** Formats a file size in decimal units, as phones and computers show it: "86 MB", "1.4 GB". */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 1 && value < 9.95 ? 1 : 0;
  return formatUnit(value, UNITS[unit] ?? 'byte', digits);
}

/** @param unit a unit of `Intl.NumberFormat` */
function formatUnit(value: number, unit: string, digits = 0): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    // The short form of "byte" has no plural.
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}
