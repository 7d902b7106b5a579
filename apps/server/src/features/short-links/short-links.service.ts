import {
  type CreateLinkRequest,
  type LinkPreview,
  MAX_LINK_YEARS,
  type RedeemLinkResponse,
  type ShortLink,
} from '@kinreel/contracts';
import { validation } from '@kinreel/messages/en/validation';
import { hashLinkCode, linkCode } from '../../platform/auth/link-code.ts';
import { deriveKey } from '../../platform/auth/secrets.ts';
import type { ServerConfig } from '../../platform/config/config.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { lockPair } from '../visibility/blocking.policy.ts';
import { requireOwnVideo } from '../visibility/visibility.policy.ts';
import { presentLink, presentLinkPreview } from './short-links.presenter.ts';
import {
  deleteVisits,
  deleteVisitsBetween,
  findActiveLink,
  findLinkByCode,
  findLinkPreview,
  insertLink,
  listLinks,
  listVisitors,
  markAsked,
  recordVisit,
  revokeLink,
} from './short-links.queries.ts';

/**
 * Creates a short link to the caller's own video (SHARE-04, SHARE-05). A link without expiry is created once per video
 * and returned again; a link with an expiry date is always new.
 * @throws DomainError link.invalid unless the URL is that of the caller's own video
 */
export async function createLink(
  deps: Deps,
  personId: string,
  request: CreateLinkRequest,
): Promise<{ url: string; created: boolean }> {
  const { config, db } = deps;
  if (request.domain !== undefined && !isOwnDomain(config, request.domain)) throw new DomainError('link.invalid');
  const videoId = videoOfUrl(config, personId, request.url);
  if (!videoId) throw new DomainError('link.invalid');
  await requireOwnVideo(db, videoId, personId).catch((cause) => {
    throw cause instanceof DomainError ? new DomainError('link.invalid', { cause }) : cause;
  });
  const expiresAt = readExpiry(request.expires_at);
  const askedAt = request.asked ? new Date() : null;
  // The second of two concurrent calls cannot insert, so it looks up the link of the first. If that was revoked
  // meanwhile, it inserts again.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const existing = expiresAt ? undefined : await findActiveLink(db, videoId, personId);
    if (existing) {
      if (request.asked) await markAsked(db, existing.id);
      return { url: shortUrl(deps, existing.id), created: false };
    }
    const id = newId();
    const codeHash = hashLinkCode(linkCode(deriveKey(deps.appSecret, 'short-link'), id)) as Buffer;
    if (await insertLink(db, { id, videoId, ownerId: personId, codeHash, expiresAt, askedAt })) {
      return { url: shortUrl(deps, id), created: true };
    }
  }
  throw new DomainError('server.busy');
}

/**
 * The expiry time; null for none.
 * @throws DomainError request.invalid for a time in the past, or more than MAX_LINK_YEARS from now
 */
function readExpiry(date: string | undefined): Date | null {
  if (date === undefined) return null;
  const [expiresAt, latest] = [new Date(date), new Date()];
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_LINK_YEARS);
  const problem =
    expiresAt.getTime() <= Date.now()
      ? validation.dateInPast
      : expiresAt > latest && validation.dateTooLate({ years: MAX_LINK_YEARS });
  if (problem) throw new DomainError('request.invalid', { fields: { expires_at: problem } });
  return expiresAt;
}

/** The active links of the caller's own video, with their visitors. @throws DomainError video.missing */
export async function listVideoLinks(deps: Deps, videoId: string, personId: string): Promise<ShortLink[]> {
  await requireOwnVideo(deps.db, videoId, personId);
  const links = await listLinks(deps.db, videoId, personId);
  const visitors = await listVisitors(
    deps.db,
    links.map((link) => link.id),
    personId,
  );
  return links.map((link) =>
    presentLink(
      link,
      shortUrl(deps, link.id),
      visitors.filter((visitor) => visitor.link_id === link.id),
    ),
  );
}

