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

/** Does something and waits for the message. */
const thenAlert = (act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await act(page);
  await page.getByRole('alert').first().waitFor();
};

/** Does one after the other. */
const steps =
  (...all: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of all) await step(page);
  };

/** Answers a request with this. */
const given = (url: string | RegExp, json: unknown) => (page: Page) =>
  page.route(url, (route) => route.fulfill({ json }));

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
  id: `0192f0a0-0000-7000-8000-00000000000${n}`,
  first_name,
  last_name: 'Fennick',
  city: 'Duluth',
  state: 'MN',
  country: 'United States',
  profile_image: null,
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
      person: personNamed(4, 'Corvin'),
      waiting_days: 90,
      started_at: null,
      asked_at: ASKED_AT,
      starts_at: '2027-02-18T12:00:00.000Z',
    },
    {
      person: personNamed(5, 'Wilhelmina'),
      waiting_days: 30,
      asked_at: ASKED_AT,
      starts_at: ASKED_AT,
      started_at: ASKED_AT,
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
  id: '0192f0a0-0000-7000-8000-000000000001',
  status,
  progress: 40,
  created_at: '2026-11-20T12:00:00.000Z',
  ...(status === 'ready' ? { size: 2.4e9, expires_at: '2026-11-27T12:00:00.000Z' } : { size: null, expires_at: null }),
});

const withStewards = steps(
  given('**/api/stewards', STEWARDS),
  given('**/stewardships/*/archive', { archive: archiveIn('ready') }),
);

/** The scenes of one page. */
const at = (page: Pick<Scene, 'as' | 'path'>, scenes: readonly Omit<Scene, 'as' | 'path'>[]): Scene[] =>
  scenes.map((scene) => ({ ...page, ...scene }));

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
const waiting = (preview: object) => given('**/api/link/*/preview', preview);

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
  ...at({ path: '/login' }, [
    { name: 'login', docs: true },
    { name: 'login-missing', act: thenSee(press('LOGIN'), 'Enter your username and password!') },
    { name: 'login-rejected', act: thenAlert(fillLogin) },
    { name: 'login-sending', hold: '**/co/authenticate', act: thenSee(fillLogin, 'Logging in') },
    { name: 'login-server-down', fail: '**/co/authenticate', act: thenSee(fillLogin, /Is the server running/) },
    {
      name: 'logged-out',
      before: (page) => page.addInitScript(() => sessionStorage.setItem('kinreel.logged-out', '')),
    },
    { name: 'forgot-password', act: openForgot },
    { name: 'forgot-password-error', act: steps(openForgot, press('Send the link')) },
    {
      name: 'forgot-password-failed',
      fail: '**/dbconnections/change_password',
      act: thenSee(askForReset, /Is the server running/),
    },
    { name: 'forgot-password-sent', act: thenSee(askForReset, 'Check your inbox') },
  ]),
  ...at({ as: 'odalie', path: '/landingpage' }, [
    { name: 'landing', hold: '**/api/user' },
    { name: 'server-down', fail: '**/api/user' },
    {
      name: 'complete-profile',
      whole: true,
      before: rejected('**/api/user', 404, 'profile.missing', 'Tell us who you are.'),
    },
  ]),
  {
    name: 'session-ended',
    as: 'odalie',
    path: view('connections'),
    before: rejected('**/api/**', 401, 'session.expired', 'Please log in.'),
  },
  ...at({ path: '/registration' }, [
    { name: 'registration', whole: true },
    {
      name: 'registration-errors',
      whole: true,
      act: thenAlert((page) => page.getByRole('button', { name: 'SIGN UP' }).last().click()),
    },
    { name: 'registration-weak-password', whole: true, act: thenAlert((page) => fillRegistration(page, 'weakweak')) },
    {
      name: 'registration-failed',
      whole: true,
      fail: '**/dbconnections/signup',
      act: thenAlert((page) => fillRegistration(page, 'Correct-horse-7')),
    },
  ]),
  { name: 'about', path: '/about', whole: true },
  { name: 'terms', path: '/terms', whole: true },
  { name: 'privacy', path: '/privacy', whole: true },
  { name: 'not-found', path: '/nowhere' },
  ...at({ path: '/videoWatchPage' }, [
    { name: 'demo' },
    { name: 'demo-loading', hold: '**/api/video/10' },
    { name: 'demo-failed', fail: '**/api/video/10' },
  ]),
  { name: 'dead-link', path: '/s/nothing-is-here' },
  ...at({ path: ARRIVAL }, [
    { name: 'arrive', whole: true, before: waiting(WAITING), docs: true },
    { name: 'arrive-long', whole: true, before: waiting({ ...WAITING, prompt: LONG_QUESTION }) },
    { name: 'arrive-loading', hold: '**/api/link/*/preview' },
    { name: 'arrive-offline', fail: '**/api/link/*/preview' },
    { name: 'arrive-off', before: waiting({ first_name: null, prompt: null, blur: null }) },
    { name: 'arrive-no-longer' },
  ]),
  { name: 'arrive-registration', path: `/registration${ARRIVAL_QUERY}`, whole: true, before: waiting(WAITING) },
  ...at({ path: INVITED }, [
    { name: 'invited', whole: true, before: invited },
    { name: 'invited-decline', before: invited, act: press('Not for me') },
    { name: 'invited-declined', before: invited, act: thenSee(decline, 'You declined the invitation') },
  ]),
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
    id: `00000000-0000-7000-8000-00000000000${id}`,
    kind: 'video-ready',
    created_at: at(daysAgo),
    read,
    actor: null,
    message: '',
    connection_id: null,
    relationship: null,
    pending: false,
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
    id: `0192f0a0-0000-7000-8000-00000000000${at}`,
    first_name,
    last_name,
    blocked_at: `${day}T12:00:00.000Z`,
  })),
);

