import { requestPersistentStorage } from './device-storage.ts';
import type { EncodingPlan } from './encoding.ts';
import type { Take, TakePrompt } from './take.ts';
import { createTake, discardTake } from './take-store.ts';
import { keepScreenAwake } from './wake-lock.ts';

/** A recording in progress: the encoder, its file, and the wake lock. */
export interface ActiveRecording {
  place: Take['place'];
  pause(): void;
  resume(): void;
  /** @returns the take; null if it is shorter than a second, and is deleted */
  finish(): Promise<Take | null>;
  /** Ends the recording and deletes it. */
  discard(): Promise<void>;
}

interface RecordingOptions {
  userId: string;
  prompt: TakePrompt;
  plan: EncodingPlan;
  /** Called once if the encoder or the device fails later. The earlier part is saved; `finish` returns it. */
  onFailure: (error: unknown) => void;
}

/**
 * Starts a recording.
 * @throws DOMException `QuotaExceededError` if the device is full
 */
export async function startRecording({ userId, prompt, plan, onFailure }: RecordingOptions): Promise<ActiveRecording> {
  const draft = await createTake({ userId, prompt, mime: plan.mime });
  requestPersistentStorage();
  const releaseScreen = keepScreenAwake();
  let failure: { error: unknown } | null = null;

  async function end(encoding?: { finish(): Promise<void> }): Promise<Take | null> {
    releaseScreen();
    // If the last second fails, the earlier ones are still saved.
    await encoding?.finish().catch(() => null);
    return draft.close().catch(() => null);
  }

  try {
    const encoding = await plan.begin({
      // Bytes after a gap could not be played.
      append: async (bytes) => {
        if (failure) throw new DOMException('The recording has ended', 'AbortError');
        await draft.append(bytes);
      },
      onFailure: (error) => {
        if (failure) return;
        failure = { error };
        onFailure(error);
      },
    });
    if (failure) throw (failure as { error: unknown }).error;
    return {
      place: draft.place,
      pause: () => encoding.pause(),
      resume: () => encoding.resume(),
      finish: async () => {
        const take = await end(encoding);
        if (!take) await discardTake(draft.info);
        return take;
      },
      discard: async () => {
        await end(encoding);
        await discardTake(draft.info);
      },
    };
  } catch (error) {
    await end();
    await discardTake(draft.info);
    throw error;
  }
}
