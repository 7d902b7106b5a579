import { waitingLinkOf } from './waiting-link.ts';

/**
 * Session storage key of the invitation code for registering that this tab has opened. It survives the login, which
 * leaves the page.
 */
const STORAGE_KEY = 'kinreel.admission';

const CODE = /^[\w-]{22}$/;

/** Saves a code for this tab. Ignores other values. */
export function saveAdmission(code: string | undefined): void {
  if (code !== undefined && CODE.test(code)) sessionStorage.setItem(STORAGE_KEY, code);
}

/**
 * The code that allows this person to register; undefined without one. It is that of the page waiting for the login (an
 * invitation to a video, or the address of the first site owner), otherwise that of the invitation to register that was
 * opened before.
 * @param target where to go after the login (see `returnTargetOf`)
 */
export function admissionCodeOf(target: string): string | undefined {
  const { pathname, searchParams } = new URL(target, 'http://app.invalid/');
  const link = waitingLinkOf(target);
  const waiting = pathname === '/owner' ? searchParams.get('code') : link?.kind === 'invitation' ? link.code : null;
  return waiting ?? sessionStorage.getItem(STORAGE_KEY) ?? undefined;
}
