import { paths } from '../../shared/paths.ts';

/** Screens that lead to a login and would only lead there again. */
const NEVER: readonly string[] = [paths.home, paths.landing, paths.login, paths.registration];

/** What a link or a redirect within the app carries, so that the page first asked for is found again. */
export interface ReturnState {
  returnTo?: string;
}

/**
 * Where to go after the login that begins at this place: path and query whole of a protected page that was asked for
 * (ROUTE-15), else only the query string, which then goes with the person's own videos page (ROUTE-06).
 */
export function returnTargetOf(location: { pathname: string; search: string; state: unknown }): string {
  const carried = (location.state as ReturnState | null)?.returnTo;
  if (typeof carried === 'string' && carried) return carried;
  return NEVER.includes(location.pathname) ? location.search : location.pathname + location.search;
}

/**
 * The address to open after a login: the target if it is a page of this app, else the person's own videos page with the
 * query string. Anything that could lead to another site is refused.
 * @param target path and query, or a query alone, or nothing
 */
export function afterLogin(target: string, userId: string): string {
  if (target.startsWith('/')) {
    const page = pageOfThisApp(target);
    return page && !NEVER.includes(page.pathname) ? page.pathname + page.search : paths.videos(userId);
  }
  return paths.videos(userId) + (target.startsWith('?') ? target : '');
}

function pageOfThisApp(target: string): URL | null {
  const origin = 'http://app.invalid';
  const url = URL.parse(target, origin);
  return url && url.origin === origin && !/^\/[/\\]/.test(url.pathname) ? url : null;
}
