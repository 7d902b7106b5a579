import { paths } from '../../shared/paths.ts';

/** Pages that lead to the login themselves, and are no target after it. */
const EXCLUDED_PATHS: readonly string[] = [paths.home, paths.landing, paths.login, paths.registration];

/** Router state of links between the login screens: the page that was requested first. */
export interface ReturnState {
  returnTo?: string;
}

/**
 * Where to go after a login that starts at this location: path and query of the requested protected page (ROUTE-15), or
 * only the query string, which is then added to the user's videos page (ROUTE-06).
 */
export function returnTargetOf(location: { pathname: string; search: string; state: unknown }): string {
  const returnTo = (location.state as ReturnState | null)?.returnTo;
  if (typeof returnTo === 'string' && returnTo) return returnTo;
  return EXCLUDED_PATHS.includes(location.pathname) ? location.search : location.pathname + location.search;
}

/**
 * The path to open after a login: the target if it is a page of this app, otherwise the user's videos page. Prevents
 * open redirects to other sites.
 * @param target path and query, only a query, or an empty string
 */
export function afterLogin(target: string, userId: string): string {
  if (target.startsWith('/')) {
    const page = pageOfThisApp(target);
    return page && !EXCLUDED_PATHS.includes(page.pathname) ? page.pathname + page.search : paths.videos(userId);
  }
  return paths.videos(userId) + (target.startsWith('?') ? target : '');
}

function pageOfThisApp(target: string): URL | null {
  const origin = 'http://app.invalid';
  const url = URL.parse(target, origin);
  return url && url.origin === origin && !/^\/[/\\]/.test(url.pathname) ? url : null;
}
