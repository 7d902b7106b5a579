import { ERRORS, PRODUCT_NAME } from '@kinreel/contracts';

/** The page for a link that no longer works. @param appUrl origin of the app, from the configuration */
export function brokenLinkPage(appUrl: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>This link has expired · ${PRODUCT_NAME}</title>
<style>
@font-face { font-family: Blinker; font-weight: 400; src: url(/assets/blinker-latin-400-normal.woff2); }
@font-face { font-family: Blinker; font-weight: 600; src: url(/assets/blinker-latin-600-normal.woff2); }
:root { --canvas: #f3f4ee; --ink: #222c25; --soft: #51604f; --action: #4a5f4d; --on-action: #fff; --focus: #2c4a7c; }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #141a16; --ink: #edf1e8; --soft: #b5c2b0; --action: #a3b899; --on-action: #17211a; --focus: #a9c8ff; }
}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--canvas); color: var(--ink);
  font: 1.125rem/1.45 Blinker, "Trebuchet MS", "Segoe UI", system-ui, sans-serif; }
main { max-width: 32rem; padding: 2rem 1rem; text-align: center; text-wrap: balance; }
h1 { margin: 1.5rem 0 1rem; font-size: 2rem; line-height: 1.1; letter-spacing: -.015em; font-weight: 600; }
p { margin: 0 0 1.75rem; color: var(--soft); }
a { display: inline-block; padding: 0.875rem 1.75rem; border-radius: 12px; background: var(--action);
  color: var(--on-action); font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; }
</style>
</head>
<body>
<main>
<svg viewBox="0 0 40 40" width="64" height="64" aria-hidden="true"><circle cx="20" cy="20" r="19" fill="#667b68"/><circle cx="20.8" cy="18.8" r="14.6" fill="#a3b899"/><circle cx="21.8" cy="17.4" r="9.8" fill="#e6e9d2"/><circle cx="22.8" cy="16.2" r="4.8" fill="#dcae55"/></svg>
<h1>This link has expired</h1>
<p>${ERRORS['link.missing'].message}</p>
<p><a href="${appUrl}/">Go to ${PRODUCT_NAME}</a></p>
</main>
</body>
</html>
`;
}
