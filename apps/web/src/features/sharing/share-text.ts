import { messages } from '@kinreel/contracts/messages';
import { fullName } from '../../shared/format/person.ts';

/** SHARE-04: the address of a video, as it is shortened: `{origin}/user/{id}/videos?autoplay={videoId}`. */
export function videoAddress(origin: string, userId: string, videoId: string): string {
  return `${origin}/user/${encodeURIComponent(userId)}/videos?autoplay=${encodeURIComponent(videoId)}`;
}

/** SHARE-02: the words that a share begins with; the person may change what follows. */
export function startOfMessage(prompt: string): string {
  return `${messages.share.messageStart} ${prompt}`;
}

/** A short link as people read it, without the scheme. */
export function linkForReading(url: string): string {
  return url.replace(/^https?:\/\//, '');
}

/** The end of a short link, enough to tell two apart: "…/s/7fQ2mX9k". */
export function linkEnding(url: string): string {
  const code = url.split('/').at(-1) ?? '';
  return `…/s/${code.length > 10 ? `${code.slice(0, 8)}…` : code}`;
}

/** How long a link may work: days as text, empty for one without an end. */
export const LINK_LIFETIMES = [
  ['', 'Until I withdraw it'],
  ['7', 'For a week'],
  ['30', 'For a month'],
  ['365', 'For a year'],
] as const;
export type LinkLifetime = (typeof LINK_LIFETIMES)[number][0];

/** When a link of this lifetime ends, ISO 8601; undefined for one without an end. */
export function endOfLink(lifetime: LinkLifetime, now: Date = new Date()): string | undefined {
  if (lifetime === '') return undefined;
  return new Date(now.getTime() + Number(lifetime) * 86_400_000).toISOString();
}

/** What the Share button says. */
export function shareLabel(people: number): string {
  if (people === 0) return 'Share';
  return people === 1 ? 'Share with 1 person' : `Share with ${people} people`;
}

/** Who came by a link: "Tavi Fennick", "Tavi Fennick and 2 others". */
export function visitorsInWords(visitors: readonly { first_name: string; last_name: string }[]): string {
  const [first, ...others] = visitors;
  if (!first) return 'nobody has logged in by it';
  if (others.length === 0) return fullName(first);
  return `${fullName(first)} and ${others.length} ${others.length === 1 ? 'other' : 'others'}`;
}
