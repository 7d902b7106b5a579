import type { Browser, Locator, Page } from '@playwright/test';
import { type ApiPerson, call, connect, registerByApi } from './support/api.ts';
import type { Kinreel } from './support/kinreel.ts';
import { newPerson } from './support/people.ts';
import { goWithin, signedInPage, tabTo } from './support/screen.ts';
import { storedVideos } from './support/stored-videos.ts';
import { expect, test } from './support/test.ts';

/**
 * Every screen with the keyboard only, on a desktop; on a phone only screens with other controls there. Other files
 * test the screens in detail.
 */
const SIZES = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } };
type Size = keyof typeof SIZES;

/** Delay of every lazily loaded script in milliseconds, as on a slow connection. */
const SLOW_LINE_MS = 300;

interface People {
  /** Has answered a question, shared the video and received a connection request. */
  odalie: ApiPerson;
  /** Is connected with her and has received the share. */
  corvin: ApiPerson;
  /** Has sent the connection request. */
  maren: ApiPerson;
}

async function people(kinreel: Kinreel): Promise<People> {
  const { origin } = kinreel;
  const make = (firstName: string, lastName: string) => registerByApi(origin, newPerson(firstName, lastName));
  const odalie = await make('Odalie', 'Fennick');
  const corvin = await make('Corvin', 'Ashgrove');
  const maren = await make('Maren', 'Holt');
  await connect(origin, odalie, corvin);
  await call(origin, maren, 'POST', '/api/connections', { relationship: 'friend', userB: odalie.user.id });
  const [video = ''] = await storedVideos(kinreel, odalie, [{ prompt: 2 }, { prompt: 26 }]);
  await call(origin, odalie, 'POST', '/api/share', { user_id: [corvin.user.id], video_id: video });
  return { odalie, corvin, maren };
}

interface Screen {
  name: string;
  as?: keyof People;
  path: (people: People) => string;
  /** Actions before the main action. */
  first?: (page: Page) => Promise<unknown>;
  /** The main action. */
  action: (page: Page) => Locator;
  /** Checks the result of Enter. Missing if it opens a dialog or menu. */
  leads?: (page: Page, people: People) => Promise<unknown>;
  /** The only size with this control, or the only one to test: most pages have the same controls on both. */
  only?: Size;
  /** A login screen or another page without the link that skips the header. */
  plain?: true;
}

const own = (view: string) => (them: People) => `/user/${them.odalie.user.id}/${view}`;
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const link = (name: string | RegExp) => (page: Page) => page.getByRole('main').getByRole('link', { name }).first();
const says = (text: string | RegExp) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();

