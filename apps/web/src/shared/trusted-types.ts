/**
 * Trusted Types: the server's policy forbids writing text as HTML or loading code from a computed address. Ours never
 * does the first; the player's elements write their templates and the app starts workers, so this default policy lets
 * through what cannot run code. Everything else throws. Import this before any other module.
 */

/** What could run code if it were written into a page. No template of the player has any of it. */
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

/** @returns the same address @throws TypeError if it is not one of our own */
export function allowOwnScript(url: string, page = window.location): string {
  const address = new URL(url, page.href);
  const isOwn = address.origin === page.origin && address.protocol !== 'data:';
  if (!isOwn) throw new TypeError('Code is loaded only from our own address');
  return url;
}

// Only Chromium has it so far.
(globalThis as { trustedTypes?: TrustedTypePolicies }).trustedTypes?.createPolicy('default', {
  createHTML: allowInertHtml,
  createScriptURL: (url) => allowOwnScript(url),
});
