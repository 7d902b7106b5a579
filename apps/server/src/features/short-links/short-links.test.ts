import { createHash } from 'node:crypto';
import { linksResponse, redeemLinkResponse } from '@kinreel/contracts';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { tablesContaining } from '../../testing/find-in-database.ts';
import { loginAs, PROFILE, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { meanwhile } from '../../testing/lock-waits.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { lockPair } from '../visibility/blocking.policy.ts';
import { deleteVisits, deleteVisitsBetween, recordVisit } from './short-links.queries.ts';
import { createLink } from './short-links.service.ts';

let server: TestServer;
let owner: TestPerson;
let visitor: TestPerson;
let videoId: string;
let origin: string;

beforeAll(async () => {
  server = await startTestServer({ SHORT_LINK_DOMAIN: 'https://kin.example' });
  origin = server.deps.config.publicUrl;
  [owner, visitor] = await Promise.all([loginAs(server), loginAs(server, { firstName: 'Vita' })]);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.deps.db.deleteFrom('videos').execute();
  videoId = await storedVideo(server, owner.id);
});

async function call(
  person: TestPerson | null,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) {
  return server.app.inject({ method, url, headers: person?.headers ?? {}, ...(payload ? { payload } : {}) });
}
const address = () => `${origin}/user/${owner.id}/videos?autoplay=${videoId}`;
const make = (body: object = {}) => call(owner, 'POST', '/api/link', { url: address(), ...body });
const list = async () => linksResponse.parse((await call(owner, 'GET', `/api/link?video_id=${videoId}`)).json());

/** A timestamp this many years and milliseconds from now. */
function inYears(years: number, ms: number): string {
  const date = new Date(Date.now() + ms);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString();
}

describe('creating a link', () => {
  test('[API-24][SHARE-04][SHARE-05] returns it as text; a repeated call returns the same', async () => {
    const made = await make({ domain: 'https://kin.example' });
    expect(made.statusCode).toBe(201);
    expect(made.headers['content-type']).toContain('text/plain');
    expect(made.body).toMatch(/^https:\/\/kin\.example\/s\/[\w-]{22}$/);
    const again = await make();
    expect([again.statusCode, again.body]).toEqual([200, made.body]);
  });

  test('[SHARE-05] the database contains only a hash of the code', async () => {
    const code = (await make()).body.split('/s/')[1] ?? '';
    const hash = createHash('sha256').update(code).digest();
    expect(await tablesContaining(server.deps.db, hash)).toEqual(['public.short_links']);
    expect(await tablesContaining(server.deps.db, code)).toEqual([]);
    expect(await tablesContaining(server.deps.db, Buffer.from(code, 'base64url'))).toEqual([]);
  });

  test('[SHARE-05] twenty concurrent calls create one link', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => make()));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  });

  test('[SHARE-05] a link with an expiry date is separate, and must expire in the future', async () => {
    const permanent = (await make()).body;
    const ending = await make({ expires_at: new Date(Date.now() + 60_000).toISOString() });
    expect(ending.statusCode).toBe(201);
    expect(ending.body).not.toBe(permanent);
    expect((await make({ expires_at: new Date(Date.now() - 60_000).toISOString() })).statusCode).toBe(400);
    expect((await make({ expires_at: 'tomorrow' })).statusCode).toBe(400);
    for (const expires_at of ['9999-12-31T23:59:59-23:59', '9999-12-31T23:59:59Z', inYears(10, 60_000)]) {
      const answer = await make({ expires_at });
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['expires_at']]);
    }
    expect(await list()).toHaveLength(2);
    expect((await make({ expires_at: inYears(10, -60_000) })).statusCode).toBe(201);
    expect((await make({ expires_at: inYears(1, 0).replace('Z', '+16:00') })).statusCode).toBe(201);
    expect(await list()).toHaveLength(4);
  });

  test('[VID-08] stores whether and when the owner requested a link', async () => {
    const asked = async () =>
      (await server.deps.db.selectFrom('short_links').select(['id', 'asked_at']).orderBy('id').execute()).map(
        ({ asked_at }) => asked_at,
      );
    await make({ asked: false });
    await make({ asked: false, expires_at: inYears(1, 0) });
    expect(await asked()).toEqual([null, null]);
    await make({ asked: false });
    expect(await asked(), 'created by the app').toEqual([null, null]);
    await make({ asked: true });
    const [first, ...others] = await asked();
    expect([first, others]).toEqual([expect.any(Date), [null]]);
    await make({ asked: true });
    await make({ asked: true, expires_at: inYears(1, 0) });
    expect(await asked()).toEqual([first, null, expect.any(Date)]);
  });

  test('[SHARE-05] creates no link for a video that is deleted meanwhile, and reports a database failure as such', async () => {
    let queries = 0;
    const deleting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        queries += 1;
        if (queries > 100) throw new Error('endless retries');
        await server.deps.db.deleteFrom('videos').execute();
        return result;
      },
    };
    const lost: KyselyPlugin = {
      transformQuery() {
        throw new Error('connection lost');
      },
      transformResult: async ({ result }) => result,
    };
    const create = (plugin: KyselyPlugin) =>
      createLink({ ...server.deps, db: server.deps.db.withPlugin(plugin) }, owner.id, { url: address(), asked: true });
    await expect(create(lost)).rejects.toThrow('connection lost');
    await expect(create(deleting)).rejects.toMatchObject({ code: 'server.busy' });
  });

  test("[SHARE-05] only for exact URLs of the app and the caller's video", async () => {
    const theirs = await storedVideo(server, visitor.id, { permission: 'everyone' });
    const path = `/user/${owner.id}/videos?autoplay=${videoId}`;
    const host = new URL(origin).host;
    const wrong = [
      `//evil.example${path}`,
      `\\\\evil.example${path}`,
      `https:\\\\evil.example${path}`,
      `https://evil.example${path}`,
      `https://evil.example/#${origin}${path}`,
      `https://evil.example/?${origin}${path}`,
      `http://${host}@evil.example${path}`,
      `http://user:password@${host}${path}`,
      `http://${host}.evil.example${path}`,
      `http://evil.example\\@${host}${path}`,
      `http://ⅼocalhost${path}`,
      `http://lοcalhost:3000${path}`,
      `javascript:alert(1)//${path}`,
      `data:text/html,${path}`,
      path,
      ` ${origin}${path}`,
      `${origin}${path} `,
      `${origin}${path}\n`,
      `${origin}${path}#x`,
      `${origin}${path}&share=x`,
      `${origin}${path}&autoplay=${newId()}`,
      `${origin}//user/${owner.id}/videos?autoplay=${videoId}`,
      `${origin}/user/${owner.id}/../${owner.id}/videos?autoplay=${videoId}`,
      `${origin}/user/${owner.id}/videos/?autoplay=${videoId}`,
      `${origin}/user/${owner.id}/uploads?autoplay=${videoId}`,
      `${origin}/user/${owner.id}/videos?autoplay=`,
      `${origin}/user/${owner.id}/videos`,
      `${origin}/landingpage?next=${path}`,
      `${origin}/user/${visitor.id}/videos?autoplay=${theirs}`,
      `${origin}/user/${owner.id}/videos?autoplay=${theirs}`,
      `${origin}/user/${owner.id}/videos?autoplay=${newId()}`,
      `${origin.toUpperCase()}${path}`,
      origin.replace('http:', 'https:') + path,
      origin,
    ];
    for (const url of wrong) {
      const answer = await make({ url });
      expect([answer.statusCode, answer.json().code], url).toEqual([400, 'link.invalid']);
    }
    for (const domain of ['https://evil.example', 'kin.example', 'https://kin.example.evil.example', '']) {
      expect((await make({ domain })).statusCode, domain).toBe(400);
    }
    expect((await make({ url: 'x'.repeat(501) })).statusCode).toBe(400);
    expect(await list()).toEqual([]);
    expect((await make({ domain: origin })).statusCode).toBe(201);
  });
});

