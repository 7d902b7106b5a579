import { AWKWARD_TEXTS } from '@kinreel/fuzzing/naughty-texts';
import type { Browser, BrowserContext, Page, Request, Response } from '@playwright/test';
import { DEVICES } from '../support/browser.ts';
import { axeFindings, findingsOf, focusOf, waitUntilQuiet } from './checks.ts';
import { type Control, choose, controlsOf, isTypable, keyOf, treeOf } from './controls.ts';
import { FILES } from './files.ts';
import { endSessions, pathsOf, ROLES, type Role, type World } from './world.ts';

/** Person and environment of a walk. */
export interface Setting {
  who: Role;
  /** A second person who acts at the same time in a separate browser context. */
  other: Role | null;
  width: 360 | 820 | 1280;
  scheme: 'light' | 'dark';
  isLargeText: boolean;
  /** Days that the device's clock is wrong. */
  clockDays: -1 | 0 | 1;
}

const KINDS = [
  'open',
  'press',
  'double-press',
  'type',
  'key',
  'back',
  'forward',
  'reload',
  'tab',
  'server',
  'session',
  'switch',
] as const;
export type Kind = (typeof KINDS)[number];

/** One decided step, with everything that is needed to repeat it. */
export interface Step {
  kind: Kind;
  /** Control to press or type into. */
  control?: Pick<Control, 'role' | 'name' | 'index'>;
  /** Address, text, key, or the server's fault. */
  value?: string;
}

/** Faults of the server in the next requests. */
const SERVER = ['is slow', 'fails once', 'answers too late'] as const;
const KEYS = ['Escape', 'Tab', 'Enter', 'Space', 'ArrowDown'];
const PLAIN_TEXTS = ['Grandmother', 'corvin@example.org', 'My first job was in a bakery.', '12', 'https://example.org'];
const HEIGHTS = { 360: 740, 820: 1180, 1280: 800 };

/** Timeout of one press in milliseconds. Covered controls are not pressed. */
const PRESS_MS = 1500;

/** Axe runs after each step whose number is a multiple of this. */
const AXE_EVERY = 20;

/** Something is wrong with a screen. The message has one line per finding. */
export class Finding extends Error {}

interface Walker {
  role: Role;
  context: BrowserContext;
  page: Page;
  /** Browser errors since the last check. */
  events: string[];
  /** Pending requests of each tab. */
  fetching: Map<Page, Set<Request>>;
  /** The accessibility tree of the last check; null after the next step, or if the page has changed meanwhile. */
  tree: string | null;
  /** Time until which delayed requests may be pending. */
  disturbedUntil: number;
}

/** One random walk through the app. Every check runs after every step. */
export class Walk {
  readonly steps: { who: string; step: Step }[] = [];
  readonly setting: Setting;
  private readonly walkers: Walker[] = [];
  private current = 0;
  private readonly browser: Browser;
  private readonly world: World;
  private readonly pressed: Map<string, number>;

  constructor(browser: Browser, world: World, setting: Setting, pressed = new Map<string, number>()) {
    this.browser = browser;
    this.world = world;
    this.setting = setting;
    this.pressed = pressed;
  }

  /** @param isTraced records everything for the trace viewer, which slows down each step */
  async begin({ isTraced }: { isTraced: boolean }): Promise<void> {
    const { who, other } = this.setting;
    for (const role of other ? [who, other] : [who]) this.walkers.push(await this.enter(role, isTraced));
    for (const walker of this.walkers) {
      await walker.page.goto(startOf(walker.role, this.world));
      await this.waitUntilQuiet(walker);
    }
  }

  /** Saves a screenshot of each page and ends the walk. @param folder null: saves nothing */
  async end(folder: string | null): Promise<void> {
    for (const [at, { context, page }] of this.walkers.entries()) {
      if (folder) {
        await page.screenshot({ path: `${folder}/screen-${at}.png`, timeout: 5000 }).catch(() => null);
        await context.tracing.stop({ path: `${folder}/trace-${at}.zip` }).catch(() => null);
      }
      await context.close().catch(() => null);
    }
  }

