import type { Page } from '@playwright/test';
import { violations } from '../support/screen.ts';

/** Maximum loading time of a screen in milliseconds. */
const PROGRESS_MS = 10_000;

/** A control without a name in an accessibility snapshot. */
const NAMELESS = /^\s*- (?:button|link|textbox|checkbox|radio|switch|tab|menuitem|combobox|slider)(?: \[[^\]]*\])*$/;

/** Everything that is wrong with the current screen. @returns one line per finding */
export async function findingsOf(page: Page, tree: string): Promise<string[]> {
  const seen = await page.evaluate(checkPage);
  const nameless = tree.split('\n').filter((line) => NAMELESS.test(line));
  const described = nameless.map(async (line) => {
    const ref = /\[ref=([^\]]+)\]/.exec(line)?.[1] ?? '';
    const html = await page
      .getByRef(ref)
      .evaluate(
        (element) => {
          const isNamed = ['aria-label', 'aria-labelledby', 'title'].some((name) => element.hasAttribute(name));
          // While a dialog opens, the snapshot may already lack the name of a control behind it.
          const isLabelled = 'labels' in element && ((element as HTMLInputElement).labels?.length ?? 0) > 0;
          const hasWords = element.textContent?.trim() || element.querySelector('img[alt]:not([alt=""])');
          return isNamed || isLabelled || hasWords || element.closest('[aria-hidden=true], [inert]')
            ? ''
            : element.outerHTML.slice(0, 200);
        },
        undefined,
        { timeout: 1000 },
      )
      // The element no longer exists.
      .catch(() => '');
    return html ? [`a control has no name: ${html}`] : [];
  });
  return [...seen, ...(await Promise.all(described)).flat()];
}

/** @returns one line per axe rule that is violated and still is after menus and dialogs have faded out */
export async function axeFindings(page: Page): Promise<string[]> {
  if ((await violations(page)).length === 0) return [];
  await new Promise((resolve) => setTimeout(resolve, 500));
  return (await violations(page)).map((line) => `axe: ${line.slice(0, 300)}`);
}

/** Waits until nothing loads. @returns a finding if that takes too long */
export async function waitUntilQuiet(page: Page, isFetching: () => boolean): Promise<string[]> {
  const until = Date.now() + PROGRESS_MS;
  for (let quiet = 0; quiet < 2; ) {
    const loading = await page.evaluate(loadingText);
    quiet = loading || isFetching() ? 0 : quiet + 1;
    if (Date.now() > until) return loading ? [`still loading after 10 seconds: ${loading}`] : [];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return [];
}

/** Runs in the page: the text of an indeterminate loading indicator. */
function loadingText(): string {
  if (document.querySelector('.first-paint')) return 'the first words of the page';
  const bars = [...document.querySelectorAll('[role=progressbar], .MuiSkeleton-root, [data-loading]')];
  const endless = bars.find((one) => !one.hasAttribute('aria-valuenow') && one.checkVisibility());
  return endless ? (endless.parentElement?.textContent || endless.className.toString()).slice(0, 80) : '';
}

/** Runs in the page. */
function checkPage(): string[] {
  const found: string[] = [];
  const main = document.querySelector('main');
  const dialog = document.querySelector('[role=dialog]');
  if (!main && !dialog) found.push('the page has no main part');
  if (main && !main.textContent?.trim() && !main.querySelector('video, img, svg') && !dialog)
    found.push('main is empty');
  const text = document.body.innerText;
  for (const words of ["We couldn't show this", 'We couldn’t show this']) {
    if (text.includes(words)) found.push(`an error page or panel: ${words}`);
  }
  const { scrollWidth = 0 } = document.scrollingElement ?? {};
  if (scrollWidth > innerWidth + 1) {
    const wide = [...document.querySelectorAll('body *')].find(
      (one) => one.getBoundingClientRect().right > innerWidth + 1,
    );
    found.push(`scrolls sideways, ${scrollWidth} of ${innerWidth}: ${wide ? nameOf(wide) : ''}`);
  }
  for (const element of document.querySelectorAll<HTMLElement>('h1,h2,h3,p,button,a,label,span,li,td,th,legend,div')) {
    if (!hasOwnText(element) || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    if (element.clientWidth <= 2 || style.display === 'inline') continue;
    const isCut = element.scrollWidth > element.clientWidth + 2;
    if (isCut && ['hidden', 'clip'].includes(style.overflowX) && style.textOverflow !== 'ellipsis') {
      found.push(`text is cut off: ${nameOf(element)}`);
    }
  }
  if (!isTitleOfThisPage()) found.push(`the title of the page is "${document.title}"`);
  return [...new Set(found)];

  /** Whether the words of the title are on this page and not left from the previous one. */
  function isTitleOfThisPage(): boolean {
    const [title = '', product] = document.title.split(' · ');
    const unshown: Record<string, string> = { Watch: '/videoWatchPage', Record: '/record', 'Not your page': '/user/' };
    if (title === 'No connection' || location.pathname.startsWith(unshown[title] ?? ' ')) return true;
    const labels = [...document.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'));
    const words = [document.body.textContent, ...labels].join(' ').toLowerCase();
    return product === 'Kinreel' && words.includes(title.toLowerCase());
  }
  function hasOwnText(element: Element): boolean {
    return [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
  }
  function nameOf(element: Element): string {
    return `<${element.tagName.toLowerCase()}> ${element.textContent?.trim().slice(0, 60) ?? ''}`;
  }
}

/** Number of open dialogs and menus, and whether the focus is lost. */
export function focusOf(page: Page): Promise<{ dialogs: number; isLost: boolean }> {
  return page.evaluate(() => ({
    dialogs: document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]').length,
    isLost: document.activeElement === document.body || document.activeElement === null,
  }));
}
