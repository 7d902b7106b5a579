import { formatBytes } from '../../shared/format/duration-and-size.ts';

/** How much was sent by when: `at` in milliseconds of a steady clock, `sent` in bytes. */
export interface Sample {
  at: number;
  sent: number;
}

/** What is told while a file is on its way: speed in bytes a second, time left in seconds; null while unknown. */
export interface Estimate {
  speed: number | null;
  secondsLeft: number | null;
}

/** Samples older than this say little about the line as it is now, in milliseconds. */
export const WINDOW_MS = 10_000;

/** A speed measured over less than this jumps about too much to be shown, in milliseconds. */
export const MIN_SPAN_MS = 1_000;

/** Add a sample and forget those that left the window; the newest one outside of it stays as the window's edge. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const all = [...samples, sample];
  const firstInside = all.findIndex((one) => one.at >= sample.at - WINDOW_MS);
  return all.slice(Math.max(0, firstInside - 1));
}

/** Speed over the window, and the time that what is left takes at that speed. */
export function estimate(samples: readonly Sample[], total: number): Estimate {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < MIN_SPAN_MS) return { speed: null, secondsLeft: null };
  const speed = ((last.sent - first.sent) / (last.at - first.at)) * 1000;
  if (speed <= 0) return { speed: 0, secondsLeft: null };
  return { speed, secondsLeft: Math.ceil(Math.max(0, total - last.sent) / speed) };
}

/** Whole per cent of `total` that is sent, 0 to 100; never 100 before the last byte. */
export function percentOf(sent: number, total: number): number {
  if (total <= 0) return 0;
  return Math.min(100, Math.floor((sent / total) * 100));
}

/** "86 of 210 MB", "400 kB of 210 MB": the unit once where it is the same. */
export function sentInWords(sent: number, total: number): string {
  const whole = formatBytes(total);
  const part = formatBytes(sent);
  const unit = (text: string) => text.slice(text.lastIndexOf(' '));
  return unit(part) === unit(whole) ? `${part.slice(0, -unit(part).length)} of ${whole}` : `${part} of ${whole}`;
}