const SCREENS: readonly Screen[] = [
  {
    name: 'login',
    only: 'desk',
    path: () => '/login',
    plain: true,
    action: button('LOGIN'),
    leads: says('Enter your username and password!'),
  },
  {
    name: 'forgot password',
    only: 'desk',
    path: () => '/login',
    plain: true,
    first: async (page) => {
      await tabTo(page, page.getByRole('button', { name: 'Forgot Password?' }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Forgot Password?' })).toBeFocused();
    },
    action: button('Send the link'),
    leads: says('Please enter a valid email address'),
  },
  {
    name: 'registration',
    only: 'desk',
    path: () => '/registration',
    plain: true,
    action: button('SIGN UP'),
    leads: says('Choose a username and password!'),
  },
  ...['/about', '/terms', '/privacy'].map(
    (path): Screen => ({
      name: path,
      only: 'desk',
      path: () => path,
      action: (page) => page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }),
      leads: (page) => expect(page).toHaveURL('/privacy'),
    }),
  ),
  {
    name: '404',
    only: 'desk',
    path: () => '/nowhere',
    action: link('Go to the home page'),
    leads: (page) => expect(page).toHaveURL('/login'),
  },
  {
    name: 'dead link',
    only: 'desk',
    path: () => '/s/nothing',
    plain: true,
    action: link('Go to Kinreel'),
    leads: (page) => expect(page).toHaveURL('/login'),
  },
  {
    name: 'own videos, play',
    as: 'odalie',
    path: own('videos'),
    action: link(/^Play/),
    leads: (page) => expect(page.locator('video').first()).toBeAttached(),
  },
  ...(
    [
      ['upload', button('Upload Video')],
      ['menu', button('Menu')],
      ['notifications', button(/^Notifications/)],
      ['permission', button(/^Permission:/)],
    ] as const
  ).map(([name, action]): Screen => ({ name: `own videos, ${name}`, as: 'odalie', path: own('videos'), action })),
  ...(
    [
      ['banner', button('Edit Banner')],
      ['share', button(/^Share:/)],
      ['delete', button(/^Delete:/)],
    ] as const
  ).map(
    ([name, action]): Screen => ({
      name: `own videos, ${name}`,
      only: 'desk',
      as: 'odalie',
      path: own('videos'),
      action,
    }),
  ),
  { name: 'search', as: 'odalie', path: own('videos'), only: 'phone', action: button('Search users by name') },
  {
    name: 'shared with me',
    only: 'desk',
    as: 'corvin',
    path: ({ corvin }) => `/user/${corvin.user.id}/videos?tab=shared-with-me`,
    action: (page) => page.getByRole('main').getByRole('button', { name: /^Remove/ }),
  },
  { name: 'shared by me', only: 'desk', as: 'odalie', path: own('videos?tab=shared-by-me'), action: button(/^Share:/) },
  {
    name: 'another’s page',
    only: 'desk',
    as: 'maren',
    path: ({ corvin }) => `/user/${corvin.user.id}/videos`,
    action: button('Connect'),
  },
  { name: 'connections', only: 'desk', as: 'odalie', path: own('connections'), action: button(/^Remove/) },
  {
    name: 'requests',
    as: 'odalie',
    path: own('connections'),
    first: async (page) => {
      await tabTo(page, page.getByRole('tab', { selected: true }));
      for (let tab = 0; tab < 3; tab += 1) await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('tab', { name: /Requests/ })).toBeFocused();
    },
    // Connections on the other tabs have a similar button.
    action: button('Remove Maren Holt'),
  },
  {
    name: 'uploads',
    only: 'desk',
    as: 'odalie',
    path: own('uploads'),
    action: link('See my videos'),
    leads: (page, them) => expect(page).toHaveURL(own('videos')(them)),
  },
  {
    name: 'edit',
    only: 'desk',
    as: 'odalie',
    path: own('edit'),
    action: button('Save'),
    leads: says('Your profile is saved'),
  },
  { name: 'photo', only: 'desk', as: 'odalie', path: own('edit'), action: button('Upload Photo') },
  {
    name: 'another person’s form',
    only: 'desk',
    as: 'corvin',
    path: own('edit'),
    action: link('See their videos'),
    leads: (page, them) => expect(page).toHaveURL(own('videos')(them)),
  },
  {
    name: 'library',
    only: 'desk',
    as: 'odalie',
    path: () => '/manageLibrary',
    action: button('Select'),
    leads: (page) => expect(page.getByRole('region', { name: 'Selected videos' })).toBeVisible(),
  },
  {
    name: 'add video',
    only: 'desk',
    as: 'odalie',
    path: () => '/videoUploadPage',
    action: (page) => page.getByRole('searchbox', { name: 'Find a question' }),
    leads: async (page) => {
      await page.keyboard.type('first job');
      await expect(page.getByRole('radio')).toHaveCount(1);
    },
  },
  { name: 'info', as: 'odalie', path: () => '/info', only: 'desk', action: button('Menu') },
];

/** Expects a visible focus ring on the focused element or on the element that represents it. */
async function expectVisibleFocus(page: Page, name: string): Promise<void> {
  const ring = () =>
    page.evaluate(() => {
      const around: Element[] = [];
      for (let one = document.activeElement; one && around.length < 4; one = one.parentElement) around.push(one);
      return around.some((one) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      });
    });
  await expect.poll(ring, `${name}: the focus is seen`).toBe(true);
}

