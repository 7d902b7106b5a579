import { call } from '../../e2e/support/api.ts';
import type { Row } from '../support/row.ts';
import type { World } from '../support/world.ts';
import { comparedCall } from './calls.ts';
import { nextVideosOf } from './lists.ts';

/** At most twice the plainest list. */
const GOAL = { ratio: 2 };

/** New videos of one connection. */
const MANY_NEW = 13_000;
/** Notes of one video, and open questions to the viewer. */
const NOTES = 200;
const QUESTIONS = 20;

/** The code of the answer link that `prepareQuestions` makes. */
let code = '';

/** The videos of a tenth of the connections become new. */
async function makeVideosNew({ database, owners }: World): Promise<void> {
  const active = owners.slice(0, owners.length / 10);
  await database.query('update videos set created_at = now() where owner_id = any($1::uuid[])', [active]);
  await database.query('analyze videos');
}

/** One connection publishes very many videos for the family. */
async function makeManyVideosNew({ database, owners, viewer }: World): Promise<void> {
  const { rows } = await database.query<{ owner: string }>(
    `select case user_lo when $1 then user_hi else user_lo end as owner from connections
     where $1 in (user_lo, user_hi) and relationship = 'family' limit 1`,
    [viewer.user.id],
  );
  await database.query(
    `insert into videos (id, owner_id, prompt_id, permission, status, progress, duration_ms, sound_measured, created_at)
     select gen_random_uuid(), $1, 1, 'family', 'ready', 100, 60000, true, now() - make_interval(secs => n)
     from generate_series(1, $2) n`,
    [rows[0]?.owner ?? owners[0], MANY_NEW],
  );
  await database.query('analyze videos');
}

/** Other people ask the viewer, who asks one of them. */
async function prepareQuestions({ database, kinreel, owners, viewer }: World): Promise<void> {
  if (code) return;
  await database.query(
    `insert into questions (id, asker_id, person_id, prompt_id)
     select gen_random_uuid(), id, $1, 1 + place % 40 from unnest($2::uuid[]) with ordinality as owner (id, place)`,
    [viewer.user.id, owners.slice(0, QUESTIONS)],
  );
  const question = await call(kinreel.origin, viewer, 'POST', '/api/questions', {
    user_id: owners[0],
    prompt_id: 1,
  });
  const { id } = question as { id: string };
  const { url } = (await call(kinreel.origin, viewer, 'POST', `/api/questions/${id}/link`, {})) as { url: string };
  code = new URL(url).hash.slice(1);
  await database.query('analyze questions');
}

/** A video that was shared with the viewer, with notes of others. */
let videoWithNotes = '';
async function prepareNotes({ database, owners, viewer }: World): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    `select video_id as id from shares where recipient_id = $1 limit 1`,
    [viewer.user.id],
  );
  videoWithNotes = rows[0]?.id ?? '';
  await database.query(
    `insert into notes (id, video_id, writer_id, text)
     select gen_random_uuid(), $1, id, 'How lovely!' from unnest($2::uuid[]) id`,
    [videoWithNotes, owners.slice(0, NOTES)],
  );
  await database.query('analyze notes');
}

export const words: Row[] = [
  comparedCall(
    'questions that wait',
    { prepare: prepareQuestions, path: () => ({ path: '/api/questions' }), other: nextVideosOf },
    GOAL,
  ),
  comparedCall(
    'the page of an answer link',
    {
      prepare: prepareQuestions,
      path: () => ({ path: '/api/answer-link', headers: { 'answer-code': code } }),
      other: nextVideosOf,
    },
    GOAL,
  ),
  comparedCall(
    'notes of a video with 200',
    { prepare: prepareNotes, path: () => ({ path: `/api/video/${videoWithNotes}/notes` }), other: nextVideosOf },
    GOAL,
  ),
  comparedCall(
    'what is new of 500 connections',
    { prepare: makeVideosNew, path: () => ({ path: '/api/whats-new' }), other: nextVideosOf },
    GOAL,
  ),
  comparedCall(
    'what is new of 500 connections, one of whom has 13,000 new videos',
    { prepare: makeManyVideosNew, path: () => ({ path: '/api/whats-new' }), other: nextVideosOf },
    GOAL,
  ),
];