/** Two requests from people with the same name. */
const sameNames = answered('**/api/connections/*list=requests*', (rows: readonly Connection[]) =>
  rows.map((row, index) => ({
    ...row,
    first_name: 'Maren',
    last_name: 'Ollerton',
    profile_image: null,
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

const deletionFails = (page: Page) =>
  page.route(ONE_VIDEO, (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()));

async function deleteVideo(page: Page): Promise<void> {
  await button(page, /^Delete:/).click();
  await button(page, 'OK', true).click();
  await page.getByRole('region', { name: 'Notices' }).getByRole('group').first().waitFor();
}

const SIGNED_IN: readonly Scene[] = [
  ...listed({ name: 'videos', as: 'odalie', path: view('videos'), docs: true }, '**/api/video/userVideos*'),
  ...at({ as: 'odalie', path: view('videos') }, [
    { name: 'watch', act: openVideo(FIRST_JOB, 3), docs: true },
    {
      name: 'watch-cut-off',
      before: answered(ONE_VIDEO, (videos: Video[]) => videos.map((video) => ({ ...video, ...CUT_OFF }))),
      act: openVideo(FIRST_JOB, 3),
    },
    { name: 'watch-whole', act: openVideo(FIRST_JOB, 3), whole: true },
    {
      name: 'watch-captions-off',
      act: steps(openVideo(FIRST_JOB, 3), (page) => page.getByRole('switch', { name: /^Captions/ }).click()),
    },
    { name: 'watch-ended', act: watchToTheEnd },
    { name: 'watch-preparing', before: unready, act: openUnready(0) },
    {
      name: 'watch-growing',
      before: answered(ONE_VIDEO, (videos: Video[]) => videos.map((video) => ({ ...video, ...growing(video) }))),
      act: openVideo(FIRST_JOB, 3),
    },
    {
      name: 'watch-failed',
      fail: /\/media\/videos\/[^/]+\/(playback|hls|renditions)/,
      act: thenAlert((page) => page.getByRole('link', { name: `Play: ${FIRST_JOB}` }).click()),
    },
    { name: 'videos-unready', before: unready },
    { name: 'videos-whole', whole: true },
    {
      name: 'videos-unconfirmed',
      before: answered('**/api/user', (user: User) => ({ ...user, email_verified: false })),
    },
    {
      name: 'upload-nothing-found',
      act: steps(openUpload, (page) => page.getByRole('searchbox', { name: 'Find a question' }).fill('zebra')),
    },
    { name: 'upload-not-a-video', act: (page) => chooseVideo(page, 'letter.txt', 'text/plain') },
    {
      name: 'upload-sending',
      hold: /\/files\/[0-9a-f]{8}-/,
      act: (page) => chooseVideo(page, 'mill.mov', 'video/quicktime'),
    },
    {
      name: 'upload-watch',
      hold: /\/files\/[0-9a-f]{8}-/,
      act: steps(
        watchFile(() => readFileSync(clipMp4())),
        (page) => button(page, 'Play', true).waitFor(),
      ),
    },
    { name: 'upload-watch-later', hold: /\/files\/[0-9a-f]{8}-/, act: thenSee(watchFile(), 'This device cannot show') },
    {
      name: 'upload-prompt-required',
      hold: /\/files\/[0-9a-f]{8}-/,
      act: steps(openUpload, (page) => sendVideo(page, 'mill.mov', 'video/quicktime')),
    },
    {
      name: 'upload-waiting',
      fail: /\/files\/[0-9a-f]{8}-/,
      act: steps(
        (page) => chooseVideo(page, 'mill.mov', 'video/quicktime'),
        (page) => page.getByText('Connection lost. Upload resumes').waitFor(),
      ),
    },
    {
      name: 'share',
      act: steps(openShare, press('Give me a link'), (page) => button(page, 'Copy', true).waitFor()),
      docs: true,
    },
    { name: 'share-loading', hold: /\/api\/(connections|link|share)\b/, act: openShare },
    {
      name: 'share-failed',
      fail: /\/api\/(connections|link|share)\b/,
      act: thenSee(steps(openShare, press('Give me a link')), "We couldn't create the link"),
    },
    {
      name: 'share-nobody',
      before: answered('**/api/connections/*', () => []),
      act: thenSee(openPicker, 'Type an email address to invite someone.'),
    },
    {
      name: 'share-invite',
      act: steps(
        openPicker,
        (page) => page.getByRole('searchbox').fill('great.aunt@example.org'),
        (page) => page.getByRole('menuitem', { name: 'Invite great.aunt@example.org' }).click(),
        (page) => button(page, 'Invite as family').waitFor(),
      ),
    },
    {
      name: 'share-no-recipient',
      act: thenSee(
        steps(openShare, (page) =>
          page
            .getByRole('dialog')
            .getByRole('button', { name: /^Share/ })
            .last()
            .click(),
        ),
        'Select recipient',
      ),
    },
    { name: 'share-people', act: steps(openPicker, (page) => page.getByRole('menuitemcheckbox').first().click()) },
    { name: 'who-can-see', act: open(/Show who: /), docs: true },
    { name: 'open-later', act: steps(open(/Show who: /), press('Open later'), press('Work it out from an age')) },
    { name: 'who-can-see-loading', hold: /\/audience(\?|$)/, act: open(/Show who: /) },
    {
      name: 'who-can-see-failed',
      fail: /\/audience(\?|$)/,
      act: thenSee(open(/Show who: /), 'The list could not be loaded'),
    },
    {
      name: 'who-can-see-not-saved',
      fail: /\/api\/permission\//,
      act: thenSee(
        steps(open(/Show who: /), (page) => page.getByRole('radio', { checked: false }).last().click()),
        'That could not be saved',
      ),
    },
    {
      name: 'who-can-see-everyone',
      act: thenSee(
        steps(open(/Show who: /), (page) => page.getByRole('radio', { name: /^Everyone/ }).click()),
        'Let everyone see this?',
      ),
    },
    { name: 'delete', act: open(/^Delete:/) },
    { name: 'delete-failed', before: deletionFails, act: deleteVideo },
    { name: 'permission', act: open(/^Permission:/) },
    { name: 'menu', act: openMenu },
    {
      name: 'stewards-news',
      before: steps(
        answered('**/api/user', (user: User) => ({ ...user, steward_news: true })),
        withStewards,
      ),
    },
    {
      name: 'stewards-rule',
      act: steps(
        open(/Show who: /),
        (page) => page.getByRole('combobox', { name: "When I'm no longer able to" }).selectOption('give'),
        (page) => page.getByText('Who may get it').scrollIntoViewIfNeeded(),
      ),
    },
    { name: 'notice-in-dialog', before: deletionFails, act: steps(deleteVideo, openUpload) },
    { name: 'edit-banner', act: open('Edit Banner'), docs: true },
    {
      name: 'edit-banner-failed',
      fail: '**/api/banner/',
      act: thenSee(
        steps(press('Edit Banner'), (page) => page.getByText('Canoe', { exact: true }).click(), press('Save Changes')),
        /can't reach/,
      ),
    },
    {
      name: 'connection-lost',
      act: thenSee(
        steps((page) => page.route(/\/(api|health)\//, (route) => route.abort()), openTab(/Shared With Me/)),
        "We can't reach Kinreel right now",
      ),
    },
  ]),
  {
    name: 'watch-shared',
    as: 'corvin',
    path: (me) => `/user/${me}/videos?tab=shared-with-me`,
    act: steps(
      (page) =>
        page
          .getByRole('link', { name: /^Play:/ })
          .first()
          .click(),
      (page) => stopAt(page, 1),
    ),
  },
  ...at({ as: 'odalie', path: '/watch/00000000-0000-7000-8000-000000000002' }, [
    { name: 'watch-loading', hold: ONE_VIDEO },
    { name: 'watch-gone' },
  ]),
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
  ...at({ as: 'odalie', path: view('uploads') }, [
    {
      name: 'upload-file-again',
      before: given('**/api/uploads', [UNFINISHED_UPLOAD]),
      act: steps(press(/^Resume/), (page) => page.getByText('Choose mill-1957.mov again').waitFor()),
    },
    { name: 'uploads-stopped', before: given('**/api/uploads', [UNFINISHED_UPLOAD]) },
  ]),
  ...at({ as: 'odalie', path: '/manageLibrary' }, [
    { name: 'trim', act: open(/^Trim:/) },
    {
      name: 'trim-trimmed',
      before: answered('**/api/video/userVideos*', (videos: Video[]) =>
        videos.map((video) => ({ ...video, trim: { start: 2, end: (video.duration ?? 0) + 2, whole: 3723 } })),
      ),
      act: open(/^Trim:/),
    },
    { name: 'library-nothing-fits', act: (page) => page.getByLabel('Find a video').fill('zebra') },
    {
      name: 'library-selecting',
      act: steps(
        (page) => button(page, 'Select', true).click(),
        (page) => page.getByRole('checkbox').first().check(),
      ),
    },
    { name: 'library-spoken', act: thenSee((page) => page.getByLabel('Find a video').fill('harbour'), 'harbour') },
    { name: 'captions-empty', act: press(/^Captions: How did you meet/) },
    { name: 'captions-cue', act: openCue },
    {
      name: 'captions-conflict',
      before: (page) =>
        page.route(CAPTIONS, (route) =>
          route.request().method() === 'PUT'
            ? route.fulfill({ status: 409, json: { code: 'captions.changed', message: 'Changed.' } })
            : route.fallback(),
        ),
      act: steps(
        openCue,
        (page) => page.getByLabel('What is said').fill('Then we moved to the sea.'),
        (page) => button(page, 'Save', true).click(),
        (page) => button(page, 'Keep mine').waitFor(),
      ),
    },
    {
      name: 'captions-draft',
      before: answered(CAPTIONS, (body: Captions) => ({ ...body, source: 'draft', draft: 'offered' })),
      act: openCaptions,
    },
    {
      name: 'captions-drafting',
      before: answered(CAPTIONS, (body: Captions) => ({ ...body, cues: [], source: null, draft: 'working' })),
      act: thenSee(openCaptions, 'The computer is listening to your video'),
    },
  ]),
  ...listed(
    { name: 'notifications', as: 'corvin', path: view('videos'), before: unread, act: openBell },
    /\/api\/notifications(\?|$)/,
  ),
  {
    name: 'notifications-grouped',
    as: 'corvin',
    path: view('videos'),
    before: steps(unread, answered(/\/api\/notifications(\?|$)/, withReadyVideos)),
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
  ...at({ as: 'odalie', path: (me) => `/user/${me}/edit?tab=blocked` }, [
    { name: 'blocked-empty' },
    { name: 'blocked-unblock', before: twoBlocked, act: press(/^Unblock Tavi/) },
  ]),
  ...listed({ name: 'activity', as: 'odalie', path: (me) => `/user/${me}/edit?tab=activity` }, '**/api/activity', null),
  ...listed({ name: 'account', as: 'odalie', path: (me) => `/user/${me}/edit?tab=account` }, '**/api/archive', null),
  ...(['making', 'ready', 'failed'] as const).map((status) => ({
    name: `account-archive-${status}`,
    as: 'odalie' as const,
    path: (me: string) => `/user/${me}/edit?tab=account`,
    before: answered('**/api/archive', () => ({ archive: archiveIn(status) })),
  })),
  ...at({ as: 'odalie', path: (me) => `/user/${me}/edit?tab=account` }, [
    { name: 'stewards', before: withStewards, whole: true },
    { name: 'stewards-failed', fail: '**/api/stewards', whole: true },
    { name: 'stewards-choose', act: press('Choose a person'), whole: true },
    {
      name: 'stewards-gifts',
      before: steps(withStewards, given('**/gifts', GIFTS)),
      act: thenSee(press('Videos to give'), 'What was your first job?'),
    },
    {
      name: 'account-email-waiting',
      before: answered('**/identity/account', (account: object) => ({ ...account, new_email: 'odalie@new.example' })),
    },
  ]),
  { name: 'stewards-here', path: '/here/0192f0a0-0000-7000-8000-000000000009/AAAAAAAAAAAAAAAAAAAAAA' },
  ...listed({ name: 'site-overview', as: 'siteOwner', path: '/admin', whole: true }, '**/api/admin/overview', null),
  ...(['people', 'invitations', 'prompts', 'mails', 'jobs', 'reports'] as const).flatMap((tab) =>
    listed({ name: `site-${tab}`, as: 'siteOwner', path: `/admin?tab=${tab}` }, `**/api/admin/${tab}*`, null),
  ),
  {
    name: 'site-jobs-listed',
    as: 'siteOwner',
    path: '/admin?tab=jobs',
    whole: true,
    before: answered('**/api/admin/jobs', () => ({
      waiting: 4,
      failed: 3,
      jobs: (['prepare-video:time', 'backup:storage', 'make-archive:other'] as const).map((job, n) => ({
        id: `0192f0a0-0000-7000-8000-00000000000${n}`,
        attempts: 5,
        failed_at: '2026-01-15T12:00:00.000Z',
        kind: job.split(':')[0],
        failure: job.split(':')[1],
      })),
    })),
  },
  { name: 'site-person', as: 'siteOwner', path: '/admin?tab=people', act: press(/^Change Corvin/) },
  { name: 'site-owner-link', as: 'newcomer', path: '/owner?code=AAAAAAAAAAAAAAAAAAAAAA' },
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
    name: 'leaving',
    as: 'odalie',
    path: () => '/',
    before: steps(
      rejected('**/api/user', 403, 'account.leaving', 'This account is going to be deleted.'),
      given('**/api/account/deletion', { deletion: SCHEDULED_DELETION }),
    ),
  },
  ...at({ as: 'odalie', path: (_me, f) => `/user/${f.corvin.user.id}/videos` }, [
    { name: 'person-menu', act: press(/^More about/) },
    {
      name: 'person-report',
      act: steps(
        press(/^More about/),
        (page) => page.getByRole('menuitem', { name: /^Report/ }).click(),
        press('Send report'),
      ),
    },
    {
      name: 'person-block',
      act: steps(press(/^More about/), (page) => page.getByRole('menuitem', { name: /^Block/ }).click()),
    },
  ]),
  {
    name: 'devices-everywhere',
    as: 'odalie',
    path: (me) => `/user/${me}/edit?tab=devices`,
    act: open('Log out everywhere'),
  },
  ...at({ as: 'newcomer', path: '/info' }, [
    { name: 'search', act: (page) => search(page, 'Fennick') },
    { name: 'search-loading', hold: '**/api/search?*', act: (page) => search(page, 'Fennick') },
    { name: 'search-failed', fail: '**/api/search?*', act: (page) => search(page, 'Fennick') },
    { name: 'search-empty', act: (page) => search(page, 'Zzyzx') },
  ]),
  ...at({ as: 'corvin', path: (_me, f) => `/user/${f.odalie.user.id}/videos` }, [
    { name: 'person', docs: true },
    { name: 'person-loading', hold: '**/api/search/*' },
    { name: 'person-failed', fail: '**/api/search/*' },
    { name: 'person-videos-failed', fail: '**/api/video/user/*' },
    { name: 'person-following-menu', act: open('Following') },
    {
      name: 'person-change',
      act: steps(open('Following'), (page) => page.getByRole('menuitem', { name: 'Change to friends' }).click()),
    },
  ]),
  {
    name: 'person-unconnected',
    as: 'newcomer',
    path: (_me, f) => `/user/${f.odalie.user.id}/videos`,
    act: open('Connect'),
  },
  ...at({ as: 'maren', path: (_me, f) => `/user/${f.odalie.user.id}/videos` }, [
    { name: 'person-pending' },
    { name: 'person-pending-menu', act: open('Pending') },
  ]),
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
  ...at({ as: 'odalie', path: view('connections') }, [
    { name: 'requests-same-names', before: sameNames, act: openTab(/Requests/) },
    { name: 'connection-remove', act: open(/^Remove/) },
  ]),
  { name: 'friends-empty', as: 'newcomer', path: view('connections'), act: openTab(/Friends/) },
  ...listed({ name: 'uploads', as: 'odalie', path: view('uploads'), before: unready }, '**/api/video/userVideos*'),
  ...at({ as: 'odalie', path: view('edit') }, [
    { name: 'edit', whole: true },
    {
      name: 'edit-errors',
      whole: true,
      act: async (page) => {
        for (const label of ['First Name', 'Last Name', 'City', 'Country', 'Birthday'])
          await page.getByLabel(label).fill('');
        await button(page, 'Save', true).click();
      },
    },
    { name: 'edit-failed', whole: true, fail: '**/api/user/update/*', act: thenSee(press('Save'), /can't reach/) },
    { name: 'photo', act: openPhoto },
    { name: 'photo-cropper', act: choosePhoto },
    {
      name: 'photo-failed',
      fail: '**/api/photo/**',
      act: thenSee(steps(choosePhoto, press('Save Photo')), /can't reach/),
    },
    {
      name: 'new-release',
      fail: '**/assets/manage-library-page-*',
      act: thenSee(openLibrary, 'A new version is available.'),
    },
  ]),
  { name: 'not-yours', as: 'corvin', path: (_me, f) => `/user/${f.odalie.user.id}/edit` },
  ...listed({ name: 'library', as: 'odalie', path: '/manageLibrary' }, '**/api/video/userVideos*'),
  ...listed({ name: 'captions', as: 'odalie', path: '/manageLibrary', act: openCaptions }, CAPTIONS, null),
  { name: 'upload-page', as: 'odalie', path: '/videoUploadPage', whole: true },
  { name: 'recorder-choose', as: 'odalie', path: '/record' },
  ...at({ as: 'odalie', path: '/record?prompt=2' }, [
    { name: 'recorder', act: (page) => button(page, 'Record', true).waitFor() },
    {
      name: 'recorder-recording',
      act: steps(
        (page) => button(page, 'Record', true).click(),
        (page) => page.getByText(/Recording.*0:0[2-9]/).waitFor(),
      ),
    },
    {
      name: 'recorder-review',
      act: steps(
        (page) => button(page, 'Record', true).click(),
        (page) => page.getByText(/Recording.*0:0[2-9]/).waitFor(),
        (page) => button(page, 'Finish', true).click(),
        (page) => button(page, 'Save my answer', true).waitFor(),
      ),
    },
  ]),
  ...at({ as: 'odalie', path: '/info' }, [
    { name: 'info' },
    {
      name: 'page-broken',
      fail: '**/assets/manage-library-page-*',
      act: thenSee(openLibrary, "We couldn't show this page"),
    },
  ]),
];

/** Every screen in every state. */
export const SCENES: readonly Scene[] = [...VISITOR, ...SIGNED_IN];
