import { SAVED_COPY_HEADER } from '../offline/worker-protocol.ts';

/**
 * What index.html has asked the API for while the code of the app was on its way (build/first-paint.ts), by address. The first
 * request for an address gets it.
 */
export type EarlyAnswers = Record<string, { token: string; answer: Promise<Response> }>;

declare global {
  var earlyAnswers: EarlyAnswers | undefined;
}

/** What is asked for later than this is not part of the first page, in milliseconds since its start. */
const FIRST_PAGE_MS = 30_000;

/** The early answer to a request of the API; null if there is none, or if it must be requested now. */
export async function takeEarlyAnswer({ method, url, headers }: Request): Promise<Response | null> {
  // It may change what was asked for before.
  if (method !== 'GET' || performance.now() > FIRST_PAGE_MS) globalThis.earlyAnswers = undefined;
  const { pathname, search } = new URL(url);
  const early = globalThis.earlyAnswers?.[pathname + search];
  if (!early) return null;
  delete globalThis.earlyAnswers?.[pathname + search];
  if (headers.get('authorization') !== `Bearer ${early.token}`) return null;
  const answer = await early.answer.catch(() => null);
  // Whose copies are saved on this device is known only later.
  return answer?.headers.has(SAVED_COPY_HEADER) ? null : answer;
}
