import * as units from '@kinreel/messages/units';
import { language } from '../i18n/language.ts';

/** Formats seconds as in a video player: "4:12", "1:02:09". */
export function formatDuration(seconds: number): string {
  const total = Math.max(0, Math.round(seconds));
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const rest = String(total % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Formats seconds with units: "1 min 30 sec", "2 hr 5 min", "20 sec". */
export function formatDurationWithUnits(seconds: number): string {
  return units.formatDurationWithUnits(seconds, language);
}

/** Formats a file size in decimal units, as phones and computers show it: "86 MB", "1.4 GB". */
export function formatBytes(bytes: number): string {
  return units.formatBytes(bytes, language);
}
