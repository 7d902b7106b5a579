import { readFileSync } from 'node:fs';
import type { Captions, Connection, Notification, User, Video } from '@kinreel/contracts';
import { videoFailures } from '@kinreel/messages/en/video-failures';
import type { Page } from '@playwright/test';
import { clipMp4 } from '../support/media.ts';
import { type Family, photograph } from './family.ts';

/** One screen in one state. */
export interface Scene {
  name: string;
  /** Who is logged in. Missing for visitors. */
  as?: keyof Family;
  /** Path of the page. `me` is the id of the logged-in person. */
  path: string | ((me: string, family: Family) => string);
  /** Requests that stay pending, to show the loading state. */
  hold?: string | RegExp;
  /** Requests that fail without a response. */
  fail?: string | RegExp;
  /** Prepares the page before it is opened. */
  before?: (page: Page) => Promise<unknown>;
  /** Actions before the screenshot. */
  act?: (page: Page) => Promise<unknown>;
  /** The only size with this state. */
  only?: 'wide' | 'phone';
  /** Captures the full page instead of the visible part. */
  whole?: true;
  /** Whether the documentation shows this screen. */
  docs?: true;
}

/** One video by its id. */
const ONE_VIDEO = /\/api\/video\/[0-9a-f-]{36}(\?|$)/;

const view = (name: string) => (me: string) => `/user/${me}/${name}`;
const button = (page: Page, name: string | RegExp, exact = false) => page.getByRole('button', { name, exact }).first();
const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
const openTab = (name: RegExp) => (page: Page) => page.getByRole('tab', { name }).click();

/** Opens something and waits for this text. */
const thenSee = (open: (page: Page) => Promise<unknown>, text: string | RegExp) => async (page: Page) => {
  await open(page);
  await page.getByText(text).first().waitFor();
};

/** Changes a response of the server. */
const answered = (url: string | RegExp, change: (body: never) => unknown) => (page: Page) =>
  page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as never) });
  });

/** Answers a request with an error. */
const rejected = (url: string, status: number, code: string, message: string) => (page: Page) =>
  page.route(url, (route) => route.fulfill({ status, json: { code, message } }));

const personNamed = (n: number, first_name: string) => ({
  ...{ id: `0192f0a0-0000-7000-8000-00000000000${n}`, first_name, last_name: 'Fennick' },
  ...{ city: 'Duluth', state: 'MN', country: 'United States', profile_image: null },
});
const ASKED_AT = '2026-11-20T12:00:00.000Z';
/**
 * Two stewards, one of whom declined; three owners: one available, one no longer able, one whose waiting time is over.
 */
const STEWARDS = {
  stewards: [
    { person: personNamed(1, 'Tavi'), waiting_days: 90, declined: false },
    { person: personNamed(2, 'Ismene'), waiting_days: 365, declined: true },
  ],
  looking_after: [
    { person: personNamed(3, 'Bram'), waiting_days: 60, asked_at: null, starts_at: null, started_at: null },
    {
      ...{ person: personNamed(4, 'Corvin'), waiting_days: 90, started_at: null },
      ...{ asked_at: ASKED_AT, starts_at: '2027-02-18T12:00:00.000Z' },
    },
    {
      ...{ person: personNamed(5, 'Wilhelmina'), waiting_days: 30 },
      ...{ asked_at: ASKED_AT, starts_at: ASKED_AT, started_at: ASKED_AT },
    },
  ],
  ended: [{ person: personNamed(1, 'Tavi'), started_at: ASKED_AT, ended_at: '2026-12-01T12:00:00.000Z' }],
};
const GIFTS = [
  {
    video_id: '0192f0a0-0000-7000-8000-000000000009',
    prompt: 'What was your first job?',
    people: [
      { ...personNamed(1, 'Tavi'), given: true },
      { ...personNamed(2, 'Ismene'), given: false },
    ],
  },
];

/** An account with a scheduled deletion. */
const SCHEDULED_DELETION = {
  asked_at: '2026-11-20T12:00:00.000Z',
  delete_at: '2026-12-20T12:00:00.000Z',
  by_site_owner: false,
};

/** The archive of a person with a few videos. */
const archiveIn = (status: 'making' | 'ready' | 'failed') => ({
  ...{ id: '0192f0a0-0000-7000-8000-000000000001', status, progress: 40, created_at: '2026-11-20T12:00:00.000Z' },
  ...(status === 'ready' ? { size: 2.4e9, expires_at: '2026-11-27T12:00:00.000Z' } : { size: null, expires_at: null }),
});

const withStewards = async (page: Page) => {
  await page.route('**/api/stewards', (route) => route.fulfill({ json: STEWARDS }));
  await page.route('**/stewardships/*/archive', (route) => route.fulfill({ json: { archive: archiveIn('ready') } }));
};

/** A list while it is loading, after an error, and empty. */
function listed(
  scene: Scene & { as: keyof Family },
  calls: string | RegExp,
  empty: Scene['as'] | null = 'newcomer',
): Scene[] {
  const { docs, ...plain } = scene;
  return [
    scene,
    { ...plain, name: `${scene.name}-loading`, hold: calls },
    { ...plain, name: `${scene.name}-failed`, fail: calls },
    ...(empty ? [{ ...plain, name: `${scene.name}-empty`, as: empty }] : []),
  ];
}

/** The captions of one video. */
const CAPTIONS = /\/captions$/;

const openCaptions = press(/^Captions: What was your first job/);

async function openCue(page: Page): Promise<void> {
  await openCaptions(page);
  await page.getByRole('list', { name: 'Lines' }).getByRole('button').nth(1).click();
}

