import type { BannerName, Permission, Relationship } from '@kinreel/contracts';

/**
 * The sample family: twelve people of four generations. `npm run seed`, the gallery and the pictures of the README all
 * use this family. All people and stories are invented.
 *
 * Dates are given as days before the last midnight (UTC), so that a seeded installation always looks recent.
 */

/** The password of all family members. */
export const FAMILY_PASSWORD = 'Correct-horse-7';

/** Colours of a person's figure in the clips and photos. Figures have no faces. */
export interface Figure {
  clothes: string;
  skin: string;
  hair: string;
  /** Whether the hair is tied up. */
  bun?: true;
}

export interface Member {
  /** Also the first name, in lower case. Their email address is `{id}@example.org`. */
  id: MemberId;
  firstName: string;
  lastName: string;
  generation: 1 | 2 | 3 | 4;
  city: string;
  state: string;
  country: string;
  /** `YYYY-MM-DD` */
  birthday: string;
  aboutMe: string;
  figure: Figure;
  banner?: BannerName;
  hasPhoto?: true;
  joinedDaysAgo: number;
}

export type MemberId =
  | 'odalie'
  | 'anselm'
  | 'ismene'
  | 'tavi'
  | 'bram'
  | 'jonas'
  | 'maren'
  | 'corvin'
  | 'linnea'
  | 'pell'
  | 'juniper'
  | 'ada';

const DULUTH = { city: 'Duluth', state: 'MN', country: 'United States' };