describe('using a link', () => {
  test('[SHARE-04][ROUTE-06] redirects to the video with the code, without a referrer', async () => {
    const { pathname } = new URL((await make()).body);
    const answer = await call(null, 'GET', pathname);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers).toMatchObject({
      location: `${address()}&share=${pathname.slice(3)}`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });

  const redeem = (person: TestPerson | null, code: string) => call(person, 'POST', '/api/link/redeem', { code });
  const newCode = async () => (await make()).body.split('/s/')[1] ?? '';

  test('[SHARE-04] redeeming the code gives lasting access, and lists the video first', async () => {
    await storedVideo(server, owner.id, { permission: 'everyone' });
    const code = await newCode();
    for (let times = 0; times < 2; times += 1) {
      const redeemed = await redeem(visitor, code);
      expect(redeemed.statusCode).toBe(200);
      expect(redeemLinkResponse.parse(redeemed.json())).toEqual({ video_id: videoId, user_id: owner.id });
    }
    const listed = await call(visitor, 'GET', `/api/video/user/${owner.id}?autoplay=${videoId}`);
    expect(listed.json()).toHaveLength(2);
    expect(listed.json()[0].id).toBe(videoId);
    expect((await call(visitor, 'GET', `/api/video/${videoId}`)).statusCode).toBe(200);
    expect((await call(visitor, 'GET', `/api/video/user/${owner.id}`)).json()).toHaveLength(2);

    const [link] = await list();
    expect(link).toMatchObject({ video_id: videoId, last_used_at: expect.any(String) });
    expect(link?.visitors).toMatchObject([{ id: visitor.id, first_name: 'Vita' }]);
    expect(JSON.stringify(link)).not.toContain('@');
  });

  test('[SHARE-04] listing videos redeems no link', async () => {
    const code = await newCode();
    await call(visitor, 'GET', `/api/video/user/${owner.id}?autoplay=${videoId}&share=${code}`);
    expect(await list()).toMatchObject([{ last_used_at: null, visitors: [] }]);
  });

  test('[SHARE-05] a code gives access to its own video only', async () => {
    const other = await storedVideo(server, owner.id);
    const code = await newCode();
    await redeem(visitor, code);
    expect((await call(visitor, 'GET', `/api/video/${other}`)).statusCode).toBe(404);
    expect((await call(visitor, 'GET', `/api/video/${videoId}`)).statusCode).toBe(200);
  });

  test('[SHARE-05] visits of the owner are not recorded', async () => {
    const code = await newCode();
    expect((await redeem(owner, code)).json()).toEqual({ video_id: videoId, user_id: owner.id });
    expect(await list()).toMatchObject([{ last_used_at: null, visitors: [] }]);
  });

  test('[SHARE-04] redeeming a link while its owner blocks the visitor records no visit', async () => {
    const { db } = server.deps;
    const code = await newCode();
    await meanwhile(
      db,
      (tx) => lockPair(tx, owner.id, visitor.id),
      () => redeem(visitor, code),
      (tx) => tx.insertInto('blocks').values({ blocker_id: owner.id, blocked_id: visitor.id }).execute(),
    );
    expect(await db.selectFrom('link_redemptions').select('user_id').execute()).toEqual([]);
    await db.deleteFrom('blocks').execute();
  });

  test('[SHARE-05][API-25] an invalid code, and a caller without login, redeem nothing', async () => {
    const code = await newCode();
    expect((await redeem(null, code)).statusCode).toBe(401);
    expect((await redeem(visitor, '')).statusCode).toBe(400);
    for (const wrong of ['AAAAAAAAAAAAAAAAAAAAAA', 'x', "'or'1", code.toLowerCase()]) {
      const answer = await redeem(visitor, wrong);
      expect([answer.statusCode, answer.json().code], wrong).toEqual([404, 'link.missing']);
    }
    const [link] = await list();
    await call(owner, 'DELETE', `/api/link/${link?.id}`);
    expect((await redeem(visitor, code)).json().code).toBe('link.missing');
    expect((await call(visitor, 'GET', `/api/video/${videoId}`)).statusCode).toBe(404);
  });

  test('[SHARE-05][VID-05] works only for its owner while the video is scheduled, the owner is leaving or has blocked the visitor', async () => {
    const { db } = server.deps;
    const code = await newCode();
    const works = async () => {
      const answers = [
        await call(null, 'GET', `/api/link/${code}/preview`),
        await call(null, 'GET', `/s/${code}`),
        await redeem(visitor, code),
        await redeem(owner, code),
      ];
      return answers.map(({ statusCode }) => statusCode < 400);
    };
    const videos = db.updateTable('videos').where('id', '=', videoId);
    await videos.set({ opens_at: new Date(Date.now() + 60_000) }).execute();
    expect(await works()).toEqual([false, false, false, true]);
    await videos.set({ opens_at: null }).execute();
    await db.insertInto('blocks').values({ blocker_id: owner.id, blocked_id: visitor.id }).execute();
    expect(await works()).toEqual([true, true, false, true]);
    await db.deleteFrom('blocks').execute();
    const users = db.updateTable('users').where('id', '=', owner.id);
    await users.set({ deletion_asked_at: new Date(), delete_at: new Date(Date.now() + 60_000) }).execute();
    const left = await works();
    await users.set({ deletion_asked_at: null, delete_at: null }).execute();
    expect([left[0], left[2]]).toEqual([false, false]);
    expect(await works()).toEqual([true, true, true, true]);
  });

  test('[SHARE-05] a revoked link stops working, and a new one has another code', async () => {
    const first = (await make()).body;
    const [link] = await list();
    expect((await call(owner, 'DELETE', `/api/link/${link?.id}`)).statusCode).toBe(204);
    expect((await call(owner, 'DELETE', `/api/link/${link?.id}`)).json().code).toBe('link.missing');
    expect((await call(null, 'GET', new URL(first).pathname)).statusCode).toBe(404);
    expect(await recordVisit(server.deps.db, link?.id ?? '', visitor.id), 'revoked while it is used').toBe(false);
    expect((await make()).body).not.toBe(first);
  });

  test('[API-24] a revoked or expired link is no longer listed', async () => {
    await make();
    const [revoked] = await list();
    await call(owner, 'DELETE', `/api/link/${revoked?.id}`);
    await make({ expires_at: inYears(1, 0) });
    await server.deps.db
      .updateTable('short_links')
      .set({ expires_at: sql`now() - interval '1 second'` })
      .where('revoked_at', 'is', null)
      .execute();
    expect(await list()).toEqual([]);
    await make();
    expect(await list()).toHaveLength(1);
  });

  test('[SHARE-05] an invalid link responds with a page, or with JSON for programs', async () => {
    for (const code of ['AAAAAAAAAAAAAAAAAAAAAA', 'x', '%00', '..%2f..%2fapi', "'or'1", 'A'.repeat(150)]) {
      const program = await call(null, 'GET', `/s/${code}`);
      expect([program.statusCode, program.json().code]).toEqual([404, 'link.missing']);
      const page = await server.app.inject({ url: `/s/${code}`, headers: { accept: 'text/html,*/*' } });
      expect(page.statusCode).toBe(404);
      expect(page.headers['content-type']).toContain('text/html');
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.body).toContain('Please ask for a new one.');
      expect(page.body).toContain(`href="${origin}/"`);
    }
  });
});

