import type { ActivityEntry, Cue } from '@kinreel/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { isReachable } from '../visibility/blocking.policy.ts';
import { ownedBy, visibleTo } from '../visibility/visibility.policy.ts';
import { isShownToOwner } from '../watching/watching.policy.ts';

/** Name columns of a joined `users`. */
const NAME = ['users.first_name', 'users.last_name'] as const;

/** All data of a person, oldest first. Of other people only the names of those who are visible to the person. */
export type PersonData = NonNullable<Awaited<ReturnType<typeof readPersonRows>>> & { activity: ActivityEntry[] };

/** A consistent snapshot if `db` is a repeatable-read transaction. @returns null if there is no such person */
export async function readPersonRows(db: Db, userId: string) {
  const person = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!person) return null;
  return {
    person,
    videos: await listVideos(db, ownedBy(userId)),
    files: await listFiles(db, ownedBy(userId)),
    connections: await listConnections(db, userId),
    sharesGiven: await listSharesGiven(db, userId),
    sharesReceived: await listSharesReceived(db, userId),
    links: await listLinks(db, userId),
    visitors: await listVisitors(db, userId),
    invitations: await listInvitations(db, userId),
    blocked: await listBlocked(db, userId),
    questionsToMe: await listQuestions(db, userId, 'person_id', 'asker_id'),
    questionsByMe: await listQuestions(db, userId, 'asker_id', 'person_id'),
    pace: await db.selectFrom('paces').selectAll().where('user_id', '=', userId).executeTakeFirst(),
    reports: await listReports(db, userId),
    watched: await listWatched(db, userId),
    watchers: await listWatchers(db, userId),
    pushSubscriptions: await db
      .selectFrom('push_subscriptions')
      .select(['endpoint', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    markedSeen: await listMarkedSeen(db, userId),
    notesWritten: await listNotesWritten(db, userId),
    heartsGiven: await listHeartsGiven(db, userId),
    notesReceived: await listNotesReceived(db, userId),
    heartsReceived: await listHeartsReceived(db, userId),
    stewards: await listStewards(db, userId),
    lookingAfter: await listLookingAfter(db, userId),
    gifts: await listGifts(db, userId),
    notificationSettings: await db
      .selectFrom('notification_settings')
      .select(['kind', 'in_app', 'mail'])
      .where('user_id', '=', userId)
      .orderBy('kind')
      .execute(),
  };
}

export type VideoRow = Awaited<ReturnType<typeof listVideos>>[number];
export type VideoFileRow = Awaited<ReturnType<typeof listFiles>>[number];

/** @param which condition on `videos as v` */
export function listVideos(db: Db, which: RawBuilder<boolean>) {
  return db
    .selectFrom('videos as v')
    .innerJoin('prompts', 'prompts.id', 'v.prompt_id')
    .leftJoin('captions', 'captions.video_id', 'v.id')
    .select([
      ...([
        'v.id',
        'prompts.prompt',
        'prompts.category',
        'v.permission',
        'v.opens_at',
        'v.steward_rule',
        'v.notes_visibility',
        'v.status',
        'v.duration_ms',
      ] as const),
      ...([
        'v.missing_ms',
        'v.trim_start_ms',
        'v.trim_end_ms',
        'v.whole_ms',
        'v.notes',
        'v.loudness_lufs',
        'v.width',
        'v.height',
        'v.created_at',
        'captions.source as captions_source',
      ] as const),
    ])
    .select((eb) => eb.ref('captions.cues').$castTo<Cue[] | null>().as('cues'))
    .where(which)
    .orderBy('v.created_at')
    .orderBy('v.id')
    .execute();
}

/** @param which condition on `videos as v` and `video_files as f` */
export function listFiles(db: Db, which: RawBuilder<boolean>) {
  return db
    .selectFrom('videos as v')
    .innerJoin('video_files as f', 'f.video_id', 'v.id')
    .select(['f.video_id', 'f.kind', 'f.key', 'f.content_type', 'f.size', 'f.sha256', 'f.name'])
    .where(which)
    .orderBy('f.video_id')
    .orderBy('f.kind')
    .execute();
}

function listConnections(db: Db, userId: string) {
  const other = sql<string>`case when c.user_lo = ${userId} then c.user_hi else c.user_lo end`;
  return db
    .selectFrom('connections as c')
    .innerJoin('users', (join) => join.on('users.id', '=', other))
    .select([...NAME, 'c.relationship', 'c.status', 'c.requester_id', 'c.created_at', 'c.accepted_at'])
    .where((eb) => eb.or([eb('c.user_lo', '=', userId), eb('c.user_hi', '=', userId)]))
    .where(isReachable('users.id', userId))
    .orderBy('c.created_at')
    .orderBy('c.id')
    .execute();
}

function listSharesGiven(db: Db, userId: string) {
  return db
    .selectFrom('shares as s')
    .innerJoin('users', 'users.id', 's.recipient_id')
    .select([...NAME, 's.video_id', 's.message', 's.created_at'])
    .where('s.owner_id', '=', userId)
    .where(isReachable('users.id', userId))
    .orderBy('s.created_at')
    .orderBy('users.id')
    .execute();
}

function listSharesReceived(db: Db, userId: string) {
  return db
    .selectFrom('shares as s')
    .innerJoin('users', 'users.id', 's.owner_id')
    .innerJoin('videos as v', 'v.id', 's.video_id')
    .innerJoin('prompts', 'prompts.id', 'v.prompt_id')
    .select([...NAME, 'prompts.prompt', 's.message', 's.created_at'])
    .where('s.recipient_id', '=', userId)
    .where(visibleTo(userId))
    .orderBy('s.created_at')
    .orderBy('v.id')
    .execute();
}

function listLinks(db: Db, userId: string) {
  return (
    db
      .selectFrom('short_links as l')
      .select(['l.id', 'l.video_id', 'l.created_at', 'l.expires_at', 'l.revoked_at', 'l.last_used_at'])
      .where('l.owner_id', '=', userId)
      // other links were only created in advance
      .where('l.asked_at', 'is not', null)
      .orderBy('l.created_at')
      .orderBy('l.id')
      .execute()
  );
}

function listVisitors(db: Db, userId: string) {
  return db
    .selectFrom('link_redemptions as r')
    .innerJoin('short_links as l', 'l.id', 'r.link_id')
    .innerJoin('users', 'users.id', 'r.user_id')
    .select([...NAME, 'r.link_id', 'r.created_at', 'r.last_visit_at'])
    .where('l.owner_id', '=', userId)
    .where(isReachable('users.id', userId))
    .orderBy('r.created_at')
    .orderBy('users.id')
    .execute();
}

function listInvitations(db: Db, userId: string) {
  return db
    .selectFrom('invitations')
    .select([
      'email',
      'video_id',
      'relationship',
      'message',
      'max_people',
      'created_at',
      'mailed_at',
      'expires_at',
      'revoked_at',
      'accepted_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('users')
        .whereRef('users.invitation_id', '=', 'invitations.id')
        .select((row) => row.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('joined'),
    )
    .where('owner_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

function listBlocked(db: Db, userId: string) {
  return db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.blocked_id')
    .select([...NAME, 'blocks.created_at'])
    .where('blocks.blocker_id', '=', userId)
    .orderBy('blocks.created_at')
    .orderBy('users.id')
    .execute();
}

/** Questions to or by a person, without those that were withdrawn. */
function listQuestions(db: Db, userId: string, own: 'asker_id' | 'person_id', other: 'asker_id' | 'person_id') {
  return db
    .selectFrom('questions as q')
    .innerJoin('users', 'users.id', `q.${other}`)
    .innerJoin('prompts', 'prompts.id', 'q.prompt_id')
    .leftJoin('videos as v', (join) =>
      join
        .onRef('v.id', '=', 'q.about_video_id')
        .on(visibleTo(sql.ref('q.asker_id')))
        .on(visibleTo(sql.ref('q.person_id'))),
    )
    .leftJoin('prompts as about', 'about.id', 'v.prompt_id')
    .select([...NAME, 'prompts.prompt', 'q.asked_at', 'q.answered_at', 'q.put_away_at'])
    .select(['about.prompt as about_prompt', 'q.about_ms as at_ms', 'v.trim_start_ms', 'v.duration_ms'])
    .where(`q.${own}`, '=', userId)
    .where('q.withdrawn_at', 'is', null)
    .where(isReachable('users.id', userId))
    .orderBy('q.asked_at')
    .orderBy('q.id')
    .execute();
}

function listReports(db: Db, userId: string) {
  return db
    .selectFrom('reports')
    .select(['about', 'reason', 'words', 'created_at'])
    .where('reporter_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

function listStewards(db: Db, userId: string) {
  return db
    .selectFrom('stewards as s')
    .innerJoin('users', 'users.id', 's.steward_id')
    .select([...NAME, 's.waiting_days', 's.created_at', 's.declined_at'])
    .where('s.owner_id', '=', userId)
    .where(isReachable('users.id', userId))
    .orderBy('s.created_at')
    .orderBy('s.id')
    .execute();
}

function listLookingAfter(db: Db, userId: string) {
  return db
    .selectFrom('stewards as s')
    .innerJoin('users', 'users.id', 's.owner_id')
    .select([...NAME, 's.waiting_days', 's.created_at', 's.declined_at', 's.asked_at', 's.started_at'])
    .where('s.steward_id', '=', userId)
    .where(isReachable('users.id', userId))
    .orderBy('s.created_at')
    .orderBy('s.id')
    .execute();
}

/** Recipients to whom stewards may give the person's videos. */
function listGifts(db: Db, userId: string) {
  return db
    .selectFrom('video_gifts as g')
    .innerJoin('users', 'users.id', 'g.recipient_id')
    .select([...NAME, 'g.video_id'])
    .where('g.owner_id', '=', userId)
    .where(isReachable('users.id', userId))
    .orderBy('users.first_name')
    .orderBy('users.id')
    .execute();
}

function listWatched(db: Db, userId: string) {
  return db
    .selectFrom('watch_positions as w')
    .innerJoin('videos as v', 'v.id', 'w.video_id')
    .innerJoin('prompts', 'prompts.id', 'v.prompt_id')
    .innerJoin('users', 'users.id', 'v.owner_id')
    .select([...NAME, 'prompts.prompt', 'w.seconds', 'w.finished', 'w.first_watched_at', 'w.watched_at'])
    .where('w.user_id', '=', userId)
    .where(visibleTo(userId))
    .orderBy('w.watched_at')
    .orderBy('v.id')
    .execute();
}

/** Who has watched the person's videos, and lets them know. */
function listWatchers(db: Db, userId: string) {
  return db
    .selectFrom('watch_positions as w')
    .innerJoin('videos as v', 'v.id', 'w.video_id')
    .innerJoin('users', 'users.id', 'w.user_id')
    .select([...NAME, 'w.video_id', 'w.first_watched_at'])
    .where(ownedBy(userId))
    .where(isShownToOwner)
    .orderBy('w.first_watched_at')
    .orderBy('w.user_id')
    .execute();
}

/** Videos that the person marked as seen. */
function listMarkedSeen(db: Db, userId: string) {
  return db
    .selectFrom('seen_videos as seen')
    .innerJoin('videos as v', 'v.id', 'seen.video_id')
    .innerJoin('prompts', 'prompts.id', 'v.prompt_id')
    .innerJoin('users', 'users.id', 'v.owner_id')
    .select([...NAME, 'prompts.prompt', 'seen.seen_at'])
    .where('seen.user_id', '=', userId)
    .where(visibleTo(userId))
    .orderBy('seen.seen_at')
    .orderBy('v.id')
    .execute();
}

/** The person's own words, also about videos that they no longer see; those are not named. */
function listNotesWritten(db: Db, userId: string) {
  return db
    .selectFrom('notes as n')
    .innerJoin('videos as v', 'v.id', 'n.video_id')
    .innerJoin('prompts', 'prompts.id', 'v.prompt_id')
    .innerJoin('users', 'users.id', 'v.owner_id')
    .select([...NAME, 'prompts.prompt', 'n.text', 'n.created_at', visibleTo(userId).as('is_visible')])
    .where('n.writer_id', '=', userId)
    .orderBy('n.created_at')
    .orderBy('n.id')
    .execute();
}

function listHeartsGiven(db: Db, userId: string) {
  return db
    .selectFrom('hearts as h')
    .innerJoin('videos as v', 'v.id', 'h.video_id')
    .innerJoin('prompts', 'prompts.id', 'v.prompt_id')
    .innerJoin('users', 'users.id', 'v.owner_id')
    .select([...NAME, 'prompts.prompt', 'h.created_at'])
    .where('h.giver_id', '=', userId)
    .where(visibleTo(userId))
    .orderBy('h.created_at')
    .orderBy('h.id')
    .execute();
}

/** Notes of others about the person's videos. */
function listNotesReceived(db: Db, userId: string) {
  return db
    .selectFrom('notes as n')
    .innerJoin('videos as v', 'v.id', 'n.video_id')
    .innerJoin('users', 'users.id', 'n.writer_id')
    .select([...NAME, 'n.video_id', 'n.text', 'n.at_ms', 'n.created_at'])
    .where(ownedBy(userId))
    .where('n.writer_id', '<>', userId)
    .where(isReachable('users.id', userId))
    .orderBy('n.created_at')
    .orderBy('n.id')
    .execute();
}

function listHeartsReceived(db: Db, userId: string) {
  return db
    .selectFrom('hearts as h')
    .innerJoin('videos as v', 'v.id', 'h.video_id')
    .innerJoin('users', 'users.id', 'h.giver_id')
    .select([...NAME, 'h.video_id'])
    .where(ownedBy(userId))
    .where(isReachable('users.id', userId))
    .orderBy('h.created_at')
    .orderBy('h.id')
    .execute();
}
