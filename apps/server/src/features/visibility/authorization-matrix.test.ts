import { ERROR_STATUS, type ErrorCode } from '@kinreel/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '../../app/build-app.ts';
import { MEDIA_COOKIE, signMediaCookie } from '../../platform/auth/route-access.ts';
import { deriveKey } from '../../platform/auth/secrets.ts';
import { isAboutVideo, type MatrixRequest, requestOf } from '../../testing/authorization/request.ts';
import { maySee, PEOPLE, ROLES, type Role } from '../../testing/authorization/roles.ts';
import { OTHER_ROUTES, ROWS, type Row } from '../../testing/authorization/rows.ts';
import { createWorld, type OwnedVideo, type World } from '../../testing/authorization/world.ts';
import { storedKeys } from '../../testing/stored-video.ts';
import { prepareVideoJob } from '../videos/videos.job-definition.ts';

let world: World;
let cells = 0;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.stop());
beforeEach(() => {
  cells = 0;
});
// Reported in the runner's JSON report.
afterEach(({ task }) => {
  task.meta.cells = cells;
});

/** The expected or actual response of a role: a status, and the error code if it is an error. */
interface Answer {
  status: number;
  code: ErrorCode | undefined;
}

const rejected = (code: ErrorCode): Answer => ({ status: ERROR_STATUS[code], code });

/** The response that the row defines. */
function expectedAnswer(row: Row, role: Role, video: OwnedVideo): Answer {
  const own = row.except?.[role];
  if (own !== undefined) return typeof own === 'number' ? { status: own, code: undefined } : rejected(own);
  const ok: Answer = { status: row.ok ?? 200, code: undefined };
  if (row.who === 'anyone') return row.denied ? rejected(row.denied) : ok;
  if (role === 'anonymous') return rejected('session.required');
  if (role === 'noProfile') return rejected('profile.missing');
  if (!isPerson(role)) return rejected('session.expired');
  const isIn =
    row.who === 'people' || (row.who === 'viewers' ? maySee(role, video) : (row.who as readonly Role[]).includes(role));
  if (isIn) return ok;
  if (!row.denied) throw new Error(`${row.route} does not say what others get.`);
  return rejected(row.denied);
}

function isPerson(role: Role): role is (typeof PEOPLE)[number] {
  return (PEOPLE as readonly Role[]).includes(role);
}

/** Sends a request. The body of an event stream is not read, because it has no end. */
async function send(request: MatrixRequest): Promise<Answer & { body: string }> {
  cells += 1;
  if (request.url.startsWith('/api/events')) {
    const response = await world.server.app.inject({ ...request, payloadAsStream: true });
    const { statusCode: status } = response;
    if (status === 200) {
      response.stream().destroy();
      return { status, code: undefined, body: '' };
    }
    let body = '';
    for await (const chunk of response.stream()) body += chunk;
    return { status, code: body ? JSON.parse(body).code : undefined, body };
  }
  const { statusCode: status, body, headers } = await world.server.app.inject(request);
  const isJson = String(headers['content-type']).startsWith('application/json') && body !== '';
  return { status, code: isJson ? JSON.parse(body).code : undefined, body };
}

/** Secrets of videos that the role must not see; no response may contain them. */
function secretsFrom(role: Role): string[] {
  return world.videos.flatMap((video) => {
    const { id, failedId } = video;
    return role === 'owner' ? [] : maySee(role, video) ? [failedId] : [id, failedId];
  });
}

/** The row, and its HEAD variant if one is registered. */
const withHead = (row: Row): readonly Row[] => {
  const head = { ...row, route: row.route.replace(/^GET /, 'HEAD ') };
  return row.route.startsWith('GET ') && !row.route.includes('/api/events') ? [row, head] : [row];
};

/** Rows that are not about a video, and HEAD rows whose GET was tested with the same handler, are tried once. */
function videosOf(row: Row): readonly OwnedVideo[] {
  const automatic = row.route.startsWith('HEAD ') && !ROWS.includes(row);
  if (!isAboutVideo(row) || automatic) return world.videos.slice(-1);
  // Scheduled videos only matter for viewers; links and invitations are tested in opening.test.ts.
  return row.who === 'viewers' ? world.videos : world.videos.filter(({ sealed }) => !sealed);
}

/**
 * Tests one row. First all rejected roles, after which nothing may have changed; then each permitted role, after which
 * the state is restored. GET and HEAD must never change anything.
 */
