import { SAVED_COPY_HEADER } from '../offline/worker-protocol.ts';

/**
 * Responses that index.html has requested while the app's code was loading (build/first-paint.ts), by address. The
 * first request for an address gets it.
 */
export type EarlyAnswers = Record<string, { authorization: string | null; answer: Promise<Response> }>;

declare global {
  var earlyAnswers: EarlyAnswers | undefined;
}

/** The early answer to an API request. Null if there is none, or if it may be outdated. */
export async function takeEarlyAnswer({ method, url, headers }: Request): Promise<Response | null> {
  // A change may make earlier answers outdated.
  if (method !== 'GET') globalThis.earlyAnswers = undefined;
  const early = globalThis.earlyAnswers?.[url];
  if (!early || early.authorization !== headers.get('authorization')) return null;
  delete globalThis.earlyAnswers?.[url];
  const answer = await early.answer.catch(() => null);
  // A saved copy may belong to another person, which is only checked later.
  return answer?.headers.has(SAVED_COPY_HEADER) ? null : answer;
}