/** In the order in which they joined. */
export const MEMBERS: readonly Member[] = [
  {
    id: 'odalie',
    firstName: 'Odalie',
    lastName: 'Fennick',
    generation: 1,
    ...DULUTH,
    birthday: '1944-03-09',
    aboutMe:
      'I mend clocks, badly at first and better now. These answers are for the little ones, for when they start asking.',
    figure: { clothes: '#a4523d', skin: '#c99477', hair: '#efe9dc', bun: true },
    banner: 'Lavender',
    joinedDaysAgo: 64,
  },
  {
    id: 'corvin',
    firstName: 'Corvin',
    lastName: 'Ashgrove',
    generation: 3,
    city: 'Minneapolis',
    state: 'MN',
    country: 'United States',
    birthday: '1989-11-02',
    aboutMe: 'Tavi’s eldest. I set this up so that Gran’s stories stay with us.',
    figure: { clothes: '#54708a', skin: '#b97f60', hair: '#3b2b25' },
    banner: 'Mountains',
    hasPhoto: true,
    joinedDaysAgo: 63,
  },
  {
    id: 'tavi',
    firstName: 'Tavi',
    lastName: 'Fennick',
    generation: 2,
    city: 'Two Harbors',
    state: 'MN',
    country: 'United States',
    birthday: '1966-07-21',
    aboutMe: 'Odalie and Anselm’s daughter. Ferry captain, retired from early mornings.',
    figure: { clothes: '#dcae55', skin: '#c99477', hair: '#6b4a3a', bun: true },
    banner: 'River',
    hasPhoto: true,
    joinedDaysAgo: 61,
  },
  {
    id: 'ismene',
    firstName: 'Ismene',
    lastName: 'Vale',
    generation: 1,
    city: 'Thunder Bay',
    state: '',
    country: 'Canada',
    birthday: '1946-12-18',
    aboutMe: 'Odalie’s little sister, and I remember it differently.',
    figure: { clothes: '#829880', skin: '#d3a487', hair: '#d9d3c7', bun: true },
    banner: 'Blossoms',
    joinedDaysAgo: 60,
  },
  {
    id: 'bram',
    firstName: 'Bram',
    lastName: 'Ollerton',
    generation: 2,
    city: 'Two Harbors',
    state: 'MN',
    country: 'United States',
    birthday: '1965-01-30',
    aboutMe: 'Married to Tavi. I build boats that mostly float.',
    figure: { clothes: '#3f5443', skin: '#a8714f', hair: '#8d8578' },
    hasPhoto: true,
    joinedDaysAgo: 58,
  },
  {
    id: 'anselm',
    firstName: 'Anselm',
    lastName: 'Fennick',
    generation: 1,
    ...DULUTH,
    birthday: '1941-05-14',
    aboutMe: 'Odalie talks, I listen. Sometimes I get a word in.',
    figure: { clothes: '#6d4d63', skin: '#c08a6b', hair: '#f1ede4' },
    banner: 'Pier',
    joinedDaysAgo: 57,
  },
  {
    id: 'jonas',
    firstName: 'Jonas',
    lastName: 'Fennick',
    generation: 2,
    city: 'Bergen',
    state: '',
    country: 'Norway',
    birthday: '1969-09-08',
    aboutMe: 'Tavi’s brother. Far away, so I watch everything twice.',
    figure: { clothes: '#86a2b4', skin: '#c99477', hair: '#5b4238' },
    banner: 'Canoe',
    joinedDaysAgo: 44,
  },
  {
    id: 'linnea',
    firstName: 'Linnea',
    lastName: 'Ollerton',
    generation: 3,
    city: 'Chicago',
    state: 'IL',
    country: 'United States',
    birthday: '1992-04-27',
    aboutMe: 'Corvin’s sister. Nurse, night shifts, strong coffee.',
    figure: { clothes: '#c3d1b6', skin: '#b97f60', hair: '#a4523d', bun: true },
    banner: 'Citrus',
    hasPhoto: true,
    joinedDaysAgo: 37,
  },
  {
    id: 'juniper',
    firstName: 'Juniper',
    lastName: 'Ashgrove',
    generation: 4,
    city: 'Minneapolis',
    state: 'MN',
    country: 'United States',
    birthday: '2011-06-03',
    aboutMe: 'I ask the questions.',
    figure: { clothes: '#e8c36a', skin: '#b97f60', hair: '#4a342b', bun: true },
    banner: 'Rainbow',
    joinedDaysAgo: 22,
  },
  {
    id: 'pell',
    firstName: 'Pell',
    lastName: 'Fennick',
    generation: 3,
    city: 'Oslo',
    state: '',
    country: 'Norway',
    birthday: '1997-02-11',
    aboutMe: '',
    figure: { clothes: '#4d6351', skin: '#d3a487', hair: '#caa35a' },
    joinedDaysAgo: 9,
  },
  {
    id: 'maren',
    firstName: 'Maren',
    lastName: 'Holt',
    generation: 2,
    city: 'Ashland',
    state: 'WI',
    country: 'United States',
    birthday: '1971-10-19',
    aboutMe: 'Pell’s mother. I have the old photo boxes.',
    figure: { clothes: '#a68aa5', skin: '#c08a6b', hair: '#7a5a44', bun: true },
    banner: 'Yarn',
    joinedDaysAgo: 4,
  },
  {
    id: 'ada',
    firstName: 'Ada',
    lastName: 'Ashgrove',
    generation: 4,
    city: 'Minneapolis',
    state: 'MN',
    country: 'United States',
    birthday: '2013-08-25',
    aboutMe: '',
    figure: { clothes: '#f0d3c6', skin: '#b97f60', hair: '#5b4238', bun: true },
    // New: no connections, no videos. Used to show empty screens.
    joinedDaysAgo: 0,
  },
];

/** A question that waits for its answer, about a moment of an earlier one. */
export const QUESTION: SampleQuestion = {
  by: 'juniper',
  to: 'odalie',
  words: 'Who taught you to mend the nets?',
  daysAgo: 1,
  answer: 'odalie-first-job',
  at: 4,
};

interface SampleQuestion {
  by: MemberId;
  to: MemberId;
  /** In the asker's own words. */
  words: string;
  daysAgo: number;
  /** The moment that it is about, in whole seconds. */
  answer: string;
  at: number;
}

export interface SampleConnection {
  from: MemberId;
  to: MemberId;
  relationship: Relationship;
  askedDaysAgo: number;
  /** Absent while the request is pending. */
  acceptedDaysAgo?: number;
}