async function tryRow(row: Row): Promise<void> {
  const isReading = /^(GET|HEAD) /.test(row.route);
  const requests = videosOf(row).map((video) => {
    const request = requestOf(row, world, video);
    const about = `${row.route} ${request.url} (${video.permission}${video.sealed ? ', sealed' : ''})`;
    const answers = ROLES.map((role) => ({
      role,
      answer: expectedAnswer(row, role, video),
      name: `${about} by ${role}`,
    }));
    return { request, answers };
  });
  const isIn = ({ answer }: { answer: Answer }) => answer.status < 400;

  for (const { request, answers } of requests) {
    for (const { role, answer, name } of answers.filter((one) => !isIn(one))) {
      const { body, ...real } = await send({ ...request, headers: { ...request.headers, ...world.headers(role) } });
      expect.soft(real, name).toEqual(request.method === 'HEAD' ? { ...answer, code: undefined } : answer);
      const named = world.videos.some(({ id, failedId }) => body.includes(id) || body.includes(failedId));
      expect.soft(named, `${name} names a video`).toBe(false);
    }
  }
  if (!isReading) expect(await world.changes(), `after the denials of ${row.route}`).toEqual([]);

  for (const { request, answers } of requests) {
    for (const { role, answer, name } of answers.filter(isIn)) {
      const { body, ...real } = await send({ ...request, headers: { ...request.headers, ...world.headers(role) } });
      expect.soft(real, name).toEqual(answer);
      if (!isReading) await world.restore(await world.changes());
      else if (row.who !== 'anyone') {
        const seen = secretsFrom(role).filter((secret) => body.includes(secret));
        expect.soft(seen, `${name} sees another video`).toEqual([]);
      }
    }
  }
  if (isReading) expect(await world.changes(), `after reading ${row.route}`).toEqual([]);
}

test('the comparison detects a changed row, job and file, and restores them', async () => {
  const { db, jobs, storage } = world.server.deps;
  await db.updateTable('users').set({ city: 'Oslo' }).where('id', '=', world.ids.owner).execute();
  await db.deleteFrom('reports').execute();
  await jobs.enqueue(db, prepareVideoJob, { videoId: world.videos[0]?.id ?? '' });
  const [photo = ''] = await storedKeys(world.server, 'photos/');
  await storage.delete(photo);
  const changed = await world.changes();
  expect(changed.sort()).toEqual(['pgboss.job_common', 'public.reports', 'public.users', 'stored files']);
  await world.restore(changed);
  expect(await world.changes()).toEqual([]);
});

test('[API-25] every route of the server has a row', async () => {
  const registered: string[] = [];
  const app = await buildApp(world.server.deps, (route) => {
    for (const method of [route.method].flat()) registered.push(`${method} ${route.url}`);
  });
  await app.close();
  const known = new Set(ROWS.flatMap(withHead).map(({ route }) => route));
  const missing = registered.filter((route) => !known.has(route) && !OTHER_ROUTES.some((other) => other.test(route)));
  expect(missing).toEqual([]);
  const stale = ROWS.map(({ route }) => route).filter((route) => !registered.includes(route));
  expect(stale).toEqual([]);
});

describe('[API-25][VID-05] who may call what', () => {
  test.each(ROWS.flatMap(withHead).map((row) => [row.route, row] as const))('%s', { timeout: 120_000 }, (_route, row) =>
    tryRow(row),
  );
});

test('[API-25] other spellings of a path give no additional access', {
  timeout: 120_000,
}, async () => {
  for (const row of ROWS) {
    if (row.who === 'anyone') continue;
    const [video] = world.videos.filter(({ permission }) => permission === 'invite-only') as [OwnedVideo];
    const request = requestOf(row, world, video);
    for (const [spelling, url] of Object.entries(spellings(request.url))) {
      for (const role of ['anonymous', 'expired', 'noProfile', 'stranger'] as const) {
        const usual = expectedAnswer(row, role, video);
        if (usual.status < 400) continue;
        const { status, body } = await send({
          ...request,
          url,
          headers: { ...request.headers, ...world.headers(role) },
        });
        const name = `${request.method} ${url} (${spelling}) by ${role}`;
        expect.soft(status, name).toBeGreaterThanOrEqual(400);
        expect.soft(status, name).toBeLessThan(500);
        expect.soft(body.includes(video.id), `${name} names a video`).toBe(false);
      }
    }
    expect(await world.changes(), `after other spellings of ${row.route}`).toEqual([]);
  }
});

/** The same path in unusual and malicious spellings. */
function spellings(url: string): Record<string, string> {
  const [path = '', query] = url.split('?');
  const rest = query === undefined ? '' : `?${query}`;
  return {
    'trailing slash': `${path}/${rest}`,
    'two slashes': `/${path}${rest}`,
    'upper case': `${path.toUpperCase()}${rest}`,
    'encoded letter': `${path.replace(/^\/(.)/, (_match, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`)}${rest}`,
    'encoded slash': `${path.replace(/\/(?=[^/]*$)/, '%2F')}${rest}`,
    'dot segment': `/x/..${path}${rest}`,
    semicolon: `${path};a=b${rest}`,
    'ids in upper case': `${path.replace(/[0-9a-f-]{36}/g, (id) => id.toUpperCase())}${rest}`,
  };
}

test('[API-25] the media cookie of the owner gives access only to media', { timeout: 60_000 }, async () => {
  const key = deriveKey(world.server.deps.appSecret, 'media-cookie');
  const cookie = await signMediaCookie(key, world.ids.owner, {
    sid: null,
    epoch: null,
    issuedAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  });
  for (const row of ROWS) {
    if (row.who === 'anyone' || row.route === 'POST /api/user/register') continue;
    const video = world.videos[0] as OwnedVideo;
    const request = requestOf(row, world, video);
    const { status } = await send({ ...request, headers: { ...request.headers, cookie: `${MEDIA_COOKIE}=${cookie}` } });
    expect
      .soft(status, row.route)
      .toBe(row.route.includes(' /media/') ? expectedAnswer(row, 'owner', video).status : 401);
  }
  expect(await world.changes()).toEqual([]);
});
