import type { CreateLinkRequest, ShortLink } from '@kinreel/contracts';
import { allowedOrigins, type ServerConfig } from '../../platform/config.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { deriveKey } from '../../platform/secrets.ts';
import { requireOwnVideo } from '../visibility/visibility.policy.ts';
import { hashLinkCode, linkCode } from './link-code.ts';
import { presentLink } from './short-links.presenter.ts';
import {
  findLinkByCode,
  findStandingLink,
  insertLink,
  listLinks,
  listVisitors,
  redeem,
  revokeLink,
} from './short-links.queries.ts';

/**
 * Shorten the address of an own video (SHARE-04, SHARE-05). The link that stands is shown again; one with an end is
 * always a new one.
 * @throws DomainError link.invalid for any other address
 */
export async function createLink(
  deps: Deps,
  personId: string,
  request: CreateLinkRequest,
): Promise<{ url: string; created: boolean }> {
  const { config, db } = deps;
  if (request.domain !== undefined && !isOwnDomain(config, request.domain)) throw new DomainError('link.invalid');
  const videoId = videoOfAddress(config, personId, request.url);
  if (!videoId) throw new DomainError('link.invalid');
  await requireOwnVideo(db, videoId, personId).catch((cause) => {
    throw cause instanceof DomainError ? new DomainError('link.invalid', { cause }) : cause;
  });
  const expiresAt = request.expires_at ? new Date(request.expires_at) : null;
  if (expiresAt && expiresAt.getTime() <= Date.now()) {
    throw new DomainError('request.invalid', {
      fields: { expires_at: 'Please choose a moment that is still to come.' },
    });
  }
  // Two calls at once: the second's insert finds the first's link, so it looks again; a revocation between the two
  // makes it insert again.
  for (let round = 0; round < 3; round += 1) {
    const standing = expiresAt ? undefined : await findStandingLink(db, videoId, personId);
    if (standing) return { url: shortUrl(deps, standing.id), created: false };
    const id = newId();
    const codeHash = hashLinkCode(linkCode(deriveKey(deps.appSecret, 'short-link'), id)) as Buffer;
    if (await insertLink(db, { id, videoId, ownerId: personId, codeHash, expiresAt })) {
      return { url: shortUrl(deps, id), created: true };
    }
  }
  throw new DomainError('server.busy');
}

/** The links of an own video that stand, with those who came by them. @throws DomainError video.missing */
export async function listVideoLinks(deps: Deps, videoId: string, personId: string): Promise<ShortLink[]> {
  await requireOwnVideo(deps.db, videoId, personId);
  const links = await listLinks(deps.db, videoId, personId);
  const visitors = await listVisitors(
    deps.db,
    links.map((link) => link.id),
  );
  return links.map((link) =>
    presentLink(
      link,
      shortUrl(deps, link.id),
      visitors.filter((visitor) => visitor.link_id === link.id),
    ),
  );
}

/** From the next byte on the link opens nothing. @throws DomainError link.missing */
export async function endLink(deps: Deps, linkId: string, personId: string): Promise<void> {
  if (!(await revokeLink(deps.db, linkId, personId))) throw new DomainError('link.missing');
}

/** Where a code leads: the app's own address, made of ids alone. Null for a code that does not stand. */
export async function resolveCode(deps: Deps, code: string): Promise<string | null> {
  const codeHash = hashLinkCode(code);
  const link = codeHash ? await findLinkByCode(deps.db, codeHash) : undefined;
  if (!link) return null;
  return `${deps.config.publicUrl}/user/${link.owner_id}/videos?autoplay=${link.video_id}&share=${code}`;
}

/** Let the viewer in by a code, if it stands for this video of this owner; otherwise nothing changes. */
export async function redeemLink(
  db: Db,
  visit: { code: string; videoId: string; ownerId: string; viewerId: string },
): Promise<void> {
  const codeHash = hashLinkCode(visit.code);
  if (!codeHash) return;
  await redeem(db, { codeHash, videoId: visit.videoId, ownerId: visit.ownerId, viewerId: visit.viewerId });
}

function shortUrl({ appSecret, config }: Pick<Deps, 'appSecret' | 'config'>, linkId: string): string {
  return `${config.shortLinkDomain}/s/${linkCode(deriveKey(appSecret, 'short-link'), linkId)}`;
}

function isOwnDomain(config: ServerConfig, domain: string): boolean {
  return [config.shortLinkDomain, ...allowedOrigins(config.publicUrl)].includes(domain);
}

const VIDEO_ID_AT_END = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The video that an address of the app names, null unless the address is, to the letter, one that the app makes for
 * this owner. Nothing is parsed or normalised, so nothing can be read in two ways.
 */
export function videoOfAddress(config: Pick<ServerConfig, 'publicUrl'>, ownerId: string, url: string): string | null {
  const videoId = VIDEO_ID_AT_END.exec(url)?.[0];
  if (!videoId) return null;
  const expected = allowedOrigins(config.publicUrl).map((o) => `${o}/user/${ownerId}/videos?autoplay=${videoId}`);
  return expected.includes(url) ? videoId : null;
}
