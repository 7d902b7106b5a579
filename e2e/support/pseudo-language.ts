import { LANGUAGE_STORAGE_KEY, PSEUDO_LANGUAGE } from '@kinreel/messages/languages';
import { ACCENTED, PSEUDO_END, PSEUDO_START } from '@kinreel/messages/pseudo-language';
import type { Locator, Page } from '@playwright/test';

const PADDING = `[ ~]*${PSEUDO_END}?`;

/**
 * Turns an English text into a pattern that also matches its pseudo-language form, in which letters may be accented.
 */
export function pseudoPattern(text: string | RegExp, exact = false): RegExp {
  if (text instanceof RegExp) {
    const source = text.source
      .replace(/\\.|\[[^\]]*\]|[A-Za-z]/g, accentable)
      .replace(/^\^/, `^${PSEUDO_START}?`)
      .replace(/(?<!\\)\$$/, `${PADDING}$`);
    return new RegExp(source, text.flags.includes('i') ? text.flags : `${text.flags}i`);
  }
  const source = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\\.|[A-Za-z]/g, accentable);
  return exact ? new RegExp(`^${PSEUDO_START}?${source}${PADDING}$`) : new RegExp(source, 'i');
}

function accentable(match: string): string {
  const accented = ACCENTED[match];
  return accented ? `[${match}${accented}]` : match;
}

/** Methods of pages and locators that return locators. */
const FINDERS = ['locator', 'first', 'last', 'nth', 'filter', 'or', 'and'] as const;
const BY_TEXT = ['getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle', 'getByAltText'] as const;

/** Makes the page's locators find English names and texts in the pseudo-language too. */
export function findInPseudoLanguage<Target extends Page | Locator>(target: Target): Target {
  const methods = target as unknown as Record<string, (...args: unknown[]) => Locator>;
  const wrap = (name: string, change: (args: unknown[]) => unknown[]) => {
    const original = methods[name]?.bind(target);
    if (original) methods[name] = (...args) => findInPseudoLanguage(original(...change(args)));
  };
  for (const name of FINDERS) wrap(name, (args) => args.map(withPseudoText));
  for (const name of BY_TEXT) {
    wrap(name, ([text, options]) => [pseudoPattern(text as string, (options as { exact?: boolean })?.exact)]);
  }
  wrap('getByRole', ([role, options]) => [
    role,
    withPseudoName(options as { name?: string | RegExp; exact?: boolean }),
  ]);
  return target;
}

function withPseudoName(options: { name?: string | RegExp; exact?: boolean } = {}) {
  if (options.name === undefined) return options;
  const { exact, ...others } = options;
  return { ...others, name: pseudoPattern(options.name, exact) };
}

function withPseudoText(arg: unknown): unknown {
  const text = (arg as { hasText?: string | RegExp } | null)?.hasText;
  return text === undefined || typeof arg === 'string' ? arg : { ...(arg as object), hasText: pseudoPattern(text) };
}

/** Shows the app in the pseudo-language from now on. */
export async function usePseudoLanguage(page: Page): Promise<void> {
  await page.addInitScript(
    ([key = '', language = '']) => localStorage.setItem(key, language),
    [LANGUAGE_STORAGE_KEY, PSEUDO_LANGUAGE],
  );
  findInPseudoLanguage(page);
}

/**
 * Texts and accessible names that are still in English on a page in another language.
 * @param content texts of people or the installation: names, places, questions
 */
export async function untranslatedTexts(page: Page, content: readonly string[]): Promise<string[]> {
  const texts = await page.evaluate(
    ([start, end]) => {
      const isMarked = (text: string | null) => {
        const trimmed = (text ?? '').trim();
        return trimmed.startsWith(start) || trimmed.endsWith(end);
      };
      const found = new Set<string>();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        // <bdi> contains addresses and similar texts, which are the same in every language.
        if (!parent || parent.closest('script, style, noscript, bdi, [lang="en"]')) continue;
        const around = [node.textContent, parent.textContent, parent.parentElement?.textContent ?? null];
        if (!around.some(isMarked)) found.add((node.textContent ?? '').trim());
      }
      for (const element of document.querySelectorAll('[aria-label], [alt], [title], [placeholder]')) {
        for (const name of ['aria-label', 'alt', 'title', 'placeholder']) {
          const value = element.getAttribute(name);
          if (value && !isMarked(value)) found.add(value.trim());
        }
      }
      return [...found];
    },
    [PSEUDO_START, PSEUDO_END] as const,
  );
  return texts.filter((text) => /[A-Za-z]{2}/.test(withoutContent(text, content)));
}

function withoutContent(text: string, content: readonly string[]): string {
  return [...content].sort((a, b) => b.length - a.length).reduce((rest, known) => rest.replaceAll(known, ''), text);
}