describe('several links', () => {
  const codeOf = async (person: TestPerson, video: string) => {
    const url = `${origin}/user/${person.id}/videos?autoplay=${video}`;
    return (await call(person, 'POST', '/api/link', { url })).body.split('/s/')[1] ?? '';
  };

  test('[SHARE-05] each belongs to its own video, owner and visitors', async () => {
    const { db } = server.deps;
    const guest = await loginAs(server, { firstName: 'Gus' });
    const others = await storedVideo(server, visitor.id);
    const second = await storedVideo(server, owner.id);
    const ofGuest = await storedVideo(server, guest.id);
    const [own, theirs] = [await codeOf(owner, videoId), await codeOf(visitor, others)];
    const [ofSecond, guests] = [await codeOf(owner, second), await codeOf(guest, ofGuest)];
    expect((await call(guest, 'POST', '/api/link/redeem', { code: ofSecond })).json().video_id).toBe(second);
    expect((await call(guest, 'GET', `/api/link?video_id=${videoId}`)).json().code).toBe('video.missing');
    const ending = (await make({ expires_at: inYears(1, 0) })).body.split('/s/')[1];
    await call(guest, 'POST', '/api/link/redeem', { code: ending });
    const firstName = async (code: string) => (await call(null, 'GET', `/api/link/${code}/preview`)).json().first_name;
    expect([await firstName(own), await firstName(theirs)]).toEqual(['Odalie', 'Vita']);
    for (const [person, code] of [
      [visitor, own],
      [guest, own],
      [visitor, own],
      [owner, theirs],
      [guest, theirs],
      [owner, guests],
      [visitor, guests],
    ] as const) {
      expect((await call(person, 'POST', '/api/link/redeem', { code })).statusCode).toBe(200);
    }
    const [other, link, ...more] = await list();
    expect(more).toEqual([]);
    expect(other?.visitors.map(({ first_name }) => first_name)).toEqual(['Gus']);
    expect(link?.visitors.map(({ first_name }) => first_name)).toEqual(['Vita', 'Gus']);
    expect((await call(visitor, 'DELETE', `/api/link/${link?.id}`)).json().code).toBe('link.missing');
    expect(await list()).toHaveLength(2);

    const sees = async (person: TestPerson, video: string) =>
      (await call(person, 'GET', `/api/video/${video}`)).statusCode === 200;
    expect([await deleteVisits(db, videoId, guest.id), await deleteVisits(db, videoId, guest.id)]).toEqual([
      true,
      false,
    ]);
    expect([await sees(guest, videoId), await sees(guest, others), await sees(visitor, videoId)]).toEqual([
      false,
      true,
      true,
    ]);
    await call(guest, 'POST', '/api/link/redeem', { code: own });
    await deleteVisitsBetween(db, owner.id, visitor.id);
    expect([await sees(visitor, videoId), await sees(owner, others)]).toEqual([false, false]);
    expect([await sees(guest, videoId), await sees(guest, others)]).toEqual([true, true]);
    expect([await sees(visitor, ofGuest), await sees(owner, ofGuest)]).toEqual([true, true]);
  });

  test('[API-24] are listed newest first, at most a hundred', async () => {
    const { db } = server.deps;
    const made = await sql<{ id: string; created_at: Date }>`
      insert into short_links (id, video_id, owner_id, code_hash, expires_at, created_at)
      select gen_random_uuid(), ${videoId}, ${owner.id}, sha256(n::text::bytea), now() + interval '1 day',
        now() - make_interval(mins => n / 2)
      from generate_series(1, 101) n order by random()
      returning id, created_at`.execute(db);
    // Two with each timestamp.
    const newest = made.rows
      .map(({ id, created_at }) => `${created_at.toISOString()} ${id}`)
      .sort()
      .reverse();
    expect((await list()).map(({ id, created_at }) => `${created_at} ${id}`)).toEqual(newest.slice(0, 100));
  });

  test('[API-24] the visitors are listed latest first, at most a hundred', async () => {
    const { db } = server.deps;
    await make();
    const [link] = await list();
    const { rows: many } = await sql<{ id: string }>`
      insert into users (id, provider, subject, email, first_name, last_name, first_key, last_key, city, state, country, birthday)
      select gen_random_uuid(), 'many', n, n || '@many.example', 'N', 'M', 'n', 'm', '', '', '', '2000-01-01'
      from generate_series(1, 101) n order by random() returning id`.execute(db);
    const visits = many.map(({ id }, n) => ({
      link_id: link?.id ?? '',
      user_id: id,
      last_visit_at: new Date(Date.now() - n * 60_000),
    }));
    await db
      .insertInto('link_redemptions')
      .values(visits.toSorted((a, b) => (a.user_id < b.user_id ? 1 : -1)))
      .execute();
    const latest = many.slice(0, 100).map(({ id }) => id);
    expect((await list())[0]?.visitors.map(({ id }) => id)).toEqual(latest);
    await db.deleteFrom('users').where('provider', '=', 'many').execute();
  });
});