const accepted = (
  from: MemberId,
  to: MemberId,
  askedDaysAgo: number,
  relationship: Relationship = 'family',
): SampleConnection => ({ from, to, relationship, askedDaysAgo, acceptedDaysAgo: askedDaysAgo - 1 });

export const CONNECTIONS: readonly SampleConnection[] = [
  accepted('corvin', 'odalie', 62),
  accepted('tavi', 'odalie', 61),
  accepted('tavi', 'corvin', 60),
  accepted('ismene', 'odalie', 59),
  accepted('bram', 'tavi', 58),
  accepted('bram', 'odalie', 57, 'friend'),
  accepted('anselm', 'odalie', 56),
  accepted('anselm', 'tavi', 56),
  accepted('corvin', 'bram', 50, 'friend'),
  accepted('jonas', 'tavi', 43),
  accepted('jonas', 'odalie', 43),
  accepted('linnea', 'corvin', 36),
  accepted('linnea', 'odalie', 35),
  accepted('linnea', 'tavi', 35),
  accepted('juniper', 'corvin', 21),
  accepted('juniper', 'odalie', 20),
  accepted('pell', 'jonas', 8),
  { from: 'pell', to: 'odalie', relationship: 'family', askedDaysAgo: 7 },
  { from: 'maren', to: 'odalie', relationship: 'family', askedDaysAgo: 3 },
  { from: 'maren', to: 'pell', relationship: 'family', askedDaysAgo: 2 },
];

/** One caption: start and end in seconds, and its text. */
type Line = [start: number, end: number, text: string];

export interface Answer {
  /** Unique; also the name of the clip's file. */
  id: string;
  by: MemberId;
  /** Id of the question; see apps/server/src/features/prompts/prompts.seed.ts. */
  prompt: number;
  permission: Permission;
  /** Drawing behind the figure: one of apps/web/public/banners. */
  scene: Lowercase<BannerName>;
  daysAgo: number;
  captions?: readonly Line[];
  sharedWith?: readonly { to: MemberId; daysAgo: number; message?: string }[];
}

