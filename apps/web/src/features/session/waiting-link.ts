/** A short link or an invitation that was opened before the login. */
export interface WaitingLink {
  kind: 'link' | 'invitation';
  code: string;
}

/**
 * The link that waits for the login; null if there is none.
 * @param target where to go after the login (see `returnTargetOf`): path and query, or only a query
 */
export function waitingLinkOf(target: string): WaitingLink | null {
  const { pathname, searchParams } = new URL(target, 'http://app.invalid/');
  // A link pasted from a sentence may end with punctuation.
  const invitation = /^\/invitation\/([\w-]{1,64})[.,;:!?)>"'”’]{0,3}$/.exec(decoded(pathname))?.[1];
  if (invitation) return { kind: 'invitation', code: invitation };
  const share = searchParams.get('share');
  return share && /^[\w-]{1,64}$/.test(share) ? { kind: 'link', code: share } : null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