describe('the preview of a link', () => {
  const preview = (code: string) => call(null, 'GET', `/api/link/${code}/preview`);
  const newCode = async () => (await make()).body.split('/s/')[1] ?? '';
  const showOnLinks = async (showOnLinks: boolean) => {
    const saved = await call(owner, 'PUT', `/api/user/update/${owner.id}`, { ...PROFILE, showOnLinks });
    expect(saved.json()).toMatchObject({ show_on_links: showOnLinks });
  };

  test('[SHARE-04] contains name, question and blur, nothing else, and is not a visit', async () => {
    const thumbhash = Buffer.from('1QcSHQRnh493V4dIh4eXh1h4kJUI', 'base64');
    await server.deps.db.updateTable('videos').set({ thumbhash }).where('id', '=', videoId).execute();
    const answer = await preview(await newCode());
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      first_name: 'Odalie',
      prompt: 'What was your first job?',
      blur: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
      invitation: null,
    });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(await list()).toMatchObject([{ last_used_at: null, visitors: [] }]);
  });

  test('[SHARE-04] without name, question and blur if the owner turned them off', async () => {
    await server.deps.db
      .updateTable('videos')
      .set({ thumbhash: Buffer.from('aa') })
      .where('id', '=', videoId)
      .execute();
    const code = await newCode();
    await showOnLinks(false);
    try {
      const answer = await preview(code);
      expect(answer.json()).toEqual({ first_name: null, prompt: null, blur: null, invitation: null });
      // An update without the setting does not change it.
      await call(owner, 'PUT', `/api/user/update/${owner.id}`, PROFILE);
      expect((await preview(code)).json().first_name).toBeNull();
    } finally {
      await showOnLinks(true);
    }
    expect((await preview(code)).json().first_name).toBe('Odalie');
  });

  test('[SHARE-05] an unknown, revoked or expired code gives the same error', async () => {
    const code = await newCode();
    const [link] = await list();
    await call(owner, 'DELETE', `/api/link/${link?.id}`);
    const ending = await make({ expires_at: new Date(Date.now() + 60_000).toISOString() });
    await server.deps.db
      .updateTable('short_links')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    for (const dead of [code, ending.body.split('/s/')[1] ?? '', 'AAAAAAAAAAAAAAAAAAAAAA', 'x', '%00', "'or'1"]) {
      const answer = await preview(dead);
      expect([answer.statusCode, answer.json().code], dead).toEqual([404, 'link.missing']);
    }
  });
});

test('[SHARE-05] limits how often links are created', async () => {
  const limited = await startTestServer({ RATE_LIMIT: 'on' });
  try {
    const person = await loginAs(limited);
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) {
      const answer = await limited.app.inject({
        method: 'POST',
        url: '/api/link',
        headers: person.headers,
        payload: { url: 'x' },
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses.slice(0, 30).every((status) => status === 400)).toBe(true);
    expect(statuses[30]).toBe(429);
  } finally {
    await limited.stop();
  }
});
