import { writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loginAs, startTestServer } from '../../testing/index.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { listVisibleVideos } from './videos.queries.ts';
import { audienceSummaryFor } from '../visibility/audience.policy.ts';

test('x', { timeout: 400_000 }, async () => {
  const server = await startTestServer();
  const owner = await loginAs(server);
  const listed = await storedVideo(server, owner.id, { permission: 'friend' });
  const db = server.deps.db;
  await sql`insert into users (id, issuer, subject, email, first_name, last_name, first_key, last_key, city, state, country, birthday)
          select gen_random_uuid(), 'i', n, n || '@example.org', 'Ada', 'Quist', 'ada', 'quist', 'Duluth', 'MN', 'US', '1944-03-09'
          from generate_series(1, 3000) n`.execute(db);
  await sql`insert into videos (id, owner_id, prompt_id, permission, status, progress, created_at)
     select gen_random_uuid(), u.id, 1 + n % 40, (array['everyone', 'friend', 'family'])[1 + n % 3], 'ready', 100, now() - n * interval '1 minute'
     from users u, generate_series(1,3) n`.execute(db);
  await sql`insert into videos (id, owner_id, prompt_id, permission, status, progress, created_at)
     select gen_random_uuid(), ${owner.id}, 1 + n % 40, (array['everyone', 'friend', 'family'])[1 + n % 3], 'ready', 100, now() - n * interval '1 minute'
     from generate_series(1,150) n`.execute(db);
  await sql`insert into connections (id, user_lo, user_hi, requester_id, relationship, status, created_at, accepted_at)
     select gen_random_uuid(), least(id, ${owner.id}), greatest(id, ${owner.id}), ${owner.id}, (array['friend', 'family'])[1 + n % 2], 'accepted', now() - n * interval '1 second', now()
     from (select id, row_number() over () as n from users where id <> ${owner.id} limit 120) x`.execute(db);
  await sql`insert into shares (video_id, recipient_id, owner_id, created_at)
     select v.id, u.id, v.owner_id, now() - random() * interval '1 year' from (select id, owner_id from videos order by id limit 4000) v, lateral (select id from users where id <> v.owner_id limit 2) u`.execute(db);
  await sql`insert into shares (video_id, recipient_id, owner_id, created_at)
     select ${listed}, u.id, ${owner.id}, now() - random() * interval '1 year' from (select id from users where id <> ${owner.id} limit 120) u on conflict do nothing`.execute(db);
  await sql`with link as (insert into short_links (id, video_id, owner_id, code_hash)
          select gen_random_uuid(), v.id, v.owner_id, v.id::text::bytea from (select * from videos order by id limit 3000) v returning id)
        insert into link_redemptions (link_id, user_id, last_visit_at) select link.id, u.id, now() - random() * interval '1 year' from link, lateral (select id from users order by id limit 2) u`.execute(db);
  await sql`analyze`.execute(db);
  const o = sql<string>`${owner.id}::uuid`;
  const out: string[] = [];
  for (const most of [1000]) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, buffers, settings) select v.id, ${audienceSummaryFor(o, most)} from videos v where v.owner_id = ${o} order by created_at desc limit 50`.execute(db);
    out.push(rows.map((r) => r['QUERY PLAN']).join('\n'));
  }
  const window = { after: null, except: null, limit: 51 };
  for (let i = 0; i < 12; i++) { const t = performance.now(); await listVisibleVideos(db, owner.id, owner.id, window); out.push(String(performance.now() - t)); }
  writeFileSync('/tmp/plan.txt', out.join('\n'));
  await server.stop();
  expect(1).toBe(1);
});