export const ANSWERS: readonly Answer[] = [
  {
    id: 'odalie-house',
    by: 'odalie',
    prompt: 2,
    permission: 'everyone',
    scene: 'canoe',
    daysAgo: 55,
    sharedWith: [{ to: 'corvin', daysAgo: 55 }],
  },
  {
    id: 'odalie-first-job',
    by: 'odalie',
    prompt: 26,
    permission: 'family',
    scene: 'yarn',
    daysAgo: 30,
    captions: [
      [0.5, 3, 'We lived on a farm, my brothers and I, a long way from the nearest town.'],
      [3, 5.2, 'Then we moved to the harbour.'],
      [5.2, 8.4, 'Father mended nets there, and I was allowed to hold the needle.'],
      [8.4, 11, 'That was my first job. I was seven.'],
    ],
    sharedWith: [
      { to: 'corvin', daysAgo: 30 },
      { to: 'juniper', daysAgo: 19, message: 'You asked about the nets. Here you are, my dear.' },
    ],
  },
  {
    id: 'odalie-love',
    by: 'odalie',
    prompt: 18,
    permission: 'friend',
    scene: 'pier',
    daysAgo: 6,
    sharedWith: [
      { to: 'corvin', daysAgo: 6 },
      { to: 'bram', daysAgo: 5 },
    ],
  },
  {
    id: 'anselm-wedding',
    by: 'anselm',
    prompt: 20,
    permission: 'family',
    scene: 'lavender',
    daysAgo: 51,
    captions: [
      [0.6, 3.4, 'It rained from morning to night.'],
      [3.4, 7, 'Your grandmother laughed so hard that the priest had to wait.'],
      [7, 10.8, 'I have liked rain ever since.'],
    ],
    sharedWith: [{ to: 'odalie', daysAgo: 51, message: 'My side of it.' }],
  },
  {
    id: 'anselm-winter',
    by: 'anselm',
    prompt: 79,
    permission: 'everyone',
    scene: 'mountains',
    daysAgo: 12,
  },
  {
    id: 'ismene-trouble',
    by: 'ismene',
    prompt: 7,
    permission: 'family',
    scene: 'blossoms',
    daysAgo: 48,
    captions: [
      [0.5, 4, 'Odalie will tell you that it was my idea to paint the goat.'],
      [4, 8, 'It was not my idea. I only held the goat.'],
    ],
    sharedWith: [{ to: 'odalie', daysAgo: 48 }],
  },
  {
    id: 'tavi-journey',
    by: 'tavi',
    prompt: 59,
    permission: 'friend',
    scene: 'river',
    daysAgo: 40,
    sharedWith: [
      { to: 'odalie', daysAgo: 40 },
      { to: 'jonas', daysAgo: 39 },
    ],
  },
  { id: 'tavi-parent', by: 'tavi', prompt: 36, permission: 'family', scene: 'sunflower', daysAgo: 17 },
  {
    id: 'bram-trade',
    by: 'bram',
    prompt: 30,
    permission: 'everyone',
    scene: 'ripple',
    daysAgo: 33,
    sharedWith: [{ to: 'corvin', daysAgo: 32 }],
  },
  {
    id: 'jonas-far',
    by: 'jonas',
    prompt: 60,
    permission: 'family',
    scene: 'clouds',
    daysAgo: 28,
    sharedWith: [{ to: 'odalie', daysAgo: 28, message: 'Recorded at the window you liked.' }],
  },
  { id: 'maren-object', by: 'maren', prompt: 63, permission: 'invite-only', scene: 'paint', daysAgo: 2 },
  {
    id: 'corvin-grandparents',
    by: 'corvin',
    prompt: 9,
    permission: 'family',
    scene: 'tree',
    daysAgo: 25,
    captions: [
      [0.5, 4.5, 'Gran’s workshop smelled of oil and oranges.'],
      [4.5, 9, 'Every clock in it was right, and no two agreed.'],
    ],
    sharedWith: [
      { to: 'odalie', daysAgo: 25 },
      { to: 'juniper', daysAgo: 18 },
    ],
  },
  { id: 'linnea-hands', by: 'linnea', prompt: 77, permission: 'friend', scene: 'citrus', daysAgo: 15 },
  {
    id: 'linnea-kind',
    by: 'linnea',
    prompt: 24,
    permission: 'family',
    scene: 'flowers',
    daysAgo: 3,
    sharedWith: [{ to: 'corvin', daysAgo: 3 }],
  },
  { id: 'pell-song', by: 'pell', prompt: 73, permission: 'everyone', scene: 'balloons', daysAgo: 5 },
  {
    id: 'juniper-laugh',
    by: 'juniper',
    prompt: 72,
    permission: 'family',
    scene: 'rainbow',
    daysAgo: 10,
    sharedWith: [
      { to: 'odalie', daysAgo: 10, message: 'Guess who makes me laugh.' },
      { to: 'corvin', daysAgo: 1 },
    ],
  },
];

/** A short link of one answer, and who opened it. */
export const SHORT_LINK = {
  by: 'odalie',
  answer: 'odalie-house',
  daysAgo: 14,
  visitor: 'linnea',
  visitedDaysAgo: 13,
} as const;

/** Who loves an answer. */
export const HEARTS: readonly { by: MemberId; answer: string; daysAgo: number }[] = [
  { by: 'corvin', answer: 'odalie-first-job', daysAgo: 29 },
];

/** What the family wrote about answers; `at` is a second of the video. */
export const NOTES: readonly { by: MemberId; answer: string; at?: number; text: string; daysAgo: number }[] = [
  { by: 'corvin', answer: 'odalie-first-job', at: 8, text: 'Seven! I was still afraid of the boats.', daysAgo: 29 },
  { by: 'juniper', answer: 'odalie-first-job', text: 'Can you teach me to mend a net, Gran?', daysAgo: 18 },
];

/** Notifications older than this are read. */
export const READ_AFTER_DAYS = 7;
