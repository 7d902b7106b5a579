import { GoneError } from './jobs.ts';

/** How often work checks whether it is still needed, in milliseconds. */
const INTERVAL_MS = 400;

/**
 * Runs work while it is needed. Its signal is aborted within half a second after its subject was deleted, so that a
 * tool that runs for hours is killed.
 * @param signal of the attempt
 * @param isWanted polled; an error counts as yes
 * @throws GoneError if the work was interrupted, or failed, because it is no longer needed; otherwise the error of the
 *   work
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
    // The files are deleted with the video, so the work may fail before the next check.
    if (!signal.aborted && (gone.signal.aborted || !(await isWanted().catch(() => true)))) throw new GoneError();
    throw error;
  } finally {
    clearInterval(timer);
  }
}
