import { type AddVideo, clipOf, createFamily, uploadAnswer } from '../../scripts/sample-family/create-family.ts';
import { ANSWERS } from '../../scripts/sample-family/family.ts';
import type { ApiPerson } from '../support/api.ts';
import { withDatabase } from '../support/database.ts';
import type { Kinreel } from '../support/kinreel.ts';
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
}

/** Create the sample family, and sign in the people whose screens are shown. */
export function makeFamily(kinreel: Kinreel): Promise<Family> {
  return create(kinreel, uploadAnswer);
}

/**
 * The same family, made in a fifth of the time: only Corvin's videos are uploaded, which notify him when they are ready;
 * the others are copies of one clip. For tests that look at words and layout, not at pictures.
 */
export function makeFamilyOfOneClip(kinreel: Kinreel): Promise<Family> {
  const [sample] = ANSWERS;
  return create(kinreel, async (origin, owner, answer) => {
    if (answer.by === 'corvin' || !sample) return uploadAnswer(origin, owner, answer);
    const [id = ''] = await storedVideos(kinreel, owner, [{ prompt: answer.prompt }], await clipOf(sample));
    return id;
  });
}

async function create(kinreel: Kinreel, addVideo: AddVideo): Promise<Family> {
  const { members } = await withDatabase(kinreel, (database) =>
    createFamily(kinreel.origin, database, undefined, addVideo),
  );
  const { odalie, corvin, maren, ada } = members;
  return { odalie, corvin, maren, newcomer: ada };
}