  /** Decides the next step from random numbers. @returns null if it is not possible now */
  async decide(kind: Kind, number: number, text: string): Promise<Step | null> {
    const { walker } = this;
    const { page } = walker;
    if (kind === 'open') return { kind, value: pick(pathsOf(this.world), number) };
    if (kind === 'key') return { kind, value: pick(KEYS, number) };
    if (kind === 'server') return { kind, value: pick(SERVER, number) };
    if (kind === 'session') return ROLES[walker.role] && number % 4 === 0 ? { kind } : null;
    if (kind === 'switch') return this.walkers.length > 1 ? { kind } : null;
    if (kind !== 'press' && kind !== 'double-press' && kind !== 'type') return { kind };
    walker.tree ??= await treeOf(page);
    const all = controlsOf(walker.tree);
    const control = choose(
      all.filter((one) => isTypable(one) === (kind === 'type')),
      page.url(),
      number,
      this.pressed,
    );
    if (!control) return null;
    const { ref: _, ...shown } = control;
    return { kind, control: shown, ...(kind === 'type' && { value: text }) };
  }

  /** Takes a step and checks the screen. @throws Finding */
  async take(step: Step): Promise<void> {
    const { walker } = this;
    this.steps.push({ who: walker.role, step });
    const before = await focusOf(walker.page).catch(() => null);
    const address = walker.page.url();
    await this.act(step);
    walker.tree = null;
    // After a double press the focus may be lost legitimately: the second press may hit the page behind a closed
    // dialog.
    const isOrdinary = step.kind === 'press' || step.kind === 'key';
    const hadDialog = before !== null && before.dialogs > 0 && this.walker === walker && isOrdinary;
    await this.checkScreen(hadDialog ? address : null);
  }

  private get walker(): Walker {
    const walker = this.walkers[this.current];
    if (!walker) throw new Error('The walk has not started.');
    return walker;
  }

  private async act({ kind, control, value = '' }: Step): Promise<void> {
    const { walker } = this;
    const { page } = walker;
    if (control) {
      const key = keyOf(control, page.url());
      this.pressed.set(key, (this.pressed.get(key) ?? 0) + 1);
      const found = controlsOf(walker.tree ?? (await treeOf(page))).find(
        (one) => one.role === control.role && one.name === control.name && one.index === control.index,
      );
      if (!found) return;
      const target = page.getByRef(found.ref);
      // A press may fail: the control has moved, is covered, or was removed.
      const options = { timeout: PRESS_MS };
      if (kind === 'press') await target.click(options).catch(() => null);
      if (kind === 'double-press') await target.dblclick(options).catch(() => null);
      if (kind === 'type')
        await target.fill(value, options).catch(() => target.selectOption({ index: 1 }, options).catch(() => null));
      return;
    }
    const id = ROLES[walker.role];
    if (kind === 'open') {
      const me = id ? this.world.people[id]?.user.id : undefined;
      await page.goto(value.replace('{me}', me ?? 'nobody')).catch(() => null);
    }
    if (kind === 'key') await page.keyboard.press(value);
    if (kind === 'back') {
      await page.goBack().catch(() => null);
      // Back from the first page leads to about:blank.
      if (page.url() === 'about:blank') await page.goForward().catch(() => null);
    }
    if (kind === 'forward') await page.goForward().catch(() => null);
    if (kind === 'reload') await page.reload().catch(() => null);
    if (kind === 'tab') {
      // The first tab stays open. The next step of this kind returns to it.
      const other = walker.context.pages().find((one) => one !== page);
      walker.page = other ?? (await walker.context.newPage());
      if (other) await other.bringToFront();
      else {
        this.watch(walker, walker.page);
        await walker.page.goto(page.url().startsWith('http') ? page.url() : '/').catch(() => null);
      }
    }
    if (kind === 'server') await disturb(walker, value as (typeof SERVER)[number]);
    if (kind === 'session' && id) await endSessions(this.world, id);
    if (kind === 'switch') this.current = (this.current + 1) % this.walkers.length;
  }

