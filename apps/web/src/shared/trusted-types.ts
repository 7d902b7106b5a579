/**
 * Trusted Types: the server's policy forbids writing strings as HTML and loading scripts from computed addresses. The
 * player's elements write templates and the app starts workers, so this default policy allows HTML without active
 * content and the app's own scripts. Everything else throws. Import this before any other module.
 */

/** HTML that could run code. The player's templates contain none of it. */
const ACTIVE_HTML = /<\s*(script|iframe|object|embed|link|meta|base|form|a)\b|\son\w+\s*=|javascript:|srcdoc/i;

interface TrustedTypePolicies {
  createPolicy(
    name: 'default',
    rules: { createHTML: (html: string) => string; createScriptURL: (url: string) => string },
  ): unknown;
}

/** @returns the same text @throws TypeError if it could run code */
export function allowInertHtml(html: string): string {
  if (ACTIVE_HTML.test(html)) throw new TypeError('This HTML could run code');
  return html;
}

/** @returns the same address @throws TypeError if it has another origin */
export function allowOwnScript(url: string, page = window.location): string {
  const address = new URL(url, page.href);
  const isOwn = address.origin === page.origin && address.protocol !== 'data:';
  if (!isOwn) throw new TypeError('Code is loaded only from our own address');
  return url;
}

// Only Chromium supports it so far.
(globalThis as { trustedTypes?: TrustedTypePolicies }).trustedTypes?.createPolicy('default', {
  createHTML: allowInertHtml,
  createScriptURL: (url) => allowOwnScript(url),
});
