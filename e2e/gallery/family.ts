import { openAsBlob } from 'node:fs';
import { accessToken } from '../../scripts/sample-family/api-client.ts';
import { type AddVideo, createFamily, uploadAnswer } from '../../scripts/sample-family/create-family.ts';
import { FAMILY_PASSWORD } from '../../scripts/sample-family/family.ts';
import { type ApiPerson, uploadByApi } from '../support/api.ts';
import { withDatabase } from '../support/database.ts';
import type { Kinreel } from '../support/kinreel.ts';
import { clipMp4 } from '../support/media.ts';
import { storedVideos } from '../support/stored-videos.ts';

export { photograph } from '../../scripts/sample-family/clips.ts';

/** The people whose screens the gallery shows. */
export interface Family {
  /** Has answered questions, shared the answers and received connection requests. */
  odalie: ApiPerson;
  /** Her grandson: connected with her, received shares. */
  corvin: ApiPerson;
  /** Has sent her a connection request. */
  maren: ApiPerson;
  /** Has just registered: every screen is empty. */
  newcomer: ApiPerson;
  /** Manages the site. */
  siteOwner: ApiPerson;
}

/** Creates the sample family and logs in the people whose screens are shown. */
export function makeFamily(kinreel: Kinreel): Promise<Family> {
  return create(kinreel, uploadAnswer);
}

/** Renews everybody's token. */
export async function logInAgain(origin: string, family: Family): Promise<void> {
  for (const person of Object.values(family) as ApiPerson[]) {
    const token = await accessToken(origin, { email: person.user.email, password: FAMILY_PASSWORD });
    Object.assign(person, { token, headers: { authorization: `Bearer ${token}` } });
  }
}

/**
 * The same family in a fifth of the time: all videos share one small clip, and only Corvin's, which notify him when
 * they are ready, are uploaded. For tests of words and layout, not of pictures.
 */
export function makeFamilyOfOneClip(kinreel: Kinreel): Promise<Family> {
  return create(kinreel, async (origin, owner, { by, prompt }) => {
    const video =
      by === 'corvin' && (await uploadByApi(origin, owner, await openAsBlob(clipMp4()), 'answer.mp4', prompt));
    const [id = ''] = video ? [video.id] : await storedVideos(kinreel, owner, [{ prompt }], clipMp4());
    return id;
  });
}

async function create(kinreel: Kinreel, addVideo: AddVideo): Promise<Family> {
  return withDatabase(kinreel, async (database) => {
    const { members } = await createFamily(kinreel.origin, database, undefined, addVideo);
    const { odalie, corvin, maren, ada, ismene } = members;
    await database.query('update users set site_owner_since = now() where id = $1', [ismene.user.id]);
    return { odalie, corvin, maren, newcomer: ada, siteOwner: ismene };
  });
}
