import { SAVED_COPY_HEADER } from '../offline/worker-protocol.ts';

/**
 * What index.html has asked the API for while the code of the app was on its way (build/first-paint.ts), by address. The first
 * request for an address gets it.
 */
export type EarlyAnswers = Record<string, { authorization: string | null; answer: Promise<Response> }>;

declare global {
  var earlyAnswers: EarlyAnswers | undefined;
}

/** The early answer to a request of the API; null if there is none, or if it must be requested now. */
export async function takeEarlyAnswer({ method, url, headers }: Request): Promise<Response | null> {
  // It may change what was asked for before.
  if (method !== 'GET') globalThis.earlyAnswers = undefined;
  const early = globalThis.earlyAnswers?.[url];
  if (!early || early.authorization !== headers.get('authorization')) return null;
  delete globalThis.earlyAnswers?.[url];
  const answer = await early.answer.catch(() => null);
  // Whose copies are saved on this device is known only later.
  return answer?.headers.has(SAVED_COPY_HEADER) ? null : answer;
}
