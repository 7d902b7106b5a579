import type { Gifts, StewardRule, VideoStewardRule } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { notify } from '../notifications/notifications.service.ts';
import { presentPerson } from '../profile/profile.presenter.ts';
import { findRule, giveVideo, listGiftPeople, listGifts, replaceGifts, setRule } from './steward-rules.queries.ts';
import { presentGifts } from './stewards.presenter.ts';
import { findConnections, listStewards, listStewardships } from './stewards.queries.ts';

/** What stewards may do with the caller's video. @throws DomainError video.missing unless it is their own */
export async function readRule(db: Db, videoId: string, ownerId: string): Promise<VideoStewardRule> {
  const rule = await findRule(db, videoId, ownerId);
  if (!rule) throw new DomainError('video.missing');
  const people = await listGiftPeople(db, videoId, ownerId);
  const stewards = (await listStewards(db, ownerId)).filter((row) => row.declined_at === null);
  return { rule, people: people.map(presentPerson), stewards: stewards.map(presentPerson) };
}

/**
 * Changes the rule of a video. People chosen for `give` are not notified before a steward gives them the video.
 * @throws DomainError video.missing unless it is the caller's own, steward.not_connected
 */
export async function changeRule(
  { db }: Pick<Deps, 'db'>,
  videoId: string,
  ownerId: string,
  { rule, user_ids }: { rule: StewardRule; user_ids: readonly string[] },
): Promise<VideoStewardRule> {
  await db.transaction().execute(async (tx) => {
    if (!(await setRule(tx, videoId, ownerId, rule))) throw new DomainError('video.missing');
    const named = rule === 'give' ? new Set(user_ids) : new Set<string>();
    const connections = await findConnections(tx, ownerId, [...named]);
    if (connections.size < named.size) throw new DomainError('steward.not_connected');
    await replaceGifts(tx, videoId, ownerId, connections);
  });
  return readRule(db, videoId, ownerId);
}

/** What the caller may give as a steward. @throws DomainError steward.missing unless the stewardship is active */
export async function readGifts(db: Db, stewardId: string, ownerId: string): Promise<Gifts> {
  const [row] = await listStewardships(db, stewardId, ownerId);
  if (!row?.started_at) throw new DomainError('steward.missing');
  return presentGifts(await listGifts(db, stewardId, ownerId));
}

/**
 * Gives a video to a person whom its owner chose, with the steward as the actor.
 * @throws DomainError video.missing unless the caller may give it to them
 */
export async function give(
  deps: Pick<Deps, 'db' | 'jobs'>,
  stewardId: string,
  videoId: string,
  recipientId: string,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const given = await giveVideo(tx, stewardId, videoId, recipientId);
    if (!given) throw new DomainError('video.missing');
    if (given.isNew && recipientId !== stewardId) {
      await notify(deps, tx, { kind: 'video-given', userId: recipientId, actorId: stewardId, videoId });
    }
  });
}