/** Expects that the first link skips the header and leads to the main content. */
async function expectSkipLink(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await expectVisibleFocus(page, 'Skip to main content');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
}

/** Expects that a dialog or menu takes the focus, traps it, and returns it to the control when it closes. */
async function expectFocusTrap(page: Page, control: Locator, name: string): Promise<void> {
  const inside = () =>
    page.evaluate(
      () => document.activeElement?.closest('[role=dialog], [role=alertdialog], [role=menu]')?.role ?? null,
    );
  await expect.poll(inside, `${name}: has the focus`).not.toBeNull();
  // Tab closes a menu, as in desktop programs.
  if ((await inside()) !== 'menu') {
    for (let stop = 0; stop < 12; stop += 1) await page.keyboard.press('Tab');
    await expect.poll(inside, `${name}: traps the focus`).not.toBeNull();
  }
  await page.keyboard.press('Escape');
  await expect(control, `${name}: gives the focus back`).toBeFocused();
  // During the closing animation it still takes the Tab key.
  await expect(page.locator('[role=dialog], [role=alertdialog], [role=menu]'), `${name}: closes`).toHaveCount(0);
}

async function pageOf(browser: Browser, origin: string, person: ApiPerson | undefined, size: Size): Promise<Page> {
  const options = { viewport: SIZES[size], reducedMotion: 'reduce' } as const;
  if (person) return signedInPage(browser, origin, person, options);
  return (await browser.newContext({ ...options, baseURL: origin })).newPage();
}

for (const size of Object.keys(SIZES) as Size[]) {
  test(`[HEAD-02][PROF-02][ROUTE-05] each screen works with the keyboard only, on a slow connection, on a ${size}`, {
    tag: size === 'desk' ? '@core' : [],
  }, async ({ browser, kinreel }) => {
    test.setTimeout(400_000);
    const them = await people(kinreel);
    // Continue after a fault, so that one run reports all of them.
    const faults: string[] = [];
    // One page per person.
    const pages = new Map<Screen['as'], Page>();
    // The path of each page on which a dialog or menu was just closed. The next control of that page is reached from
    // there.
    const closedOn = new Map<Page, string>();
    for (const screen of SCREENS.filter((one) => !one.only || one.only === size)) {
      await test
        .step(screen.name, async () => {
          const page =
            pages.get(screen.as) ?? (await pageOf(browser, kinreel.origin, screen.as && them[screen.as], size));
          pages.set(screen.as, page);
          const path = screen.path(them);
          const isOpen = closedOn.get(page) === path && !screen.first;
          closedOn.delete(page);
          // The app loads once per person. Pages outside of the app load separately.
          const isLoaded = page.url() !== 'about:blank' && !screen.plain;
          if (!isOpen) await (isLoaded ? goWithin(page, path) : page.goto(path));
          // The login screens have a footer too, whose links must not be taken for those of the next page.
          if (!screen.plain) await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeAttached();
          const control = screen.action(page);
          if (screen.first) {
            await expect(page.getByRole('main')).toBeVisible();
            await expect(page.getByRole('tab').or(page.getByRole('button')).first()).toBeVisible();
            await screen.first(page);
          }
          await expect(control, screen.name).toBeVisible();
          await page.route('**/assets/*.js', async (route) => {
            await new Promise((resolve) => setTimeout(resolve, SLOW_LINE_MS));
            await route.continue().catch(() => null);
          });
          if (!isLoaded && !screen.plain && !screen.first) await expectSkipLink(page);
          // From the main content to the end, then again from the header.
          await tabTo(page, control, 60);
          await expectVisibleFocus(page, screen.name);
          await page.keyboard.press('Enter');
          if (screen.leads) await screen.leads(page, them);
          else {
            await expectFocusTrap(page, control, screen.name);
            closedOn.set(page, path);
          }
          await page.unrouteAll({ behavior: 'ignoreErrors' });
        })
        .catch(async (error: Error) => {
          faults.push(`${screen.name}: ${error.message}`);
          await pages.get(screen.as)?.context().close();
          pages.delete(screen.as);
        });
    }
    expect(faults).toEqual([]);
  });
}
