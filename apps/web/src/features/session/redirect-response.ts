import { paths } from '../../shared/paths.ts';

/** The identity provider's response in the URL of the redirect. */
export interface RedirectResponse {
  hash: string;
  query: URLSearchParams;
}

const FRAGMENT_PARAMS = ['access_token', 'error'];
const QUERY_PARAMS = ['code', 'error', 'error_description', 'state'];

/**
 * Returns the provider's response and removes it from the URL; null if there is none. Must run first, so that the token
 * does not stay in the address bar or the history (ROUTE-02).
 */
export function takeRedirectResponse(): RedirectResponse | null {
  const { pathname, hash, search } = window.location;
  if (pathname !== paths.landing) return null;
  const fragment = new URLSearchParams(hash.slice(1));
  const query = new URLSearchParams(search);
  const isResponse =
    FRAGMENT_PARAMS.some((name) => fragment.has(name)) ||
    (query.has('state') && (query.has('code') || query.has('error')));
  if (!isResponse) return null;
  const rest = new URLSearchParams(search);
  for (const name of QUERY_PARAMS) rest.delete(name);
  window.history.replaceState(null, '', pathname + (rest.size > 0 ? `?${rest}` : ''));
  return { hash, query };
}
