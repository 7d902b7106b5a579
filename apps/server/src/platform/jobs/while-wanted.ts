import { GoneError } from './jobs.ts';

/** How often work asks whether it is still wanted, in milliseconds. */
const INTERVAL_MS = 400;

/**
 * Does work for as long as it is wanted. Its signal is aborted within half a second when what it is about is gone, so that a
 * tool that runs for hours is killed.
 * @param signal of the attempt
 * @param isWanted asked again and again; an error counts as yes
 * @throws GoneError if the work was interrupted, or failed, because it is no longer wanted; else what the work throws
 */
export async function whileWanted<T>(
  signal: AbortSignal,
  isWanted: () => Promise<boolean>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  let asking = false;
  const timer = setInterval(async () => {
    if (asking) return;
    asking = true;
    if (!(await isWanted().catch(() => true))) gone.abort(new GoneError());
    asking = false;
  }, INTERVAL_MS);
  try {
    return await work(AbortSignal.any([signal, gone.signal]));
  } catch (error) {
    // Files disappear with the video, so the work may fail before the next question.
    if (!signal.aborted && (gone.signal.aborted || !(await isWanted().catch(() => true)))) throw new GoneError();
    throw error;
  } finally {
    clearInterval(timer);
  }
}
