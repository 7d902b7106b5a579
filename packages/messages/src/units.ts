/** Formats seconds with units: "1 min 30 sec", "2 hr 5 min", "20 sec". @param language BCP 47 tag */
export function formatDurationWithUnits(seconds: number, language: string): string {
  const total = Math.max(0, Math.round(seconds));
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const rest = total % 60;
  const parts = [
    hours > 0 && formatUnit(hours, 'hour', language),
    minutes > 0 && formatUnit(minutes, 'minute', language),
    hours === 0 && (rest > 0 || minutes === 0) && formatUnit(rest, 'second', language),
  ].filter((part) => part !== false);
  return new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }).format(parts);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/**
 * Formats a file size in decimal units, as phones and computers show it: "86 MB", "1.4 GB".
 * @param language BCP 47 tag
 */
export function formatBytes(bytes: number, language: string): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 1 && value < 9.95 ? 1 : 0;
  return formatUnit(value, UNITS[unit] ?? 'byte', language, digits);
}

/** @param unit a unit of `Intl.NumberFormat` */
function formatUnit(value: number, unit: string, language: string, digits = 0): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    // The short form of "byte" has no plural.
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}
