import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueMail, listMailedSince, type WrittenMail } from '../mails/outbox.service.ts';
import { unsubscribeUrl } from '../mails/unsubscribe.service.ts';
import { type Due, gatherNews, listPeopleWithNews, readGathered } from '../notifications/notifications.service.ts';
import { mailPortrait } from '../profile/photos.service.ts';
import { digestMail } from './digest-mail.ts';
import { periodsBefore } from './digests.policy.ts';

/** Most entries of a digest. Its last paragraph leads to the others. */
const MAX_ENTRIES = 20;

/** After a digest at once, the next things are gathered for this long. */
const PAUSE_MS = 60 * 60 * 1000;

/**
 * Puts what happened before the end of the last day into one digest per person, with the weekly kinds after the end of
 * a week. Can be repeated: later runs of the same day find nothing more.
 */
export async function gatherDaily(
  deps: Pick<Deps, 'db' | 'jobs'>,
  signal: AbortSignal,
  now = new Date(),
): Promise<void> {
  const { day, week } = periodsBefore(now);
  const due: Due = [
    { pace: 'daily', before: day },
    { pace: 'weekly', before: week },
  ];
  await gatherFor(deps, await listPeopleWithNews(deps.db, due), due, signal);
}

/** Puts new notes and hearts into a digest for people who want them at once, at most one in an hour. */
export async function gatherAtOnce(
  deps: Pick<Deps, 'db' | 'jobs'>,
  signal: AbortSignal,
  now = new Date(),
): Promise<void> {
  const due: Due = [{ pace: 'at-once', before: now }];
  const people = await listPeopleWithNews(deps.db, due);
  const resting = new Set(await listMailedSince(deps.db, 'digest', new Date(now.getTime() - PAUSE_MS)));
  await gatherFor(
    deps,
    people.filter((id) => !resting.has(id)),
    due,
    signal,
  );
}

async function gatherFor(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  people: readonly string[],
  due: Due,
  signal: AbortSignal,
): Promise<void> {
  for (const recipientId of people) {
    signal.throwIfAborted();
    await db.transaction().execute(async (tx) => {
      const digestId = newId();
      if (!(await gatherNews(tx, recipientId, digestId, due))) return;
      await enqueueMail({ jobs }, tx, { kind: 'digest', recipientId, digestId });
    });
  }
}

/** Writes a digest. @returns null if the person may see nothing of it any more, or has read all of it */
export async function writeDigestMail(
  deps: Deps,
  { recipientId, digestId }: { recipientId: string; digestId: string },
): Promise<WrittenMail> {
  const rows = await readGathered(deps.db, recipientId, digestId, MAX_ENTRIES + 1);
  if (rows.length === 0) return null;
  return {
    accountOf: recipientId,
    topic: 'digest',
    content: async (recipientName) => {
      const shown = rows.slice(0, MAX_ENTRIES);
      const portraits = new Map();
      for (const { id } of shown) {
        if (portraits.has(id)) continue;
        const portrait = await mailPortrait(deps, id, recipientId);
        portraits.set(id, portrait && { ...portrait, cid: `portrait-${portraits.size}` });
      }
      return digestMail({
        recipientId,
        recipientName,
        rows: shown,
        portraits,
        hasMore: rows.length > MAX_ENTRIES,
        publicUrl: deps.config.publicUrl,
        turnOffUrl: unsubscribeUrl(deps, recipientId, 'digest'),
      });
    },
  };
}
