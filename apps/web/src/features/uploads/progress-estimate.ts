import { uploads as text } from '@kinreel/messages/en/uploads';
import { formatBytes } from '../../shared/format/duration-and-size.ts';

/** Bytes sent at a point in time: `at` in milliseconds of a monotonic clock, `sent` in bytes. */
export interface Sample {
  at: number;
  sent: number;
}

/** Speed in bytes per second, time left in seconds; null while unknown. */
export interface Estimate {
  speed: number | null;
  secondsLeft: number | null;
}

/** Maximum age of samples in milliseconds. */
export const WINDOW_MS = 10_000;

/** Minimum window in milliseconds: a speed over less time changes too much to be shown. */
export const MIN_SPAN_MS = 1_000;

/** Adds a sample and removes those before the window, except the newest of them, which is the start of the window. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const all = [...samples, sample];
  const firstInside = all.findIndex((one) => one.at >= sample.at - WINDOW_MS);
  return all.slice(Math.max(0, firstInside - 1));
}

/** The speed over the window, and the remaining time at that speed. */
export function estimate(samples: readonly Sample[], total: number): Estimate {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < MIN_SPAN_MS) return { speed: null, secondsLeft: null };
  const speed = ((last.sent - first.sent) / (last.at - first.at)) * 1000;
  if (speed <= 0) return { speed: 0, secondsLeft: null };
  return { speed, secondsLeft: Math.ceil(Math.max(0, total - last.sent) / speed) };
}

/** Percentage of `total` that was sent, as an integer; 100 only after the last byte. */
export function percentOf(sent: number, total: number): number {
  if (total <= 0) return 0;
  return Math.min(100, Math.floor((sent / total) * 100));
}

/** "86 of 210 MB", "400 kB of 210 MB": a common unit is shown once. */
export function sentInWords(sent: number, total: number): string {
  const whole = formatBytes(total);
  const part = formatBytes(sent);
  const unit = (amount: string) => amount.slice(amount.lastIndexOf(' '));
  return text.partOf({ part: unit(part) === unit(whole) ? part.slice(0, -unit(part).length) : part, total: whole });
}
