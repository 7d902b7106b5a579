import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PERMISSIONS, type Permission } from '@kinreel/contracts';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { sql } from 'kysely';
import { makePrompt } from '../../features/prompts/prompts.service.ts';
import { hashLinkCode, linkCode } from '../../platform/auth/link-code.ts';
import { deriveKey } from '../../platform/auth/secrets.ts';
import { newId } from '../../platform/ids.ts';
import { startTestServer, type TestServer } from '../index.ts';
import { storedFragments, storedRenditions, storedVideo } from '../stored-video.ts';
import { OUTSIDERS, PEOPLE, type PersonRole, type Role } from './roles.ts';

/** The owner's objects for each permission. */
export interface OwnedVideo {
  id: string;
  permission: Permission;
  /** Whether it is scheduled. */
  sealed: boolean;
  link: { id: string; code: string };
  revokedLink: { id: string; code: string };
  invitation: { id: string; code: string };
  failedId: string;
  captionsVersion: string;
}

/** One server with an owner who has every kind of object, and a person in each role. */
export interface World {
  server: TestServer;
  ids: Record<PersonRole, string>;
  videos: readonly OwnedVideo[];
  connections: Record<'friend' | 'family' | 'steward' | 'given' | 'pendingIn' | 'pendingOut', string>;
  uploadId: string;
  archiveId: string;
  /** The steward's archive of the owner's videos. */
  stewardArchiveId: string;
  photoVersion: string;
  /** An invitation of the site owner to register. */
  siteInvitationId: string;
  /** A mailed invitation of the owner to a relative. */
  relativeInvitationId: string;
  /** The code of an unused one-time link for the first site owner. */
  ownerCode: string;
  /** An open report of the owner. */
  reportId: string;
  /** A note of the friend, about a video of the owner. */
  noteId: string;
  /** An open question of the owner to the family member. */
  questionId: string;
  /** In the owner's own words; the question above asks it. */
  promptId: number;
  /** The code of its link, and an upload that the link has begun. */
  answerCode: string;
  answerUploadId: string;
  /** The stewardship of the steward. */
  stewardRowId: string;
  /** A mail that has failed. */
  mailId: string;
  /** A job that has failed. */
  jobId: string;
  /** Headers of a request by this role. */
  headers(role: Role): Record<string, string>;
  /** Names of the tables and folders that differ from the prepared state. */
  changes(): Promise<string[]>;
  /** Restores their prepared state. */
  restore(changes: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

/** Lifetime of tokens, invitations and files in milliseconds: longer than the longest run of the fuzz tests. */
const LIFETIME_MS = 48 * 3600_000;

const ISSUER_PATH = '/identity/';
const FILES = 'stored files';

/** Creates the world, which takes a few seconds. */
export async function createWorld(): Promise<World> {
  const provider = await startProvider();
  const server = await startTestServer(
    { IDENTITY_INTERNAL_URL: provider.origin, LOG_LEVEL: 'silent' },
    undefined,
    // Files of the web app need no authorization.
    { webDir: '/nonexistent' },
  );
  const { db, config, appSecret, storage } = server.deps;
  const issuer = `${config.publicUrl}${ISSUER_PATH}`;
  const audience = config.identity.audience;

  const people = PEOPLE.map((role) => ({ role, id: newId() }));
  await db
    .insertInto('users')
    .values(
      people.map(({ role, id }) => ({
        id,
        provider: 'kinreel',
        subject: `auth0|${role}`,
        email: `${role.toLowerCase()}@example.org`,
        email_verified_at: new Date(),
        site_owner_since: role === 'siteOwner' ? new Date() : null,
        first_name: role,
        last_name: 'Fennick',
        first_key: role.toLowerCase(),
        last_key: 'fennick',
        city: 'Duluth',
        state: 'MN',
        country: 'United States',
        birthday: '1944-03-09',
      })),
    )
    .execute();
  const ids = Object.fromEntries(people.map(({ role, id }) => [role, id])) as Record<PersonRole, string>;

  async function connection(from: PersonRole, to: PersonRole, relationship: 'friend' | 'family', accepted: boolean) {
    const id = newId();
    const [user_lo = '', user_hi = ''] = [ids[from], ids[to]].sort();
    await db
      .insertInto('connections')
      .values({
        id,
        user_lo,
        user_hi,
        requester_id: ids[from],
        relationship,
        status: accepted ? 'accepted' : 'pending',
        accepted_at: accepted ? new Date() : null,
      })
      .execute();
    return id;
  }
  const connections = {
    friend: await connection('owner', 'friend', 'friend', true),
    family: await connection('owner', 'family', 'family', true),
    steward: await connection('owner', 'steward', 'friend', true),
    given: await connection('given', 'owner', 'friend', true),
    pendingOut: await connection('pendingOut', 'owner', 'family', false),
    pendingIn: await connection('owner', 'pendingIn', 'family', false),
  };
  const ended = await connection('owner', 'exConnection', 'family', true);
  await db.deleteFrom('connections').where('id', '=', ended).execute();

  await db.insertInto('blocks').values({ blocker_id: ids.owner, blocked_id: ids.blocked }).execute();

  const begun = new Date(Date.now() - 3600_000);
  const stewardRowId = newId();
  await db
    .insertInto('stewards')
    .values({
      id: stewardRowId,
      owner_id: ids.owner,
      steward_id: ids.steward,
      connection_id: connections.steward,
      waiting_days: 90,
      asked_at: begun,
      starts_at: begun,
      started_at: begun,
      reminders: 2,
    })
    .execute();

  const { id: promptId } = await makePrompt(db, 'Where was this?', ids.owner);
  const questionId = newId();
  await db
    .insertInto('questions')
    .values({ id: questionId, asker_id: ids.owner, person_id: ids.family, prompt_id: promptId })
    .execute();

  const folder = await storage.stagingFolder();
  const photoVersion = newId();
  const photoKey = `photos/${ids.owner}/${photoVersion}.webp`;
  await writeFile(join(folder, 'photo'), 'photo');
  await storage.put(photoKey, join(folder, 'photo'));
  await db.updateTable('users').set({ photo_key: photoKey }).where('id', '=', ids.owner).execute();

  async function storedArchive(person: PersonRole, steward_row_id: string | null): Promise<string> {
    const id = newId();
    const key = `archives/${ids[person]}/${id}.zip`;
    await writeFile(join(folder, 'archive'), 'archive');
    await storage.put(key, join(folder, 'archive'));
    await db
      .insertInto('archives')
      .values({
        id,
        user_id: ids[person],
        steward_row_id,
        status: 'ready',
        progress: 100,
        key,
        size: 7,
        sha256: 'hash',
        expires_at: new Date(Date.now() + LIFETIME_MS),
      })
      .execute();
    return id;
  }
  const archiveId = await storedArchive('owner', null);
  const stewardArchiveId = await storedArchive('steward', stewardRowId);
  await rm(folder, { recursive: true });

  const videos: OwnedVideo[] = [];
  // The last video is used for rows that are not about a video.
  videos.push(await ownedVideo('everyone', true));
  for (const permission of PERMISSIONS) videos.push(await ownedVideo(permission, false));

  async function ownedVideo(permission: Permission, sealed: boolean): Promise<OwnedVideo> {
    const id = await storedVideo(server, ids.owner, { permission });
    await storedRenditions(server, id);
    await storedFragments(server, id, { ended: true });
    const failedId = await storedVideo(server, ids.owner, { permission, status: 'failed' });
    if (sealed) {
      const opensAt = new Date(Date.now() + 24 * 3600_000);
      await db.updateTable('videos').set({ opens_at: opensAt }).where('id', '=', id).execute();
    }
    const captionsVersion = newId();
    await db
      .insertInto('captions')
      .values({
        video_id: id,
        cues: JSON.stringify([{ start: 0, end: 1, text: `said in ${id}` }]),
        search_text: 'said',
        source: 'person',
        version: captionsVersion,
      })
      .execute();
    await db.insertInto('shares').values({ video_id: id, owner_id: ids.owner, recipient_id: ids.invited }).execute();
    await db.updateTable('videos').set({ steward_rule: 'give' }).where('id', '=', id).execute();
    await db
      .insertInto('video_gifts')
      .values({
        video_id: id,
        owner_id: ids.owner,
        recipient_id: ids.given,
        connection_id: connections.given,
        given_at: new Date(),
      })
      .execute();
    const link = await shortLink(id, 'linkHolder', false);
    const revokedLink = await shortLink(id, 'revokedHolder', true);
    const invitationId = newId();
    const invitationCode = linkCode(deriveKey(appSecret, 'invitation'), invitationId);
    await db
      .insertInto('invitations')
      .values({
        id: invitationId,
        owner_id: ids.owner,
        video_id: id,
        email: 'guest@example.org',
        relationship: 'friend',
        code_hash: hashLinkCode(invitationCode) as Buffer,
        expires_at: new Date(Date.now() + LIFETIME_MS),
      })
      .execute();
    return {
      id,
      permission,
      sealed,
      link,
      revokedLink,
      failedId,
      captionsVersion,
      invitation: { id: invitationId, code: invitationCode },
    };
  }

  async function shortLink(videoId: string, visitor: PersonRole, revoked: boolean) {
    const id = newId();
    const code = linkCode(deriveKey(appSecret, 'short-link'), id);
    await db
      .insertInto('short_links')
      .values({
        id,
        video_id: videoId,
        owner_id: ids.owner,
        code_hash: hashLinkCode(code) as Buffer,
        revoked_at: revoked ? new Date() : null,
        asked_at: new Date(),
      })
      .execute();
    await db.insertInto('link_redemptions').values({ link_id: id, user_id: ids[visitor] }).execute();
    return { id, code };
  }

  // Each request of the owner is a sign of life and would revoke all of this, which stewards.test.ts tests.
  await sql`create function stays() returns trigger language plpgsql as 'begin return null; end'`.execute(db);
  for (const [table, column] of [
    ['stewards', 'asked_at'],
    ['video_gifts', 'given_at'],
  ] as const) {
    await sql`create trigger stays before update on ${sql.table(table)} for each row
      when (old.${sql.ref(column)} is not null and new.${sql.ref(column)} is null) execute function stays()`.execute(
      db,
    );
  }

  const uploadId = newId();
  await db
    .insertInto('uploads')
    .values({
      id: uploadId,
      owner_id: ids.owner,
      size: 1000,
      metadata: '',
      expires_at: new Date(Date.now() + LIFETIME_MS),
      video_id: null,
    })
    .execute();
  await mkdir(join(server.dataDir, 'media/partial'), { recursive: true });
  await writeFile(join(server.dataDir, 'media/partial', uploadId), 'begun');

  const answerLinkId = newId();
  const answerCode = linkCode(deriveKey(appSecret, 'answer-link'), answerLinkId);
  const expires_at = new Date(Date.now() + LIFETIME_MS);
  await db
    .insertInto('answer_links')
    .values({ id: answerLinkId, question_id: questionId, code_hash: hashLinkCode(answerCode) as Buffer, expires_at })
    .execute();
  const answerUploadId = newId();
  await db
    .insertInto('uploads')
    .values({
      id: answerUploadId,
      owner_id: ids.family,
      size: 1000,
      metadata: '',
      expires_at,
      answer_link_id: answerLinkId,
    })
    .execute();
  await writeFile(join(server.dataDir, 'media/partial', answerUploadId), 'begun');

  const siteInvitationId = newId();
  await db
    .insertInto('invitations')
    .values({
      id: siteInvitationId,
      owner_id: ids.siteOwner,
      video_id: null,
      email: null,
      relationship: null,
      max_people: 1,
      code_hash: hashLinkCode(linkCode(deriveKey(appSecret, 'invitation'), siteInvitationId)) as Buffer,
      expires_at: new Date(Date.now() + LIFETIME_MS),
    })
    .execute();
  const relativeInvitationId = newId();
  await db
    .insertInto('invitations')
    .values({
      id: relativeInvitationId,
      owner_id: ids.owner,
      video_id: null,
      email: 'aunt@example.org',
      relationship: 'family',
      max_people: 1,
      code_hash: hashLinkCode(linkCode(deriveKey(appSecret, 'invitation'), relativeInvitationId)) as Buffer,
      expires_at: new Date(Date.now() + LIFETIME_MS),
    })
    .execute();
  const ownerCodeId = newId();
  const ownerCode = linkCode(deriveKey(appSecret, 'owner-code'), ownerCodeId);
  await db
    .insertInto('owner_codes')
    .values({ id: ownerCodeId, code_hash: hashLinkCode(ownerCode) as Buffer })
    .execute();

  const reportId = newId();
  await db
    .insertInto('reports')
    .values({
      id: reportId,
      reporter_id: ids.stranger,
      about: 'person',
      reported_id: ids.owner,
      reason: 'other',
      video_id: null,
    })
    .execute();

  const noteId = newId();
  await db
    .insertInto('notes')
    .values({
      id: noteId,
      video_id: videos.at(-1)?.id ?? '',
      writer_id: ids.friend,
      text: 'We miss you',
      at_ms: null,
    })
    .execute();

  const mailId = newId();
  await db
    .insertInto('mails')
    .values({ id: mailId, kind: 'connection', params: '{}', recipient_id: ids.owner, state: 'failed' })
    .execute();

  const jobId = randomUUID();
  await sql`
    insert into pgboss.job (id, name, data, state, completed_on, output)
    values (${jobId}, 'sweep', '{"payload": {}, "job": "sweep", "failures": 0}', 'failed', now(), '{"failure": "time"}')`.execute(
    db,
  );

  const tokens: Partial<Record<Role, string>> = {};
  const wrong: Partial<Record<Role, { aud?: string; iss?: string; lived?: number }>> = {
    expired: { lived: -60 },
    wrongAudience: { aud: 'urn:another:api' },
    wrongIssuer: { iss: 'https://another.example/identity/' },
  };
  for (const role of [...OUTSIDERS, ...PEOPLE]) {
    const { aud = audience, iss = issuer, lived = LIFETIME_MS / 1000 } = wrong[role] ?? {};
    // Invalid tokens contain the owner's subject, so that accepting one would give access to everything.
    const subject = role in wrong ? 'owner' : role;
    if (role !== 'anonymous') tokens[role] = await provider.sign({ sub: `auth0|${subject}`, aud, iss, lived });
  }

  // Saves the current state, to compare with and to restore.
  const media = join(server.dataDir, 'media');
  const saved = join(server.dataDir, 'saved');
  await cp(media, saved, { recursive: true });
  const tables = await tablesOf(server);
  await sql`create schema saved`.execute(db);
  for (const { name } of tables)
    await sql`create table saved.${sql.id(slug(name))} as table ${named(name)}`.execute(db);
  await noteChangedTables(server, tables);
  const before = await fingerprints(tables.map(({ name }) => name));

  async function fingerprints(names: readonly string[]): Promise<Map<string, string>> {
    const parts = names.map(
      (name) =>
        sql`select ${sql.lit(name)} as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${named(name)} t`,
    );
    const query = sql<{ name: string; hash: string }>`${sql.join(parts, sql` union all `)}`;
    const { rows } = parts.length > 0 ? await query.execute(db) : { rows: [] };
    return new Map([...rows.map(({ name, hash }) => [name, hash] as const), [FILES, await listing(media)]]);
  }

  return {
    server,
    ids,
    videos,
    connections,
    uploadId,
    archiveId,
    stewardArchiveId,
    photoVersion,
    siteInvitationId,
    relativeInvitationId,
    ownerCode,
    reportId,
    noteId,
    questionId,
    promptId,
    answerCode,
    answerUploadId,
    mailId,
    jobId,
    stewardRowId,
    headers(role): Record<string, string> {
      const token = tokens[role];
      return token ? { authorization: `Bearer ${token}` } : {};
    },
    async changes() {
      const { rows } = await sql<{ name: string }>`select name from saved.changed`.execute(db);
      const now = await fingerprints(rows.map(({ name }) => name));
      return [...now].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name);
    },
    async restore(changes) {
      const changed = tables.filter(({ name }) => changes.includes(name));
      if (changed.length > 0) {
        await db.transaction().execute(async (tx) => {
          // No triggers and no cascades: each table is restored separately.
          await sql`set local session_replication_role = replica`.execute(tx);
          for (const { name, columns } of changed) {
            const list = sql.join(columns.map((column) => sql.id(column)));
            await sql`delete from ${named(name)}`.execute(tx);
            await sql`insert into ${named(name)} (${list}) select ${list} from saved.${sql.id(slug(name))}`.execute(tx);
          }
          await sql`delete from saved.changed where name = any(${changed.map(({ name }) => name)})`.execute(tx);
        });
      }
      if (changes.includes(FILES)) {
        await rm(media, { recursive: true, force: true });
        await cp(saved, media, { recursive: true });
      }
    },
    async stop() {
      await server.stop();
      await provider.stop();
    },
  };
}

/** Records changed tables in `saved.changed`: comparing all of them takes much longer. */
async function noteChangedTables({ deps: { db } }: TestServer, tables: readonly { name: string }[]): Promise<void> {
  await sql`create table saved.changed (name text primary key)`.execute(db);
  await sql`create function saved.note() returns trigger language plpgsql as $$
    begin
      insert into saved.changed values (tg_table_schema || '.' || tg_table_name) on conflict do nothing;
      return null;
    end $$`.execute(db);
  for (const { name } of tables) {
    await sql`create trigger note after insert or update or delete on ${named(name)}
      for each row execute function saved.note()`.execute(db);
  }
}

/** Tables of the application and the queue, with their writable columns. */
async function tablesOf({ deps: { db } }: TestServer): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select t.table_schema || '.' || t.table_name as name,
      array_agg(c.column_name::text order by c.ordinal_position) filter (where c.is_generated = 'NEVER') as columns
    from information_schema.tables t
    join information_schema.columns c using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'pgboss')
      and not (t.table_schema = 'pgboss' and t.table_name <> 'job_common')
    group by 1 order by 1`.execute(db);
  return rows;
}

const named = (name: string) => sql.id(...name.split('.'));
const slug = (name: string) => name.replace('.', '_');

/** Paths and sizes of all files below a folder, as a hash. */
async function listing(folder: string): Promise<string> {
  const paths = (await readdir(folder, { recursive: true })).sort();
  const lines = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(join(folder, path)).catch(() => null);
      return found?.isFile() ? `${path} ${found.size}` : '';
    }),
  );
  return createHash('md5').update(lines.filter(Boolean).join('\n')).digest('hex');
}

interface Provider {
  origin: string;
  sign(claims: { sub: string; aud: string; iss: string; lived: number }): Promise<string>;
  stop(): Promise<void>;
}

/** Publishes the key of this test's tokens, and verifies the email of every token. */
async function startProvider(): Promise<Provider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }] });
  const server: Server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/identity/.well-known/jwks.json') return response.end(jwks);
    if (request.url === '/identity/userinfo')
      return response.end('{"email":"noprofile@example.org","email_verified":true}');
    // Calls that only the API server may make.
    const account = /^\/identity\/users\/[^/]+\/(sessions|reset-link)$/.exec(request.url ?? '')?.[1];
    if (account && request.headers.authorization?.startsWith('Basic ')) {
      response.statusCode = account === 'sessions' ? 204 : 200;
      return response.end(
        account === 'sessions' ? '' : '{"url":"http://localhost/reset","expires_at":"2030-01-01T00:00:00.000Z"}',
      );
    }
    if (request.url === '/identity/mails') return response.end('{"mails":[]}');
    if (/^\/identity\/users\/[^/]+\/activity\?/.test(request.url ?? '')) return response.end('{"activity":[]}');
    const sessions = /^\/identity\/sessions(\/|$)/.exec(request.url ?? '');
    if (sessions && request.method === 'GET') return response.end('{"sessions":[]}');
    const payload = request.headers.authorization?.split('.')[1] ?? '';
    const isOwner = Buffer.from(payload, 'base64url').toString().includes('"auth0|owner"');
    const isOwn = sessions && (sessions[1] === '' || isOwner);
    response.statusCode = isOwn ? 204 : 404;
    return isOwn ? response.end() : response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sign({ sub, aud, iss, lived }) {
      const expires = Math.floor(Date.now() / 1000) + lived;
      return new SignJWT({ scope: 'openid profile email' })
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .setSubject(sub)
        .setIssuer(iss)
        .setAudience(aud)
        .setIssuedAt(expires - Math.max(lived, 3600))
        .setExpirationTime(expires)
        .sign(privateKey);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
