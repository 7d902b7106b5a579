import type { Page } from '@playwright/test';
import { violations } from '../support/screen.ts';

/** A 1280 x 1024 screen at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 };
const PHONE = { width: 360, height: 740 };

/** Maximum share of the height that fixed bars may take at 400 % zoom. */
const MOST_FIXED = 1 / 3;

/**
 * Checks a screen at 400 % zoom, with 200 % text and in forced colors, each with axe. On a phone it also checks that
 * every control can be tapped.
 * @returns one line per problem
 */
export async function checkScene(page: Page): Promise<string[]> {
  const found: string[] = [];
  const note = (condition: string, problems: readonly string[]) =>
    found.push(...problems.map((problem) => `${condition}: ${problem}`));

  await page.setViewportSize(ZOOMED);
  await settle(page);
  note('400 % zoom', [...(await horizontalOverflow(page)), ...(await page.evaluate(fixedBars, MOST_FIXED))]);

  await page.setViewportSize(PHONE);
  await settle(page);
  note('phone', await page.evaluate(coveredControls));
  const largeText = await page.addStyleTag({ content: ':root { font-size: 200% !important }' });
  await settle(page);
  note('200 % text', [...(await horizontalOverflow(page)), ...(await axeFindings(page))]);
  await largeText.evaluate((style) => (style as HTMLStyleElement).remove());

  await page.emulateMedia({ forcedColors: 'active' });
  await settle(page);
  note('forced colors', await axeFindings(page));
  await page.emulateMedia({ forcedColors: 'none' });
  return found;
}

/** Ignores a missing heading while the page loads. */
async function axeFindings(page: Page): Promise<string[]> {
  const found = await violations(page);
  const isLoading = (await page.locator('[data-loading]').count()) > 0;
  return found.filter((finding) => !(isLoading && finding.startsWith('page-has-heading-one:')));
}

async function horizontalOverflow(page: Page): Promise<string[]> {
  const { width, available } = await page.evaluate(() => ({
    width: document.scrollingElement?.scrollWidth ?? 0,
    available: window.innerWidth,
  }));
  return width > available ? [`${width} pixels wide instead of ${available}`] : [];
}

/**
 * Runs in the page: fixed bars that leave too little of the height. Ignores dialogs, which scroll, and notices, which
 * disappear.
 */
function fixedBars(most: number): string[] {
  const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
    const { position, visibility } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return (
      (position === 'fixed' || position === 'sticky') &&
      visibility === 'visible' &&
      width > window.innerWidth / 2 &&
      height > 1 &&
      height < window.innerHeight &&
      !element.closest('[role=dialog], [role=alertdialog], [role=presentation], [role=menu], [aria-live]')
    );
  });
  const covered = bars
    .filter((bar) => !bars.some((other) => other !== bar && other.contains(bar)))
    .reduce((total, bar) => {
      const { top, bottom } = bar.getBoundingClientRect();
      return total + Math.max(0, Math.min(bottom, window.innerHeight) - Math.max(top, 0));
    }, 0);
  return covered > most * window.innerHeight ? [`bars in place cover ${Math.round(covered)} pixels`] : [];
}

/**
 * Runs in the page: controls that another element covers, so that a tap does not reach them. Fixed bars and open menus
 * may cover controls.
 */
function coveredControls(): string[] {
  if (document.querySelector('[aria-expanded=true]')) return [];
  const isInPlace = (element: Element): boolean => {
    for (let part: Element | null = element; part; part = part.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(part).position)) return true;
    return false;
  };
  const isClipped = (control: Element, x: number, y: number): boolean => {
    for (let part = control.parentElement; part; part = part.parentElement) {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      if (getComputedStyle(part).overflow !== 'visible' && (x < left || x > right || y < top || y > bottom))
        return true;
    }
    return false;
  };
  const controls = document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, [role=tab]');
  return [...controls].flatMap((control) => {
    const { opacity, pointerEvents, visibility } = getComputedStyle(control);
    if (control.closest('[aria-hidden=true], [inert]') || control.matches(':disabled')) return [];
    if (opacity === '0' || pointerEvents === 'none' || visibility !== 'visible') return [];
    const { left, width, top, height } = control.getBoundingClientRect();
    if (width < 8 || height < 8) return [];
    const x = left + width / 2;
    const covers = [0.2, 0.5, 0.8].flatMap((part) => {
      const y = top + part * height;
      const hit = isClipped(control, x, y) ? null : document.elementFromPoint(x, y);
      if (
        !hit ||
        hit.matches('.MuiBackdrop-root') ||
        control.contains(hit) ||
        hit.contains(control) ||
        hit.closest('label')?.control === control
      )
        return [];
      return isInPlace(hit) && !isInPlace(control) ? [] : [hit];
    });
    const [cover] = covers;
    const name = control.getAttribute('aria-label') ?? control.textContent;
    return cover ? [`${name} is under ${cover.outerHTML.slice(0, 120)}`] : [];
  });
}

/** Waits, because components that are replaced at another size load again. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
  });
  await page.waitForTimeout(150);
}
