import { colorProperties } from '@kinreel/brand/colors';
import { logo } from '@kinreel/brand/logo';
import { PRODUCT_NAME } from '@kinreel/contracts';
import { linkPage as text } from '@kinreel/messages/en/link-page';
import { inlineHash } from '../../platform/http/inline-hash.ts';

const STYLE = `
@font-face { font-family: Blinker; font-weight: 400; src: url(/assets/blinker-latin-400-normal.woff2); }
@font-face { font-family: Blinker; font-weight: 600; src: url(/assets/blinker-latin-600-normal.woff2); }
${colorProperties()}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--canvas); color: var(--ink);
  font: 1.125rem/1.45 Blinker, "Trebuchet MS", "Segoe UI", system-ui, sans-serif; }
main { max-width: 32rem; padding: 2rem 1rem; text-align: center; text-wrap: balance; }
h1 { margin: 1.5rem 0 1rem; font-size: 2rem; line-height: 1.1; letter-spacing: -.015em; font-weight: 600; }
p { margin: 0 0 1.75rem; color: var(--soft); }
a { display: inline-block; padding: 0.875rem 1.75rem; border-radius: 12px; background: var(--action);
  color: var(--on-action); font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; }
`;

/** The page's Content-Security-Policy: only its own style and fonts. */
export const LINK_PAGE_POLICY = `default-src 'none'; style-src ${inlineHash(STYLE)}; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The page for a link that no longer works. @param appUrl configured origin of the app */
export function brokenLinkPage(appUrl: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text.title} · ${PRODUCT_NAME}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${logo(64)}
<h1>${text.title}</h1>
<p>${text.text}</p>
<p><a href="${appUrl}/">${text.goHome({ product: PRODUCT_NAME })}</a></p>
</main>
</body>
</html>
`;
}
