import { colorProperties } from '@kinreel/brand/colors';
import { logo } from '@kinreel/brand/logo';
import { PRODUCT_NAME } from '@kinreel/contracts';
import { htmlEscape } from 'escape-goat';
import { inlineHash } from './inline-hash.ts';

const STYLE = `
@font-face { font-family: Blinker; font-weight: 400; src: url(/assets/blinker-latin-400-normal.woff2); }
@font-face { font-family: Blinker; font-weight: 600; src: url(/assets/blinker-latin-600-normal.woff2); }
${colorProperties()}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--canvas); color: var(--ink);
  font: 1.125rem/1.45 Blinker, "Trebuchet MS", "Segoe UI", system-ui, sans-serif; }
main { max-width: 32rem; padding: 2rem 1rem; text-align: center; text-wrap: balance; }
h1 { margin: 1.5rem 0 1rem; font-size: 2rem; line-height: 1.1; letter-spacing: -.015em; font-weight: 600; }
p { margin: 0 0 1.75rem; color: var(--soft); }
a, button { display: inline-block; padding: 0.875rem 1.75rem; border: 0; border-radius: 12px;
  background: var(--action); color: var(--on-action); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
form { margin: 0 0 1.25rem; }
form + p a { background: none; color: var(--ink); text-decoration: underline; }
a:focus-visible, button:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; }
`;

/** The page's Content-Security-Policy: only its own style, fonts and forms. */
export const SERVER_PAGE_POLICY = `default-src 'none'; style-src ${inlineHash(STYLE)}; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/**
 * A page without the web app: a title, a text and a link.
 * @param page.action HTML of a form above the link
 */
export function serverPage(page: {
  title: string;
  text: string;
  action?: string;
  link: { label: string; url: string };
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${htmlEscape(page.title)} · ${PRODUCT_NAME}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${logo(64)}
<h1>${htmlEscape(page.title)}</h1>
<p>${htmlEscape(page.text)}</p>
${page.action ?? ''}
<p><a href="${htmlEscape(page.link.url)}">${htmlEscape(page.link.label)}</a></p>
</main>
</body>
</html>
`;
}
