import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { accessToken } from '../../scripts/sample-family/api-client.ts';
import { createFamily } from '../../scripts/sample-family/create-family.ts';
import { FAMILY_PASSWORD, SHORT_LINK } from '../../scripts/sample-family/family.ts';
import { type ApiPerson, call, shortLink } from '../support/api.ts';
import { withDatabase } from '../support/database.ts';
import { type Kinreel, startKinreel, UNLIMITED } from '../support/kinreel.ts';
import { linkInMail } from '../support/mail.ts';
import { clipMp4 } from '../support/media.ts';
import { storedVideos } from '../support/stored-videos.ts';

/** Roles of a walk. Each is one person of the sample family, or a visitor without an account. */
export const ROLES = {
  'Odalie, who owns videos': 'odalie',
  'Corvin, her grandson': 'corvin',
  'Ada, who has just joined': 'ada',
  'Ismene, who owns the site': 'ismene',
  'Bram, who deletes his account': 'bram',
  'a visitor with a link': null,
  'a person with an answer link': null,
  'a visitor without an account': null,
} as const;
export type Role = keyof typeof ROLES;

/** The sample family on a separate installation that can be restored. */
export interface World {
  kinreel: Kinreel;
  people: Record<string, ApiPerson>;
  videoIds: Record<string, string>;
  /** Path of a short link. */
  link: string;
  /** Paths in mails: an answer link, an invitation, and a page that turns mails off. */
  mailed: { answer: string; invitation: string; unsubscribe: string };
  /** Restores the initial data. */
  restore(): Promise<void>;
  /** A new token of a person. */
  token(id: string): Promise<string>;
}

export async function makeWorld(): Promise<World> {
  const kinreel = await startKinreel({ ...UNLIMITED, LOG_LEVEL: 'error' });
  const { origin } = kinreel;
  const { members, videoIds } = await withDatabase(kinreel, async (database) => {
    const family = await createFamily(origin, database, undefined, async (_origin, owner, { prompt }) => {
      const [id = ''] = await storedVideos(kinreel, owner, [{ prompt }], clipMp4());
      return id;
    });
    const { ismene, bram } = family.members;
    await database.query('update users set site_owner_since = now() where id = $1', [ismene.user.id]);
    await database.query(
      "update users set deletion_asked_at = now(), delete_at = now() + interval '14 days' where id = $1",
      [bram.user.id],
    );
    return family;
  });
  const link = await shortLink(origin, members[SHORT_LINK.by], videoIds[SHORT_LINK.answer] ?? '');
  const { odalie } = members;
  const invited = { relationship: 'family', email: 'cousin@example.org' };
  await call(origin, odalie, 'POST', '/api/invitation/relatives', invited);
  const mailed = {
    answer: await pathInMail(kinreel, 'odalie@example.org', '/answer'),
    invitation: await pathInMail(kinreel, invited.email, '/invitation/'),
    unsubscribe: await pathInMail(kinreel, 'odalie@example.org', '/api/mails/unsubscribe/'),
  };
  await kinreel.stop();
  const kept = `${kinreel.dataDir}-kept`;
  copyFolder(kinreel.dataDir, kept);
  await kinreel.start();
  let isFresh = true;
  const remove = kinreel.remove.bind(kinreel);
  return {
    kinreel: {
      ...kinreel,
      async remove() {
        await remove();
        await rm(kept, { recursive: true, force: true });
      },
    },
    people: members,
    videoIds,
    link: new URL(link).pathname,
    mailed,
    async restore() {
      if (!isFresh) {
        await kinreel.stop();
        await rm(kinreel.dataDir, { recursive: true, force: true });
        copyFolder(kept, kinreel.dataDir);
        await kinreel.start();
      }
      isFresh = false;
    },
    token: (id) => accessToken(origin, { email: `${id}@example.org`, password: FAMILY_PASSWORD }),
  };
}

/** Waits for a mail with a link to this path. @returns the path of the link, with its fragment */
async function pathInMail(kinreel: Kinreel, address: string, path: string): Promise<string> {
  const { pathname, hash } = new URL(await linkInMail(kinreel, address, path));
  return pathname + hash;
}

/** Keeps file owners: if root starts PostgreSQL, it runs as another user. */
function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

/** Ends all sessions of a person, as from another device. People whose account will be deleted cannot. */
export async function endSessions({ kinreel, token }: World, id: string): Promise<void> {
  const fresh = await token(id);
  const person = { token: fresh, headers: { authorization: `Bearer ${fresh}` } } as ApiPerson;
  await call(kinreel.origin, person, 'DELETE', '/api/devices').catch((error: Error) => {
    if (!error.message.includes('account.leaving')) throw error;
  });
}

/** Paths that a walk opens. `{me}` is the id of its person. */
export function pathsOf({ people, videoIds, link, mailed }: World): string[] {
  const id = (name: string) => people[name]?.user.id ?? '';
  const own = ['videos', 'connections', 'uploads', 'edit', 'edit?tab=notifications', 'edit?tab=account'];
  const { 'odalie-house': house, 'ismene-trouble': trouble } = videoIds;
  return [
    ...own.map((view) => `/user/{me}/${view}`),
    ...['/landingpage', '/login', '/registration', '/about', '/terms', '/privacy', '/info', '/videoWatchPage'],
    ...['/manageLibrary', '/videoUploadPage', '/record', '/record?prompt=3', '/admin', '/nowhere', '/edit/{me}'],
    ...[`/user/${id('odalie')}/videos`, `/user/${id('tavi')}/videos`, `/user/${id('ismene')}/connections`],
    ...[`/watch/${house}`, `/watch/${trouble}`, link, `${link}x`],
    ...[mailed.answer, '/answer#x', '/answer/take-back#x', mailed.invitation, mailed.unsubscribe],
  ];
}

/** Folder of the last run's reports. */
export const wanderFolder = join(import.meta.dirname, '../../test-results/wander');