async function fillLogin(page: Page): Promise<void> {
  await page.getByLabel('Email Address').fill('odalie@example.org');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await button(page, 'LOGIN').click();
}

async function fillRegistration(page: Page, password: string): Promise<void> {
  for (const [label, value] of [
    ['First Name', 'Odalie'],
    ['Last Name', 'Fennick'],
    ['Email', 'odalie.gallery@example.org'],
    ['City', 'Duluth'],
    ['Country', 'United States'],
    ['Birthday', '1944-03-09'],
  ] as const) {
    await page.getByLabel(label).fill(value);
  }
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'SIGN UP' }).click();
}

/** Opens a video from the list and pauses it, so that the picture does not change. */
const openVideo =
  (title: string, seconds = 1) =>
  async (page: Page) => {
    await page.getByRole('link', { name: `Play: ${title}` }).click();
    await stopAt(page, seconds);
  };

async function stopAt(page: Page, seconds: number): Promise<void> {
  const video = page.locator('video');
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.1);
  await video.evaluate((element: HTMLVideoElement, to) => {
    element.pause();
    element.currentTime = to;
  }, seconds);
}

const FIRST_JOB = 'What was your first job?';

/** Seeks to the last moment and waits for the end. */
async function watchToTheEnd(page: Page): Promise<void> {
  await openVideo(FIRST_JOB)(page);
  await page.locator('video').evaluate(async (element: HTMLVideoElement) => {
    element.currentTime = element.duration - 0.3;
    await element.play();
  });
  await button(page, 'Watch again').waitFor();
}

const openForgot = (page: Page) =>
  page
    .getByRole('button', { name: 'Forgot Password?' })
    .or(page.getByRole('link', { name: 'Forgot Password?' }))
    .click();

async function askForReset(page: Page): Promise<void> {
  await openForgot(page);
  await page.getByLabel('Email Address').fill('odalie@example.org');
  await button(page, 'Send the link').click();
}

/** A short link that waits for the login. */
const ARRIVAL_QUERY = '?autoplay=0192f0a0-0000-7000-8000-000000000001&share=AAAAAAAAAAAAAAAAAAAAAA';
const ARRIVAL = `/user/0192f0a0-0000-7000-8000-000000000002/videos${ARRIVAL_QUERY}`;
const WAITING = { first_name: 'Odalie', prompt: 'How did you two meet?', blur: 'owgKFIaZhniPeHhyh4mKiaD5aA==' };
const LONG_QUESTION = 'What would you like your grandchildren to know about the place where you grew up?';
const waiting = (preview: object) => (page: Page) =>
  page.route('**/api/link/*/preview', (route) => route.fulfill({ json: preview }));

/** A mailed invitation that waits for the registration, and that can be declined. */
const INVITED = '/invitation/AAAAAAAAAAAAAAAAAAAAAA';
async function invited(page: Page): Promise<void> {
  const words = { message: 'Come and see us!', email: 'aunt@example.org', photo: null };
  const invitation = { relationship: 'family', has_video: true, ...words };
  await page.route('**/api/invitation/*/preview', (route) => route.fulfill({ json: { ...WAITING, invitation } }));
  await page.route('**/api/invitation/*/decline', (route) => route.fulfill({ status: 204 }));
}
async function decline(page: Page): Promise<void> {
  await button(page, 'Not for me').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click();
}

