import { all, type Survivor } from './survivor.ts';

const SHARING = 'apps/server/src/features/sharing/sharing.service.ts';
const SHARES = 'apps/server/src/features/sharing/sharing.queries.ts';

/** One row more than a page is read, and toPage() cuts the page: without the limit it only takes longer. */
const CUT = 'masked: toPage() cuts the page';

/** People and what is between them: connections, shares, links, invitations, notifications. */
export const PEOPLE: readonly Survivor[] = [
  ...all(
    SHARING,
    'const added = await insertShares(tx, { videoId, ownerId, recipients, message: message.trim() });',
    ['.trim() → nothing'],
    'masked: the contract trims the message',
  ),
  ...all(
    SHARES,
    "where r.user_id = ${person} and l.owner_id <> r.user_id and ${isLinkActive('l')} and ${visibleTo(person)}",
    ['l.owner_id <> r.user_id → true'],
    'masked: visits of the owner are not recorded',
  ),
  ...all(
    SHARES,
    'const video = selectVideos(db, person, false)',
    ['false → true'],
    'equivalent: the audience of a video of somebody else is null, and nobody shares with themselves',
  ),
  ...all(
    SHARES,
    ".where('v.id', '=', sql.ref<string>('entry.video_id'))",
    ['.limit(sql.lit(1)) → nothing'],
    'equivalent: there is one video with an id; the limit is for the plan',
  ),
  ...all(SHARES, ".orderBy('v.id', 'desc')", ['.limit(limit) → nothing'], CUT),
  ...all(SHARES, ".orderBy('shares.recipient_id', 'desc')", ['.limit(limit) → nothing'], CUT),
];
