import type { Audience, PageQuery } from '@kinreel/contracts';
import { invalidInput } from '@kinreel/messages/en/invalid-input';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { decodeCursor, decodeTimeCursor, encodeCursor, toPage } from '../../platform/http/paging.ts';
import { removeRecipient } from '../sharing/sharing.service.ts';
import { removeVisitor } from '../short-links/short-links.service.ts';
import type { PeoplePosition } from '../visibility/audience.policy.ts';
import { requireOwnVideo } from '../visibility/visibility.policy.ts';
import { presentAudience } from './audience.presenter.ts';
import { findAudience, listAskedLinks, listAudience } from './audience.queries.ts';

/**
 * Who can see the owner's video: counts by access rule, and a page of people.
 * @throws DomainError video.missing unless it is the person's own
 */
export async function getAudience(
  deps: Deps,
  videoId: string,
  ownerId: string,
  { cursor, limit }: PageQuery,
): Promise<{ audience: Audience; next: string | null }> {
  const { db } = deps;
  const after = readCursor(cursor);
  const found = await findAudience(db, videoId, ownerId);
  if (!found) throw new DomainError('video.missing');
  const rows = await listAudience(db, videoId, ownerId, after, limit + 1);
  const page = toPage(rows, limit, (row) => [row.removable, row.at, row.id]);
  const links = await listAskedLinks(db, videoId, ownerId);
  return { audience: presentAudience(found, page.rows, links), next: page.next };
}

function readCursor(cursor: string | undefined): PeoplePosition | null {
  if (cursor === undefined) return null;
  const [removable, ...position] = decodeCursor(cursor, 3);
  const after = decodeTimeCursor(encodeCursor(position));
  if (!after || (removable !== 0 && removable !== 1)) {
    throw new DomainError('request.invalid', { fields: { cursor: invalidInput.pageMissing } });
  }
  return { removable, ...after };
}

/**
 * Deletes a person's share of a video and their redeemed links. The permission may still let them in, and the link
 * itself stays active. No error if there was nothing to delete.
 * @throws DomainError video.missing unless it is the owner's own
 */
export async function removeFromAudience(deps: Deps, videoId: string, ownerId: string, userId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await requireOwnVideo(tx, videoId, ownerId);
    await removeRecipient(tx, videoId, userId);
    await removeVisitor(tx, videoId, userId);
  });
}