const VISITOR: readonly Scene[] = [
  { name: 'login', path: '/login', docs: true },
  { name: 'login-missing', path: '/login', act: thenSee(press('LOGIN'), 'Enter your username and password!') },
  {
    name: 'login-rejected',
    path: '/login',
    act: async (page) => {
      await fillLogin(page);
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'login-sending', path: '/login', hold: '**/co/authenticate', act: thenSee(fillLogin, 'Logging in') },
  {
    name: 'login-server-down',
    path: '/login',
    fail: '**/co/authenticate',
    act: thenSee(fillLogin, /Is the server running/),
  },
  { name: 'landing', as: 'odalie', path: '/landingpage', hold: '**/api/user' },
  { name: 'server-down', as: 'odalie', path: '/landingpage', fail: '**/api/user' },
  {
    name: 'session-ended',
    as: 'odalie',
    path: view('connections'),
    before: rejected('**/api/**', 401, 'session.expired', 'Please log in.'),
  },
  {
    name: 'logged-out',
    path: '/login',
    before: (page) => page.addInitScript(() => sessionStorage.setItem('kinreel.logged-out', '')),
  },
  { name: 'forgot-password', path: '/login', act: openForgot },
  {
    name: 'forgot-password-error',
    path: '/login',
    act: async (page) => {
      await openForgot(page);
      await button(page, 'Send the link').click();
    },
  },
  {
    name: 'forgot-password-failed',
    path: '/login',
    fail: '**/dbconnections/change_password',
    act: thenSee(askForReset, /Is the server running/),
  },
  { name: 'forgot-password-sent', path: '/login', act: thenSee(askForReset, 'Check your inbox') },
  { name: 'registration', path: '/registration', whole: true },
  {
    name: 'registration-errors',
    path: '/registration',
    whole: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'SIGN UP' }).last().click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'registration-weak-password',
    path: '/registration',
    whole: true,
    act: async (page) => {
      await fillRegistration(page, 'weakweak');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'registration-failed',
    path: '/registration',
    whole: true,
    fail: '**/dbconnections/signup',
    act: async (page) => {
      await fillRegistration(page, 'Correct-horse-7');
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'complete-profile',
    as: 'odalie',
    path: '/landingpage',
    whole: true,
    before: rejected('**/api/user', 404, 'profile.missing', 'Tell us who you are.'),
  },
  { name: 'about', path: '/about', whole: true },
  { name: 'terms', path: '/terms', whole: true },
  { name: 'privacy', path: '/privacy', whole: true },
  { name: 'not-found', path: '/nowhere' },
  { name: 'demo', path: '/videoWatchPage' },
  { name: 'demo-loading', path: '/videoWatchPage', hold: '**/api/video/10' },
  { name: 'demo-failed', path: '/videoWatchPage', fail: '**/api/video/10' },
  { name: 'dead-link', path: '/s/nothing-is-here' },
  { name: 'arrive', path: ARRIVAL, whole: true, before: waiting(WAITING), docs: true },
  { name: 'arrive-long', path: ARRIVAL, whole: true, before: waiting({ ...WAITING, prompt: LONG_QUESTION }) },
  { name: 'arrive-loading', path: ARRIVAL, hold: '**/api/link/*/preview' },
  { name: 'arrive-offline', path: ARRIVAL, fail: '**/api/link/*/preview' },
  { name: 'arrive-off', path: ARRIVAL, before: waiting({ first_name: null, prompt: null, blur: null }) },
  { name: 'arrive-no-longer', path: ARRIVAL },
  { name: 'arrive-registration', path: `/registration${ARRIVAL_QUERY}`, whole: true, before: waiting(WAITING) },
  { name: 'invited', path: INVITED, whole: true, before: invited },
  { name: 'invited-decline', path: INVITED, before: invited, act: press('Not for me') },
  { name: 'invited-declined', path: INVITED, before: invited, act: thenSee(decline, 'You declined the invitation') },
  { name: 'reset-password-dead', path: '/identity/password-reset?ticket=nothing' },
];

/** Clicks the control that opens a dialog or menu, and waits for it. */
const open = (name: string | RegExp) => async (page: Page) => {
  await button(page, name).click();
  await page.locator('[role=dialog], [role=alertdialog], [role=menu]').first().waitFor();
};

const openUpload = open('Upload Video');
const openShare = open(/^Share:/);
/** The Share dialog with the menu of people open. */
async function openPicker(page: Page): Promise<void> {
  await openShare(page);
  await button(page, /Choose who sees it/).click();
}
const openMenu = open('Menu');
const openBell = open(/^Notifications/);

async function openLibrary(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Manage Library' }).click();
}

/** Notifications of several days, with three ready videos on one day. */
function withReadyVideos(rows: readonly Notification[]): Notification[] {
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  const ready = (id: number, daysAgo: number, read: boolean): Notification => ({
    ...{ id: `00000000-0000-7000-8000-00000000000${id}`, kind: 'video-ready', created_at: at(daysAgo), read },
    ...{ actor: null, message: '', connection_id: null, relationship: null, pending: false },
    video: { id: UNFINISHED_UPLOAD.id, prompt: 'What was your first job?', user_id: UNFINISHED_UPLOAD.id },
  });
  return [ready(1, 0, false), ready(2, 0, false), ready(3, 0, false), ready(4, 1, true), ready(5, 1, true), ...rows];
}

/** Two blocked people. */
const twoBlocked = answered(/\/api\/blocks(\?|$)/, () =>
  [
    ['Tavi', 'Marrow', '2026-01-15'],
    ['Wilhelmina Josephine', 'Featherstonehaugh-Vanterpool', '2025-11-02'],
  ].map(([first_name, last_name, day], at) => ({
    ...{ id: `0192f0a0-0000-7000-8000-00000000000${at}`, first_name, last_name },
    blocked_at: `${day}T12:00:00.000Z`,
  })),
);

/** Two requests from people with the same name. */
const sameNames = answered('**/api/connections/*list=requests*', (rows: readonly Connection[]) =>
  rows.map((row, index) => ({
    ...row,
    ...{ first_name: 'Maren', last_name: 'Ollerton', profile_image: null },
    ...(index === 0
      ? { city: 'Two Harbors', shared_connections: { count: 2, names: ['Maren', 'Tavi'] } }
      : { city: 'Portland', state: 'OR', shared_connections: { count: 0, names: [] } }),
  })),
);

/** Keeps notifications unread, so that each screenshot shows them as new. */
const unread = (page: Page) => page.route('**/api/notifications/read', (route) => route.abort());

async function search(page: Page, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Search users by name' });
  const drawer = page.getByRole('button', { name: 'Search users by name' });
  await field.or(drawer).first().waitFor();
  if (await drawer.isVisible()) await drawer.click();
  await field.click();
  await field.pressSequentially(name);
  await page
    .getByText(/Searching|can't reach|No one found for|Fennick, /)
    .first()
    .or(page.getByRole('option').first())
    .waitFor();
}

const openPhoto = open('Upload Photo');

async function choosePhoto(page: Page): Promise<void> {
  await openPhoto(page);
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles(await photograph('pier'));
  await page.getByRole('application').waitFor();
}

async function chooseVideo(page: Page, name: string, mimeType: string): Promise<void> {
  await openUpload(page);
  await page.getByRole('radio').first().check({ force: true });
  await sendVideo(page, name, mimeType);
}

async function sendVideo(
  page: Page,
  name: string,
  mimeType: string,
  buffer: Buffer = Buffer.alloc(4_000_000, 1),
): Promise<void> {
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
}

/** Watches a local video while it is being uploaded. */
const watchFile = (buffer?: () => Buffer) => async (page: Page) => {
  await openUpload(page);
  await page.getByRole('radio').first().check({ force: true });
  await sendVideo(page, 'mill.mov', 'video/quicktime', buffer?.());
  await button(page, 'Watch from this device').click();
  await page.getByRole('dialog', { name: 'Your video' }).waitFor();
};

/** An unfinished upload from another device. */
const UNFINISHED_UPLOAD = {
  id: '00000000-0000-7000-8000-000000000001',
  file_name: 'mill-1957.mov',
  size: 210_000_000,
  offset: 86_000_000,
  prompt_id: 3,
  created_at: new Date().toISOString(),
  expires_at: new Date().toISOString(),
};

const PREPARING = { status: 'processing', progress: 40, url: null, poster_url: null };
const FAILED = {
  status: 'failed',
  url: null,
  poster_url: null,
  status_code: 'damaged',
  status_params: {},
  status_reason: videoFailures.damaged,
};

const CUT_OFF = {
  missing_seconds: 12.4,
  notes: [{ kind: 'silent', seconds: null }],
};

/** Videos that are in processing, have failed, or were cut off and are silent. */
async function unready(page: Page): Promise<void> {
  await answered('**/api/video/userVideos*', (videos: Video[]) =>
    videos.map((video, index) => ({ ...video, ...[PREPARING, FAILED, CUT_OFF][index] })),
  )(page);
  await answered(ONE_VIDEO, (videos: Video[]) => videos.map((video) => ({ ...video, ...PREPARING })))(page);
}

/** A video that can be watched while it is being prepared. */
const growing = ({ hls_url }: Video) => ({
  status: 'processing',
  progress: 40,
  growing: hls_url && { url: hls_url, seconds: 6 },
});

/** The watch view of a video that is not ready, by its index in the list. */
const openUnready = (index: number) => async (page: Page) => {
  const [me = ''] = /[0-9a-f-]{36}/.exec(page.url()) ?? [];
  const id = await page
    .getByRole('region', { name: 'My Videos' })
    .locator('[data-row]')
    .nth(index)
    .getAttribute('data-row');
  await page.goto(`/user/${me}/videos?autoplay=${id}`);
  await page.getByRole('progressbar').first().waitFor();
};

const SIGNED_IN: readonly Scene[] = [
  ...listed({ name: 'videos', as: 'odalie', path: view('videos'), docs: true }, '**/api/video/userVideos*'),
  { name: 'watch', as: 'odalie', path: view('videos'), act: openVideo(FIRST_JOB, 3), docs: true },
  {
    name: 'watch-cut-off',
    as: 'odalie',
    path: view('videos'),
    before: answered(ONE_VIDEO, (videos: Video[]) => videos.map((video) => ({ ...video, ...CUT_OFF }))),
    act: openVideo(FIRST_JOB, 3),
  },
  { name: 'watch-whole', as: 'odalie', path: view('videos'), act: openVideo(FIRST_JOB, 3), whole: true },
  {
    name: 'watch-shared',
    as: 'corvin',
    path: (me) => `/user/${me}/videos?tab=shared-with-me`,
    act: async (page) => {
      await page
        .getByRole('link', { name: /^Play:/ })
        .first()
        .click();
      await stopAt(page, 1);
    },
  },
  {
    name: 'watch-captions-off',
    as: 'odalie',
    path: view('videos'),
    act: async (page) => {
      await openVideo(FIRST_JOB, 3)(page);
      await page.getByRole('switch', { name: /^Captions/ }).click();
    },
  },
  { name: 'watch-ended', as: 'odalie', path: view('videos'), act: watchToTheEnd },
  { name: 'watch-preparing', as: 'odalie', path: view('videos'), before: unready, act: openUnready(0) },
  {
    name: 'watch-growing',
    as: 'odalie',
    path: view('videos'),
    before: answered(ONE_VIDEO, (videos: Video[]) => videos.map((video) => ({ ...video, ...growing(video) }))),
    act: openVideo(FIRST_JOB, 3),
  },
  {
    name: 'watch-failed',
    as: 'odalie',
    path: view('videos'),
    fail: /\/media\/videos\/[^/]+\/(playback|hls|renditions)/,
    act: async (page) => {
      await page.getByRole('link', { name: `Play: ${FIRST_JOB}` }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'watch-loading', as: 'odalie', path: '/watch/00000000-0000-7000-8000-000000000002', hold: ONE_VIDEO },
  { name: 'watch-gone', as: 'odalie', path: '/watch/00000000-0000-7000-8000-000000000002' },
  { name: 'videos-unready', as: 'odalie', path: view('videos'), before: unready },
  { name: 'videos-whole', as: 'odalie', path: view('videos'), whole: true },
  {
    name: 'videos-unconfirmed',
    as: 'odalie',
    path: view('videos'),
    before: answered('**/api/user', (user: User) => ({ ...user, email_verified: false })),
  },
  ...listed(
    { name: 'shared-with-me', as: 'corvin', path: (me) => `/user/${me}/videos?tab=shared-with-me` },
    '**/api/video/sharedwithme*',
  ),
  ...listed(
    { name: 'shared-by-me', as: 'odalie', path: (me) => `/user/${me}/videos?tab=shared-by-me` },
    '**/api/video/sharedbyme*',
  ),
  ...listed(
    { name: 'upload', as: 'odalie', path: view('videos'), act: openUpload, docs: true },
    '**/api/prompt*',
    null,
  ),
  {
    name: 'upload-nothing-found',
    as: 'odalie',
    path: view('videos'),
    act: async (page) => {
      await openUpload(page);
      await page.getByRole('searchbox', { name: 'Find a question' }).fill('zebra');
    },
  },
  {
    name: 'upload-not-a-video',
    as: 'odalie',
    path: view('videos'),
    act: (page) => chooseVideo(page, 'letter.txt', 'text/plain'),
  },
  {
    name: 'upload-sending',
    as: 'odalie',
    path: view('videos'),
    hold: /\/files\/[0-9a-f]{8}-/,
    act: (page) => chooseVideo(page, 'mill.mov', 'video/quicktime'),
  },
  {
    name: 'upload-watch',
    as: 'odalie',
    path: view('videos'),
    hold: /\/files\/[0-9a-f]{8}-/,
    act: async (page) => {
      await watchFile(() => readFileSync(clipMp4()))(page);
      await button(page, 'Play', true).waitFor();
    },
  },
  {
    name: 'upload-watch-later',
    as: 'odalie',
    path: view('videos'),
    hold: /\/files\/[0-9a-f]{8}-/,
    act: thenSee(watchFile(), 'This device cannot show'),
  },
  {
    name: 'upload-prompt-required',
    as: 'odalie',
    path: view('videos'),
    hold: /\/files\/[0-9a-f]{8}-/,
    act: async (page) => {
      await openUpload(page);
      await sendVideo(page, 'mill.mov', 'video/quicktime');
    },
  },
  {
    name: 'upload-waiting',
    as: 'odalie',
    path: view('videos'),
    fail: /\/files\/[0-9a-f]{8}-/,
    act: async (page) => {
      await chooseVideo(page, 'mill.mov', 'video/quicktime');
      await page.getByText('Connection lost. Upload resumes').waitFor();
    },
  },
  {
    name: 'upload-file-again',
    as: 'odalie',
    path: view('uploads'),
    before: (page) => page.route('**/api/uploads', (route) => route.fulfill({ json: [UNFINISHED_UPLOAD] })),
    act: async (page) => {
      await button(page, /^Resume/).click();
      await page.getByText('Choose mill-1957.mov again').waitFor();
    },
  },
  {
    name: 'share',
    as: 'odalie',
    path: view('videos'),
    act: async (page) => {
      await openShare(page);
      await button(page, 'Give me a link').click();
      await button(page, 'Copy').waitFor();
    },
    docs: true,
  },
  {
    name: 'share-loading',
    as: 'odalie',
    path: view('videos'),
    hold: /\/api\/(connections|link|share)\b/,
    act: openShare,
  },
  {
    name: 'share-failed',
    as: 'odalie',
    path: view('videos'),
    fail: /\/api\/(connections|link|share)\b/,
    act: thenSee(async (page) => {
      await openShare(page);
      await button(page, 'Give me a link').click();
    }, "We couldn't create the link"),
  },
  {
    name: 'share-nobody',
    as: 'odalie',
    path: view('videos'),
    before: answered('**/api/connections/*', () => []),
    act: thenSee(openPicker, 'Type an email address to invite someone.'),
  },
  {
    name: 'share-invite',
    as: 'odalie',
    path: view('videos'),
    act: async (page) => {
      await openPicker(page);
      await page.getByRole('searchbox').fill('great.aunt@example.org');
      await page.getByRole('menuitem', { name: 'Invite great.aunt@example.org' }).click();
      await button(page, 'Invite as family').waitFor();
    },
  },
  {
    name: 'share-no-recipient',
    as: 'odalie',
    path: view('videos'),
    act: thenSee(async (page) => {
      await openShare(page);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Share/ })
        .last()
        .click();
    }, 'Select recipient'),
  },
  {
    name: 'share-people',
    as: 'odalie',
    path: view('videos'),
    act: async (page) => {
      await openPicker(page);
      await page.getByRole('menuitemcheckbox').first().click();
    },
  },
  { name: 'who-can-see', as: 'odalie', path: view('videos'), act: open(/Show who: /), docs: true },
  {
    name: 'open-later',
    as: 'odalie',
    path: view('videos'),
    act: async (page) => {
      await open(/Show who: /)(page);
      await button(page, 'Open later').click();
      await button(page, 'Work it out from an age').click();
    },
  },
  {
    name: 'who-can-see-loading',
    as: 'odalie',
    path: view('videos'),
    hold: /\/audience(\?|$)/,
    act: open(/Show who: /),
  },
  {
    name: 'who-can-see-failed',
    as: 'odalie',
    path: view('videos'),
    fail: /\/audience(\?|$)/,
    act: thenSee(open(/Show who: /), 'The list could not be loaded'),
  },
  {
    name: 'who-can-see-not-saved',
    as: 'odalie',
    path: view('videos'),
    fail: /\/api\/permission\//,
    act: thenSee(async (page) => {
      await open(/Show who: /)(page);
      await page.getByRole('radio', { checked: false }).last().click();
    }, 'That could not be saved'),
  },
  {
    name: 'who-can-see-everyone',
    as: 'odalie',
    path: view('videos'),
    act: thenSee(async (page) => {
      await open(/Show who: /)(page);
      await page.getByRole('radio', { name: /^Everyone/ }).click();
    }, 'Let everyone see this?'),
  },
  { name: 'trim', as: 'odalie', path: '/manageLibrary', act: open(/^Trim:/) },
  {
    name: 'trim-trimmed',
    as: 'odalie',
    path: '/manageLibrary',
    before: answered('**/api/video/userVideos*', (videos: Video[]) =>
      videos.map((video) => ({ ...video, trim: { start: 2, end: (video.duration ?? 0) + 2, whole: 3723 } })),
    ),
    act: open(/^Trim:/),
  },
  { name: 'delete', as: 'odalie', path: view('videos'), act: open(/^Delete:/) },
  {
    name: 'delete-failed',
    as: 'odalie',
    path: view('videos'),
    before: (page) =>
      page.route(ONE_VIDEO, (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue())),
    act: async (page) => {
      await button(page, /^Delete:/).click();
      await button(page, 'OK', true).click();
      await page.getByRole('region', { name: 'Notices' }).getByRole('group').first().waitFor();
    },
  },
  { name: 'permission', as: 'odalie', path: view('videos'), act: open(/^Permission:/) },
  { name: 'menu', as: 'odalie', path: view('videos'), act: openMenu },
  ...listed(
    { name: 'notifications', as: 'corvin', path: view('videos'), before: unread, act: openBell },
    /\/api\/notifications(\?|$)/,
  ),
  {
    name: 'notifications-grouped',
    as: 'corvin',
    path: view('videos'),
    before: async (page) => {
      await unread(page);
      await answered(/\/api\/notifications(\?|$)/, withReadyVideos)(page);
    },
    act: openBell,
  },
  ...listed(
    { name: 'notification-settings', as: 'odalie', path: (me) => `/user/${me}/edit?tab=notifications` },
    '**/api/notifications/settings',
    null,
  ),
  ...listed({ name: 'devices', as: 'odalie', path: (me) => `/user/${me}/edit?tab=devices` }, '**/api/devices', null),
  ...listed(
    { name: 'blocked', as: 'odalie', path: (me) => `/user/${me}/edit?tab=blocked`, before: twoBlocked },
    '**/api/blocks',
    null,
  ),
  { name: 'blocked-empty', as: 'odalie', path: (me) => `/user/${me}/edit?tab=blocked` },
  {
    name: 'blocked-unblock',
    as: 'odalie',
    path: (me) => `/user/${me}/edit?tab=blocked`,
    before: twoBlocked,
    act: press(/^Unblock Tavi/),
  },
  ...listed({ name: 'activity', as: 'odalie', path: (me) => `/user/${me}/edit?tab=activity` }, '**/api/activity', null),
  ...listed({ name: 'account', as: 'odalie', path: (me) => `/user/${me}/edit?tab=account` }, '**/api/archive', null),
  ...(['making', 'ready', 'failed'] as const).map((status) => ({
    name: `account-archive-${status}`,
    as: 'odalie' as const,
    path: (me: string) => `/user/${me}/edit?tab=account`,
    before: answered('**/api/archive', () => ({ archive: archiveIn(status) })),
  })),
  {
    name: 'stewards',
    as: 'odalie',
    path: (me) => `/user/${me}/edit?tab=account`,
    before: withStewards,
    whole: true,
  },
  {
    name: 'stewards-news',
    as: 'odalie',
    path: view('videos'),
    before: async (page) => {
      await answered('**/api/user', (user: User) => ({ ...user, steward_news: true }))(page);
      await withStewards(page);
    },
  },
  {
    name: 'stewards-failed',
    as: 'odalie',
    path: (me) => `/user/${me}/edit?tab=account`,
    fail: '**/api/stewards',
    whole: true,
  },
  {
    name: 'stewards-choose',
    as: 'odalie',
    path: (me) => `/user/${me}/edit?tab=account`,
    act: press('Choose a person'),
    whole: true,
  },
  {
    name: 'stewards-gifts',
    as: 'odalie',
    path: (me) => `/user/${me}/edit?tab=account`,
    before: async (page) => {
      await withStewards(page);
      await page.route('**/gifts', (route) => route.fulfill({ json: GIFTS }));
    },
    act: thenSee(press('Videos to give'), 'What was your first job?'),
  },
  {
    name: 'stewards-rule',
    as: 'odalie',
    path: view('videos'),
    act: async (page) => {
      await open(/Show who: /)(page);
      await page.getByRole('combobox', { name: "When I'm no longer able to" }).selectOption('give');
      await page.getByText('Who may get it').scrollIntoViewIfNeeded();
    },
  },
  { name: 'stewards-here', path: '/here/0192f0a0-0000-7000-8000-000000000009/AAAAAAAAAAAAAAAAAAAAAA' },
  ...listed({ name: 'site-overview', as: 'siteOwner', path: '/admin', whole: true }, '**/api/admin/overview', null),
  ...(['people', 'invitations', 'mails', 'jobs', 'reports'] as const).flatMap((tab) =>
    listed({ name: `site-${tab}`, as: 'siteOwner', path: `/admin?tab=${tab}` }, `**/api/admin/${tab}*`, null),
  ),
  {
    name: 'site-jobs-listed',
    as: 'siteOwner',
    path: '/admin?tab=jobs',
    whole: true,
    before: answered('**/api/admin/jobs', () => ({
      ...{ waiting: 4, failed: 3 },
      jobs: (['prepare-video:time', 'backup:storage', 'make-archive:other'] as const).map((job, n) => ({
        ...{ id: `0192f0a0-0000-7000-8000-00000000000${n}`, attempts: 5, failed_at: '2026-01-15T12:00:00.000Z' },
        ...{ kind: job.split(':')[0], failure: job.split(':')[1] },
      })),
    })),
  },
  {
    name: 'site-person',
    as: 'siteOwner',
    path: '/admin?tab=people',
    act: press(/^Change Corvin/),
  },
  {
    name: 'site-owner-link',
    as: 'newcomer',
    path: '/owner?code=AAAAAAAAAAAAAAAAAAAAAA',
  },
  ...(
    [
      ['email', /^Change email address/],
      ['password', /^Change password/],
      ['delete', /^Delete my account/],
    ] as const
  ).map(([name, opens]) => ({
    name: `account-${name}`,
    as: 'odalie' as const,
    path: (me: string) => `/user/${me}/edit?tab=account`,
    act: press(opens),
    whole: true as const,
  })),
  {
    name: 'account-email-waiting',
    as: 'odalie',
    path: (me) => `/user/${me}/edit?tab=account`,
    before: answered('**/identity/account', (account: object) => ({ ...account, new_email: 'odalie@new.example' })),
  },
  {
    name: 'leaving',
    as: 'odalie',
    path: () => '/',
    before: async (page) => {
      await rejected('**/api/user', 403, 'account.leaving', 'This account is going to be deleted.')(page);
      await page.route('**/api/account/deletion', (route) => route.fulfill({ json: { deletion: SCHEDULED_DELETION } }));
    },
  },
  {
    name: 'person-menu',
    as: 'odalie',
    path: (_me, f) => `/user/${f.corvin.user.id}/videos`,
    act: press(/^More about/),
  },
  {
    name: 'person-report',
    as: 'odalie',
    path: (_me, f) => `/user/${f.corvin.user.id}/videos`,
    act: async (page) => {
      await button(page, /^More about/).click();
      await page.getByRole('menuitem', { name: /^Report/ }).click();
      await button(page, 'Send report').click();
    },
  },
  {
    name: 'person-block',
    as: 'odalie',
    path: (_me, f) => `/user/${f.corvin.user.id}/videos`,
    act: async (page) => {
      await button(page, /^More about/).click();
      await page.getByRole('menuitem', { name: /^Block/ }).click();
    },
  },
  {
    name: 'devices-everywhere',
    as: 'odalie',
    path: (me) => `/user/${me}/edit?tab=devices`,
    act: open('Log out everywhere'),
  },
  { name: 'search', as: 'newcomer', path: '/info', act: (page) => search(page, 'Fennick') },
  {
    name: 'search-loading',
    as: 'newcomer',
    path: '/info',
    hold: '**/api/search?*',
    act: (page) => search(page, 'Fennick'),
  },
  {
    name: 'search-failed',
    as: 'newcomer',
    path: '/info',
    fail: '**/api/search?*',
    act: (page) => search(page, 'Fennick'),
  },
  { name: 'search-empty', as: 'newcomer', path: '/info', act: (page) => search(page, 'Zzyzx') },
  { name: 'person', as: 'corvin', path: (_me, f) => `/user/${f.odalie.user.id}/videos`, docs: true },
  {
    name: 'person-loading',
    as: 'corvin',
    path: (_me, f) => `/user/${f.odalie.user.id}/videos`,
    hold: '**/api/search/*',
  },
  {
    name: 'person-failed',
    as: 'corvin',
    path: (_me, f) => `/user/${f.odalie.user.id}/videos`,
    fail: '**/api/search/*',
  },
  {
    name: 'person-videos-failed',
    as: 'corvin',
    path: (_me, f) => `/user/${f.odalie.user.id}/videos`,
    fail: '**/api/video/user/*',
  },
  {
    name: 'person-unconnected',
    as: 'newcomer',
    path: (_me, f) => `/user/${f.odalie.user.id}/videos`,
    act: open('Connect'),
  },
  { name: 'person-pending', as: 'maren', path: (_me, f) => `/user/${f.odalie.user.id}/videos` },
  {
    name: 'person-pending-menu',
    as: 'maren',
    path: (_me, f) => `/user/${f.odalie.user.id}/videos`,
    act: open('Pending'),
  },
  {
    name: 'person-following-menu',
    as: 'corvin',
    path: (_me, f) => `/user/${f.odalie.user.id}/videos`,
    act: open('Following'),
  },
  {
    name: 'person-change',
    as: 'corvin',
    path: (_me, f) => `/user/${f.odalie.user.id}/videos`,
    act: async (page) => {
      await open('Following')(page);
      await page.getByRole('menuitem', { name: 'Change to friends' }).click();
    },
  },
  { name: 'person-asking', as: 'odalie', path: (_me, f) => `/user/${f.maren.user.id}/videos` },
  ...listed({ name: 'connections', as: 'odalie', path: view('connections'), docs: true }, '**/api/connections/*'),
  ...listed(
    { name: 'requests', as: 'odalie', path: view('connections'), act: openTab(/Requests/) },
    '**/api/connections/*',
  ),
  ...listed({ name: 'questions', as: 'odalie', path: view('videos') }, '**/api/questions', null),
  ...listed(
    { name: 'ask', as: 'corvin', path: view('connections'), act: press('Ask a question: Odalie') },
    '**/api/questions/asked/*',
    null,
  ),
  {
    name: 'requests-same-names',
    as: 'odalie',
    path: view('connections'),
    before: sameNames,
    act: openTab(/Requests/),
  },
  {
    name: 'notice-in-dialog',
    as: 'odalie',
    path: view('videos'),
    before: (page) =>
      page.route(ONE_VIDEO, (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue())),
    act: async (page) => {
      await button(page, /^Delete:/).click();
      await button(page, 'OK', true).click();
      await page.getByRole('region', { name: 'Notices' }).getByRole('group').first().waitFor();
      await openUpload(page);
    },
  },
  { name: 'friends-empty', as: 'newcomer', path: view('connections'), act: openTab(/Friends/) },
  { name: 'connection-remove', as: 'odalie', path: view('connections'), act: open(/^Remove/) },
  ...listed({ name: 'uploads', as: 'odalie', path: view('uploads'), before: unready }, '**/api/video/userVideos*'),
  {
    name: 'uploads-stopped',
    as: 'odalie',
    path: view('uploads'),
    before: (page) => page.route('**/api/uploads', (route) => route.fulfill({ json: [UNFINISHED_UPLOAD] })),
  },
  { name: 'edit', as: 'odalie', path: view('edit'), whole: true },
  {
    name: 'edit-errors',
    as: 'odalie',
    path: view('edit'),
    whole: true,
    act: async (page) => {
      for (const label of ['First Name', 'Last Name', 'City', 'Country', 'Birthday'])
        await page.getByLabel(label).fill('');
      await button(page, 'Save', true).click();
    },
  },
  {
    name: 'edit-failed',
    as: 'odalie',
    path: view('edit'),
    whole: true,
    fail: '**/api/user/update/*',
    act: thenSee(press('Save'), /can't reach/),
  },
  { name: 'photo', as: 'odalie', path: view('edit'), act: openPhoto },
  { name: 'photo-cropper', as: 'odalie', path: view('edit'), act: choosePhoto },
  {
    name: 'photo-failed',
    as: 'odalie',
    path: view('edit'),
    fail: '**/api/photo/**',
    act: thenSee(async (page) => {
      await choosePhoto(page);
      await button(page, 'Save Photo').click();
    }, /can't reach/),
  },
  { name: 'edit-banner', as: 'odalie', path: view('videos'), act: open('Edit Banner'), docs: true },
  {
    name: 'edit-banner-failed',
    as: 'odalie',
    path: view('videos'),
    fail: '**/api/banner/',
    act: thenSee(async (page) => {
      await button(page, 'Edit Banner').click();
      await page.getByText('Canoe', { exact: true }).click();
      await button(page, 'Save Changes').click();
    }, /can't reach/),
  },
  { name: 'not-yours', as: 'corvin', path: (_me, f) => `/user/${f.odalie.user.id}/edit` },
  ...listed({ name: 'library', as: 'odalie', path: '/manageLibrary' }, '**/api/video/userVideos*'),
  {
    name: 'library-nothing-fits',
    as: 'odalie',
    path: '/manageLibrary',
    act: (page) => page.getByLabel('Find a video').fill('zebra'),
  },
  {
    name: 'library-selecting',
    as: 'odalie',
    path: '/manageLibrary',
    act: async (page) => {
      await button(page, 'Select', true).click();
      await page.getByRole('checkbox').first().check();
    },
  },
  {
    name: 'library-spoken',
    as: 'odalie',
    path: '/manageLibrary',
    act: thenSee((page) => page.getByLabel('Find a video').fill('harbour'), 'harbour'),
  },
  ...listed({ name: 'captions', as: 'odalie', path: '/manageLibrary', act: openCaptions }, CAPTIONS, null),
  { name: 'captions-empty', as: 'odalie', path: '/manageLibrary', act: press(/^Captions: How did you meet/) },
  { name: 'captions-cue', as: 'odalie', path: '/manageLibrary', act: openCue },
  {
    name: 'captions-conflict',
    as: 'odalie',
    path: '/manageLibrary',
    before: (page) =>
      page.route(CAPTIONS, (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 409, json: { code: 'captions.changed', message: 'Changed.' } })
          : route.fallback(),
      ),
    act: async (page) => {
      await openCue(page);
      await page.getByLabel('What is said').fill('Then we moved to the sea.');
      await button(page, 'Save', true).click();
      await button(page, 'Keep mine').waitFor();
    },
  },
  {
    name: 'captions-draft',
    as: 'odalie',
    path: '/manageLibrary',
    before: answered(CAPTIONS, (body: Captions) => ({ ...body, source: 'draft', draft: 'offered' })),
    act: openCaptions,
  },
  {
    name: 'captions-drafting',
    as: 'odalie',
    path: '/manageLibrary',
    before: answered(CAPTIONS, (body: Captions) => ({ ...body, cues: [], source: null, draft: 'working' })),
    act: thenSee(openCaptions, 'The computer is listening to your video'),
  },
  { name: 'upload-page', as: 'odalie', path: '/videoUploadPage', whole: true },
  { name: 'recorder-choose', as: 'odalie', path: '/record' },
  { name: 'recorder', as: 'odalie', path: '/record?prompt=2', act: (page) => button(page, 'Record', true).waitFor() },
  {
    name: 'recorder-recording',
    as: 'odalie',
    path: '/record?prompt=2',
    act: async (page) => {
      await button(page, 'Record', true).click();
      await page.getByText(/Recording.*0:0[2-9]/).waitFor();
    },
  },
  {
    name: 'recorder-review',
    as: 'odalie',
    path: '/record?prompt=2',
    act: async (page) => {
      await button(page, 'Record', true).click();
      await page.getByText(/Recording.*0:0[2-9]/).waitFor();
      await button(page, 'Finish', true).click();
      await button(page, 'Save my answer', true).waitFor();
    },
  },
  { name: 'info', as: 'odalie', path: '/info' },
  {
    name: 'connection-lost',
    as: 'odalie',
    path: view('videos'),
    act: thenSee(async (page) => {
      await page.route(/\/(api|health)\//, (route) => route.abort());
      await openTab(/Shared With Me/)(page);
    }, "We can't reach Kinreel right now"),
  },
  {
    name: 'new-release',
    as: 'odalie',
    path: view('edit'),
    fail: '**/assets/manage-library-page-*',
    act: thenSee(openLibrary, 'A new version is available.'),
  },
  {
    name: 'page-broken',
    as: 'odalie',
    path: '/info',
    fail: '**/assets/manage-library-page-*',
    act: thenSee(openLibrary, "We couldn't show this page"),
  },
];

/** Every screen in every state. */
export const SCENES: readonly Scene[] = [...VISITOR, ...SIGNED_IN];
