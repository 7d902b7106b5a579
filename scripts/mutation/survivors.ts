import { ACCESS } from './survivors/access.ts';
import { FILES } from './survivors/files.ts';
import { IDENTITY_SERVICE } from './survivors/identity-service.ts';
import { PEOPLE } from './survivors/people.ts';
import { STEWARDS } from './survivors/stewards.ts';
import type { Survivor } from './survivors/survivor.ts';
import { WORK } from './survivors/work.ts';

/** What lives rightly, by area. */
export const SURVIVORS: readonly Survivor[] = [
  ...ACCESS,
  ...IDENTITY_SERVICE,
  ...PEOPLE,
  ...STEWARDS,
  ...FILES,
  ...WORK,
];