  private async waitUntilQuiet(walker: Walker): Promise<string[]> {
    const isDisturbed = () => Date.now() < walker.disturbedUntil;
    while (isDisturbed()) await new Promise((resolve) => setTimeout(resolve, 200));
    return waitUntilQuiet(walker.page, () => (walker.fetching.get(walker.page)?.size ?? 0) > 0);
  }

  /** @param dialogAt address of the page on which a dialog was open before the step; null if there was none */
  private async checkScreen(dialogAt: string | null): Promise<void> {
    const { walker } = this;
    const { page } = walker;
    const found: string[] = [];
    try {
      found.push(...(await this.waitUntilQuiet(walker)));
      const tree = await treeOf(page);
      walker.tree = tree;
      found.push(...(await findingsOf(page, tree)));
      const after = await focusOf(page);
      if (dialogAt === page.url() && after.dialogs === 0 && after.isLost) {
        // The focus may return in the next frame.
        await new Promise((resolve) => setTimeout(resolve, 300));
        if (dialogAt === page.url() && (await focusOf(page)).isLost)
          found.push('the focus is lost after a dialog or menu was closed');
      }
      if (this.steps.length % AXE_EVERY === 0) found.push(...(await axeFindings(page)));
    } catch (error) {
      // The page changed during the check. The next step checks again.
      const message = (error as Error).message;
      if (!/context was destroyed|navigat|Frame was detached|has been closed/i.test(message)) throw error;
    }
    found.push(...walker.events.splice(0));
    if (found.length > 0) throw new Finding([...new Set(found)].join('\n'));
  }

  private async enter(role: Role, isTraced: boolean): Promise<Walker> {
    const { width, scheme, isLargeText, clockDays } = this.setting;
    const { origin } = this.world.kinreel;
    const id = ROLES[role];
    const localStorage = id ? [{ name: 'accessToken', value: await this.world.token(id) }] : [];
    const context = await this.browser.newContext({
      baseURL: origin,
      viewport: { width, height: HEIGHTS[width] },
      hasTouch: width < 1280,
      colorScheme: scheme,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      permissions: [...DEVICES, 'clipboard-read', 'clipboard-write'],
      storageState: { cookies: [], origins: [{ origin, localStorage }] },
    });
    if (isTraced) await context.tracing.start({ screenshots: false, snapshots: true });
    if (isLargeText) await context.addInitScript(enlargeText);
    if (clockDays) await context.addInitScript(moveClock, clockDays * 86_400_000);
    const walker: Walker = {
      role,
      context,
      page: await context.newPage(),
      events: [],
      fetching: new Map(),
      disturbedUntil: 0,
      tree: null,
    };
    this.watch(walker, walker.page);
    return walker;
  }

  private watch(walker: Walker, page: Page): void {
    const { events } = walker;
    const fetching = new Set<Request>();
    walker.fetching.set(page, fetching);
    const isEndless = (request: Request) =>
      request.resourceType() === 'media' || /\/api\/events|\/media\//.test(request.url());
    page.on('request', (request) => void (isEndless(request) || fetching.add(request)));
    page.on('requestfinished', (request) => fetching.delete(request));
    page.on('requestfailed', (request) => fetching.delete(request));
    page.on('framenavigated', (frame) => void (frame === page.mainFrame() && fetching.clear()));
    page.on('pageerror', (error) => events.push(`page error: ${error.message.split('\n')[0]}`));
    page.on('crash', () => events.push('the page crashed'));
    page.on('console', (message) => {
      // The browser logs every response with an error status. Those of 500 and above are reported below.
      if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) {
        events.push(`console error: ${message.text().slice(0, 300)}`);
      }
    });
    page.on('response', (response: Response) => {
      const isOurs = response.headers()['x-wander'] === undefined;
      if (response.status() >= 500 && isOurs) {
        events.push(`answer ${response.status()}: ${response.request().method()} ${new URL(response.url()).pathname}`);
      }
    });
    page.on('dialog', (dialog) => void (this.steps.length % 3 ? dialog.accept() : dialog.dismiss()).catch(() => null));
    page.on('filechooser', (chooser) => {
      const names = Object.keys(FILES);
      const path = FILES[names[this.steps.length % names.length] ?? '']?.() ?? '';
      void chooser.setFiles(path).catch(() => null);
    });
    page.on('popup', (popup) => void popup.close().catch(() => null));
  }
}

