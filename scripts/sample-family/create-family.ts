import { openAsBlob } from 'node:fs';
import type { Video } from '@kinreel/contracts';
import type { Client } from 'pg';
import {
  type ApiPerson,
  call,
  connect,
  ownVideos,
  registerByApi,
  requestConnection,
  shortLink,
  uploadByApi,
} from './api-client.ts';
import { profilePhoto, renderClip } from './clips.ts';
import {
  ANSWERS,
  type Answer,
  CONNECTIONS,
  FAMILY_PASSWORD,
  HEARTS,
  MEMBERS,
  type MemberId,
  NOTES,
  QUESTION,
  READ_AFTER_DAYS,
  SHORT_LINK,
} from './family.ts';

/** The created family. */
export interface CreatedFamily {
  members: Record<MemberId, ApiPerson>;
  /** Video ids by answer. */
  videoIds: Record<string, string>;
}

export type AddVideo = typeof uploadAnswer;

/** Maximum time for processing all videos, in milliseconds. */
const PREPARATION_MS = 10 * 60_000;

/** Polling interval in milliseconds. */
const POLL_MS = 500;

/** @returns the number of people in an installation; 0 before its first start */
export async function countPeople(database: Client): Promise<number> {
  const { rows } = await database.query<{ exists: boolean }>(
    "select to_regclass('public.users') is not null as exists",
  );
  if (!rows[0]?.exists) return 0;
  const count = await database.query<{ people: number }>('select count(*)::int as people from users');
  return count.rows[0]?.people ?? 0;
}

/**
 * Creates the sample family in a running, empty installation: through the API as people would, then sets the dates in
 * the database.
 * @param origin address of the installation, with rate limits off
 * @param log receives one line per step
 * @param addVideo adds the video of an answer, by default by uploading its clip
 */
export async function createFamily(
  origin: string,
  database: Client,
  log: (line: string) => void = () => {},
  addVideo: AddVideo = uploadAnswer,
): Promise<CreatedFamily> {
  log(`Registering ${MEMBERS.length} people ...`);
  const members = {} as Record<MemberId, ApiPerson>;
  for (const member of MEMBERS) members[member.id] = await register(origin, member.id);

  // As `kinreel address verify` does, because nobody can open links in these mailboxes.
  await database.query('update users set email_verified_at = now()');

  log('Connecting them ...');
  for (const connection of CONNECTIONS) {
    const send = connection.acceptedDaysAgo === undefined ? requestConnection : connect;
    await send(origin, members[connection.from], members[connection.to], connection.relationship);
  }

  log(`Rendering ${ANSWERS.length} clips (cached after the first time), uploading and preparing them ...`);
  const videoIds: Record<string, string> = {};
  for (const answer of ANSWERS) {
    const owner = members[answer.by];
    const videoId = await addVideo(origin, owner, answer);
    videoIds[answer.id] = videoId;
    await call(origin, owner, 'PUT', `/api/permission/${videoId}`, { permission: answer.permission });
    if (answer.captions) {
      const cues = answer.captions.map(([start, end, text]) => ({ start, end, text }));
      await call(origin, owner, 'PUT', `/api/video/${videoId}/captions`, { version: null, cues });
    }
  }
  await untilReady(origin, Object.values(members));

  log('Sharing ...');
  for (const answer of ANSWERS) {
    for (const share of answer.sharedWith ?? []) {
      await call(origin, members[answer.by], 'POST', '/api/share', {
        user_id: [members[share.to].user.id],
        video_id: videoIds[answer.id],
        ...(share.message ? { message: share.message } : {}),
      });
    }
  }
  await shortLink(origin, members[SHORT_LINK.by], videoIds[SHORT_LINK.answer] ?? '');
  for (const { by, answer } of HEARTS) {
    await call(origin, members[by], 'PUT', `/api/video/${videoIds[answer]}/heart`);
  }
  for (const { by, answer, at, text } of NOTES) {
    await call(origin, members[by], 'POST', `/api/video/${videoIds[answer]}/notes`, { text, at });
  }
  await call(origin, members[QUESTION.by], 'POST', '/api/questions', {
    user_id: members[QUESTION.to].user.id,
    words: QUESTION.words,
    moment: { video_id: videoIds[QUESTION.answer], at: QUESTION.at },
  });
  await setDates(database, members, videoIds);
  return { members, videoIds };
}

/** Uploads the clip of an answer. @returns the id of the video, which is not ready yet */
export async function uploadAnswer(origin: string, owner: ApiPerson, answer: Answer): Promise<string> {
  const clip = await openAsBlob(await clipOf(answer));
  const video = await uploadByApi(origin, owner, clip, `${answer.id}.mp4`, answer.prompt);
  return video.id;
}

/** Path of the clip of an answer. */
export function clipOf(answer: Answer): Promise<string> {
  return renderClip(answer, memberOf(answer.by).figure);
}

const emailOf = (id: MemberId): string => `${id}@example.org`;

function memberOf(id: MemberId) {
  const member = MEMBERS.find((one) => one.id === id);
  if (!member) throw new Error(`There is no ${id} in the family.`);
  return member;
}

async function register(origin: string, id: MemberId): Promise<ApiPerson> {
  const { firstName, lastName, city, state, country, birthday, aboutMe, banner, hasPhoto, figure } = memberOf(id);
  const profile = { firstName, lastName, city, state, country, birthday };
  const person = await registerByApi(origin, { ...profile, email: emailOf(id), password: FAMILY_PASSWORD });
  if (aboutMe) await call(origin, person, 'PUT', `/api/user/update/${person.user.id}`, { ...profile, aboutMe });
  if (banner) await call(origin, person, 'PUT', '/api/banner/', { banner });
  if (hasPhoto) {
    const form = new FormData();
    form.set('photo', new Blob([new Uint8Array(await profilePhoto(figure))], { type: 'image/jpeg' }), `${id}.jpg`);
    const answer = await fetch(`${origin}/api/photo/${person.user.id}`, {
      method: 'PUT',
      headers: person.headers,
      body: form,
    });
    if (!answer.ok) throw new Error(`The photo of ${firstName}: ${answer.status} ${await answer.text()}`);
  }
  return person;
}