/** Revokes a link. Its visitors lose their access with the next request. @throws DomainError link.missing */
export async function deleteLink(deps: Deps, linkId: string, personId: string): Promise<void> {
  if (!(await revokeLink(deps.db, linkId, personId))) throw new DomainError('link.missing');
}

/**
 * Deletes a person's redeemed links to a video. The caller is that person, or has checked that the video is the
 * owner's.
 * @returns whether there were any
 */
export function removeVisitor(tx: Tx, videoId: string, userId: string): Promise<boolean> {
  return deleteVisits(tx, videoId, userId);
}

/** Deletes the redemptions of both people of links of each other. */
export function removeVisitsBetween(tx: Tx, oneId: string, otherId: string): Promise<void> {
  return deleteVisitsBetween(tx, oneId, otherId);
}

/** The redirect URL of a code, built only from ids; null unless the link is active. */
export async function resolveCode(deps: Deps, code: string): Promise<string | null> {
  const link = await findLink(deps.db, code, null);
  if (!link) return null;
  return `${deps.config.publicUrl}/user/${link.owner_id}/videos?autoplay=${link.video_id}&share=${code}`;
}

/** The preview of an active link, for people without an account. @throws DomainError link.missing */
export async function previewLink(db: Db, code: string): Promise<LinkPreview> {
  const codeHash = hashLinkCode(code);
  const row = codeHash ? await findLinkPreview(db, codeHash) : undefined;
  if (!row) throw new DomainError('link.missing');
  return presentLinkPreview(row);
}

/**
 * Redeems a link: the person may see its video while the link is active (SHARE-04). Idempotent. The owner's own visits
 * are not recorded.
 * @throws DomainError link.missing, also if one of the two has blocked the other
 */
export async function redeemLink(db: Db, code: string, viewerId: string): Promise<RedeemLinkResponse> {
  const link = await findLink(db, code, viewerId);
  if (!link || !(await recordVisitOf(db, link, code, viewerId))) throw new DomainError('link.missing');
  return { video_id: link.video_id, user_id: link.owner_id };
}

/**
 * Records a visit, except of the owner. The link is looked up again after taking the lock of the pair: a concurrent
 * block has deleted all visits, so none may be added.
 * @returns false if the link no longer works for this person
 */
async function recordVisitOf(
  db: Db,
  { id, owner_id: ownerId }: { id: string; owner_id: string },
  code: string,
  viewerId: string,
): Promise<boolean> {
  if (ownerId === viewerId) return true;
  return db.transaction().execute(async (tx) => {
    await lockPair(tx, ownerId, viewerId);
    return (await findLink(tx, code, viewerId)) !== undefined && recordVisit(tx, id, viewerId);
  });
}

async function findLink(db: Db, code: string, viewerId: string | null) {
  const codeHash = hashLinkCode(code);
  return codeHash ? findLinkByCode(db, codeHash, viewerId) : undefined;
}

function shortUrl({ appSecret, config }: Pick<Deps, 'appSecret' | 'config'>, linkId: string): string {
  return `${config.shortLinkDomain}/s/${linkCode(deriveKey(appSecret, 'short-link'), linkId)}`;
}

function isOwnDomain(config: ServerConfig, domain: string): boolean {
  return [config.shortLinkDomain, ...config.origins, ...config.formerUrls].includes(domain);
}

const VIDEO_ID_AT_END = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The video of a URL; null unless the URL is exactly the one that the app builds for a video of this owner. The URL is
 * neither parsed nor normalized, so there is only one interpretation.
 */
export function videoOfUrl(
  config: Pick<ServerConfig, 'origins' | 'formerUrls'>,
  ownerId: string,
  url: string,
): string | null {
  const videoId = VIDEO_ID_AT_END.exec(url)?.[0];
  if (!videoId) return null;
  const expected = [...config.origins, ...config.formerUrls].map(
    (o) => `${o}/user/${ownerId}/videos?autoplay=${videoId}`,
  );
  return expected.includes(url) ? videoId : null;
}
