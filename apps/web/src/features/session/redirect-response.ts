import { paths } from '../../shared/paths.ts';

/** What the identity provider sent back with the browser, taken out of the address bar. */
export interface RedirectResponse {
  hash: string;
  query: URLSearchParams;
}

const IN_FRAGMENT = ['access_token', 'error'];
const IN_QUERY = ['code', 'error', 'error_description', 'state'];

/**
 * Take the provider's answer out of the address. Must run before anything else does: the token leaves the address bar
 * and the history at once (ROUTE-02). Null when there is none.
 */
export function takeRedirectResponse(): RedirectResponse | null {
  const { pathname, hash, search } = window.location;
  if (pathname !== paths.landing) return null;
  const fragment = new URLSearchParams(hash.slice(1));
  const query = new URLSearchParams(search);
  const answered =
    IN_FRAGMENT.some((name) => fragment.has(name)) || (query.has('state') && (query.has('code') || query.has('error')));
  if (!answered) return null;
  const rest = new URLSearchParams(search);
  for (const name of IN_QUERY) rest.delete(name);
  window.history.replaceState(null, '', pathname + (rest.size > 0 ? `?${rest}` : ''));
  return { hash, query };
}