/** Texts to type. */
export const TEXTS: readonly string[] = [...PLAIN_TEXTS, ...AWKWARD_TEXTS.filter((text) => !text.includes('\0'))];

/** Kinds of steps with their weights, close to real use. */
export const WEIGHTS: Record<Kind, number> = {
  open: 8,
  press: 60,
  'double-press': 4,
  type: 12,
  key: 6,
  back: 4,
  forward: 1,
  reload: 2,
  tab: 1,
  server: 3,
  session: 1,
  switch: 6,
};

/** Describes a step in words. */
export function inWords({ kind, control, value }: Step): string {
  const target = control && `${control.role} "${control.name}"${control.index ? ` (number ${control.index + 1})` : ''}`;
  const words: Record<Kind, string> = {
    open: `open ${value}`,
    press: `press ${target}`,
    'double-press': `press ${target} twice`,
    type: `type ${JSON.stringify(value)} into ${target}`,
    key: `press the key ${value}`,
    back: 'go back',
    forward: 'go forward',
    reload: 'reload',
    tab: 'continue in the other tab',
    server: `the server ${value}`,
    session: 'end the session from another device',
    switch: 'the other person acts',
  };
  return words[kind];
}

/** Describes the setting in words: "Odalie, who owns videos, on a screen of 820". */
export function settingInWords({ who, other, width, scheme, isLargeText, clockDays }: Setting): string {
  return [
    `${who}, on a screen of ${width}, ${scheme}`,
    ...(isLargeText ? ['200 % text'] : []),
    ...(clockDays ? [`clock ${clockDays > 0 ? 'a day ahead' : 'a day behind'}`] : []),
    ...(other ? [`at the same time: ${other}`] : []),
  ].join(', ');
}

/** Makes the server slow, fail or respond late for the next requests of this page. */
async function disturb(walker: Walker, how: (typeof SERVER)[number]): Promise<void> {
  const pattern = '**/api/**';
  const calls = how === 'is slow' ? 6 : 1;
  const { page } = walker;
  await page.route(
    pattern,
    async (route) => {
      if (route.request().url().includes('/api/events')) return route.fallback();
      if (how === 'fails once') {
        const body = JSON.stringify({ error: 'internal', message: 'Something went wrong.' });
        return route.fulfill({ status: 503, headers: { 'x-wander': '1' }, contentType: 'application/json', body });
      }
      const delay = how === 'is slow' ? 700 : 2500;
      walker.disturbedUntil = Math.max(walker.disturbedUntil, how === 'is slow' ? Date.now() + delay : 0);
      if (how === 'answers too late') walker.fetching.get(page)?.delete(route.request());
      await new Promise((resolve) => setTimeout(resolve, delay));
      return route.continue().catch(() => undefined);
    },
    { times: calls },
  );
}

/** Path of the first page of a walk. */
function startOf(role: Role, { link, mailed }: World): string {
  if (role === 'a person with an answer link') return mailed.answer;
  return role === 'a visitor with a link' ? link : '/';
}

const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;

/** Runs in the page: 200 % text, as browsers on phones offer it. */
function enlargeText(): void {
  addEventListener('DOMContentLoaded', () => {
    document.documentElement.style.fontSize = '200%';
  });
}

/** Runs in the page: shifts the clock by this many milliseconds. */
function moveClock(by: number): void {
  const Real = Date;
  class Moved extends Real {
    constructor(...args: []) {
      if (args.length === 0) super(Real.now() + by);
      else super(...args);
    }
    static override now(): number {
      return Real.now() + by;
    }
  }
  globalThis.Date = Moved as DateConstructor;
}