/** @throws Error if a video fails, or if processing takes too long */
async function untilReady(origin: string, people: readonly ApiPerson[]): Promise<void> {
  const deadline = Date.now() + PREPARATION_MS;
  for (;;) {
    const videos: Video[] = (await Promise.all(people.map((person) => ownVideos(origin, person)))).flat();
    const failed = videos.filter((video) => video.status === 'failed').length;
    if (failed > 0) throw new Error(`${failed} videos could not be prepared. Is ffmpeg installed?`);
    if (videos.every((video) => video.status === 'ready')) return;
    if (Date.now() > deadline) throw new Error('The videos were not prepared in time. Is the worker running?');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/**
 * Sets all dates as in family.ts, which the API cannot do. Day 0 is the last midnight (UTC); entries of the same day
 * are a minute apart, in the order of family.ts.
 */
async function setDates(
  database: Client,
  members: Record<MemberId, ApiPerson>,
  videoIds: Record<string, string>,
): Promise<void> {
  const midnight = new Date();
  midnight.setUTCHours(0, 0, 0, 0);
  let order = 0;
  /** A time between 8:00 and 20:00 of the day; on day 0 between midnight and now, so that no date is in the future. */
  const daysAgo = (days: number): Date => {
    order += 1;
    if (days <= 0) return new Date(midnight.getTime() + Math.min(order * 60_000, Date.now() - midnight.getTime()));
    return new Date(midnight.getTime() - days * 86_400_000 + 8 * 3_600_000 + ((order * 60_000) % (12 * 3_600_000)));
  };
  const userId = (id: MemberId) => members[id].user.id;

  await database.query('begin');
  for (const { id, joinedDaysAgo } of MEMBERS) {
    await database.query('update users set created_at = $2 where id = $1', [userId(id), daysAgo(joinedDaysAgo)]);
  }
  for (const { from, to, askedDaysAgo, acceptedDaysAgo } of CONNECTIONS) {
    await database.query(
      `update connections set created_at = $3, accepted_at = $4
       where user_lo = least($1::uuid, $2::uuid) and user_hi = greatest($1::uuid, $2::uuid)`,
      [
        userId(from),
        userId(to),
        daysAgo(askedDaysAgo),
        acceptedDaysAgo === undefined ? null : daysAgo(acceptedDaysAgo),
      ],
    );
  }
  for (const answer of ANSWERS) {
    const videoId = videoIds[answer.id];
    await database.query('update videos set created_at = $2 where id = $1', [videoId, daysAgo(answer.daysAgo)]);
    // Lists of shared videos are sorted by it.
    await database.query(
      'update shares set video_created_at = videos.created_at from videos where id = video_id and id = $1',
      [videoId],
    );
    for (const share of answer.sharedWith ?? []) {
      await database.query('update shares set created_at = $3 where video_id = $1 and recipient_id = $2', [
        videoId,
        userId(share.to),
        daysAgo(share.daysAgo),
      ]);
    }
  }
  await database.query('update questions set asked_at = $3 where asker_id = $1 and person_id = $2', [
    userId(QUESTION.by),
    userId(QUESTION.to),
    daysAgo(QUESTION.daysAgo),
  ]);
  const linkedVideo = videoIds[SHORT_LINK.answer];
  const visitedAt = daysAgo(SHORT_LINK.visitedDaysAgo);
  await database.query('update short_links set created_at = $2, last_used_at = $3 where video_id = $1', [
    linkedVideo,
    daysAgo(SHORT_LINK.daysAgo),
    visitedAt,
  ]);
  await database.query(
    `insert into link_redemptions (link_id, user_id, last_visit_at)
     select id, $2, $3 from short_links where video_id = $1`,
    [linkedVideo, userId(SHORT_LINK.visitor), visitedAt],
  );
  for (const { by, answer, daysAgo: days } of HEARTS) {
    await database.query('update hearts set created_at = $3 where video_id = $1 and giver_id = $2', [
      videoIds[answer],
      userId(by),
      daysAgo(days),
    ]);
  }
  for (const { by, text, daysAgo: days } of NOTES) {
    await database.query('update notes set created_at = $3 where writer_id = $1 and text = $2', [
      userId(by),
      text,
      daysAgo(days),
    ]);
  }
  // A notification is as old as what it is about. Other people may have some of other kinds.
  await database.query(`
    update notifications n set created_at = coalesce(case n.kind
      when 'video-shared' then (select s.created_at from shares s where s.video_id = n.video_id and s.recipient_id = n.user_id)
      when 'connection-request' then (select c.created_at from connections c where c.id = n.connection_id)
      when 'question' then (select q.asked_at from questions q where q.id = n.question_id)
      when 'connection-accepted' then (select c.accepted_at from connections c where c.id = n.connection_id)
      when 'note' then (select o.created_at from notes o where o.id = n.note_id)
      when 'heart' then (select h.created_at from hearts h where h.id = n.heart_id)
      else (select v.created_at + interval '1 minute' from videos v where v.id = n.video_id)
    end, n.created_at)`);
  await database.query(
    `update notifications set read_at = created_at + interval '1 hour' where created_at < $1::timestamptz - $2 * interval '1 day'`,
    [midnight, READ_AFTER_DAYS],
  );
  await database.query('commit');
}
