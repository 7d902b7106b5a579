import { messages } from '@kinreel/contracts/messages';
import { fullName } from '../../shared/format/person.ts';

/** SHARE-04: the URL of a video that is shortened: `{origin}/user/{id}/videos?autoplay={videoId}`. */
export function videoUrl(origin: string, userId: string, videoId: string): string {
  return `${origin}/user/${encodeURIComponent(userId)}/videos?autoplay=${encodeURIComponent(videoId)}`;
}

/** SHARE-02: the initial share message, which the user may edit. */
export function defaultMessage(prompt: string): string {
  return `${messages.share.messageStart} ${prompt}`;
}

/** The URL without its scheme. */
export function displayUrl(url: string): string {
  return url.replace(/^https?:\/\//, '');
}

/** The last part of a short link, enough to tell two apart: "…/s/7fQ2mX9k". */
export function shortUrl(url: string): string {
  const code = url.split('/').at(-1) ?? '';
  return `…/s/${code.length > 10 ? `${code.slice(0, 8)}…` : code}`;
}

/** Link lifetimes in days, as text; empty for links that do not expire. */
export const LINK_LIFETIMES = [
  ['', 'Until I withdraw it'],
  ['7', 'For a week'],
  ['30', 'For a month'],
  ['365', 'For a year'],
] as const;
export type LinkLifetime = (typeof LINK_LIFETIMES)[number][0];

/** Expiry of a link with this lifetime as ISO 8601; undefined if it does not expire. */
export function linkExpiry(lifetime: LinkLifetime, now: Date = new Date()): string | undefined {
  if (lifetime === '') return undefined;
  return new Date(now.getTime() + Number(lifetime) * 86_400_000).toISOString();
}

/** Label of the Share button. */
export function shareLabel(people: number): string {
  if (people === 0) return 'Share';
  return people === 1 ? 'Share with 1 person' : `Share with ${people} people`;
}

/** Visitors of a link: "Tavi Fennick", "Tavi Fennick and 2 others". */
export function visitorsText(visitors: readonly { first_name: string; last_name: string }[]): string {
  const [first, ...others] = visitors;
  if (!first) return 'nobody has logged in by it';
  if (others.length === 0) return fullName(first);
  return `${fullName(first)} and ${others.length} ${others.length === 1 ? 'other' : 'others'}`;
}
