import { waitingLinkOf } from './waiting-link.ts';

/** The code of an invitation to register that this tab has opened. It survives the log-in, which leaves the page. */
const STORAGE_KEY = 'kinreel.admission';

const CODE = /^[\w-]{22}$/;

/** Remembers a code for this tab, if it is one. */
export function rememberAdmission(code: string | undefined): void {
  if (code !== undefined && CODE.test(code)) sessionStorage.setItem(STORAGE_KEY, code);
}

/**
 * The code that lets this person register, if they have one: of the page that waits for the login, an invitation to a video or
 * the address of the first site owner; else of the link to register that was opened before.
 * @param target where to go after the login (see `returnTargetOf`)
 */
export function admissionCodeOf(target: string): string | undefined {
  const { pathname, searchParams } = new URL(target, 'http://app.invalid/');
  const link = waitingLinkOf(target);
  const waiting = pathname === '/owner' ? searchParams.get('code') : link?.kind === 'invitation' ? link.code : null;
  return waiting ?? sessionStorage.getItem(STORAGE_KEY) ?? undefined;
}
