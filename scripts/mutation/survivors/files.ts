import { all, type Survivor } from './survivor.ts';

const PARTIAL = 'apps/server/src/features/uploads/partial-files.ts';
const RECEIVED = 'apps/server/src/features/uploads/received-bytes.ts';
const TRIM = 'apps/server/src/features/videos/trim.policy.ts';

/** Uploads, storage, media and what is said about a video. */
export const FILES: readonly Survivor[] = [
  {
    file: RECEIVED,
    code: 'await file.close();',
    change: 'await file.close(); → ;',
    reason: 'equivalent for people: Node closes the file later, with a warning in the log',
  },
  ...all(
    TRIM,
    'return start === null || end === null ? null : { start: start / 1000, end: end / 1000 };',
    ['start === null || end === null → (end === null)', 'start === null || end === null → (start === null)'],
    'masked: the database has both or none (a check of the table)',
  ),
  ...all(
    PARTIAL,
    'await file.close();',
    ['await file.close(); → ;'],
    'equivalent for people: Node closes the file later, with a warning in the log',
  ),
];
