import { sharing as text } from '@kinreel/messages/en/sharing';
import { fullName } from '../../shared/format/person.ts';

/** SHARE-04: the long URL of a video: `{origin}/user/{id}/videos?autoplay={videoId}`. */
export function videoUrl(origin: string, userId: string, videoId: string): string {
  return `${origin}/user/${encodeURIComponent(userId)}/videos?autoplay=${encodeURIComponent(videoId)}`;
}

/** The last part of a short link, which distinguishes it from others: "…/s/7fQ2mX9k". */
export function shortUrl(url: string): string {
  const code = url.split('/').at(-1) ?? '';
  return `…/s/${code.length > 10 ? `${code.slice(0, 8)}…` : code}`;
}

/** Lifetime of a link in days; empty if it does not expire. */
export type LinkLifetime = '' | '7' | '30' | '365';

/** Expiry of a link with this lifetime as ISO 8601; undefined if it does not expire. */
export function linkExpiry(lifetime: LinkLifetime, now: Date = new Date()): string | undefined {
  if (lifetime === '') return undefined;
  return new Date(now.getTime() + Number(lifetime) * 86_400_000).toISOString();
}

/** Label of the Share button. */
export function shareLabel(people: number): string {
  return people === 0 ? text.share : text.shareWith({ count: people });
}

/** Visitors of a link: "Opened by Tavi Fennick and 2 other people". */
export function visitorsText(visitors: readonly { first_name: string; last_name: string }[]): string {
  const [first, ...others] = visitors;
  return first ? text.visitors({ name: fullName(first), others: others.length }) : text.noVisitors;
}
