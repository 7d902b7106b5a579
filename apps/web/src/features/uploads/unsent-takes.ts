import type { ChosenAudience } from '@kinreel/contracts/uploads';
import { storedUploads, UNSENT_TAKES } from './stored-uploads.ts';

/** A saved take that the server does not know yet. Afterwards the stored upload replaces it. */
export interface UnsentTake {
  takeId: string;
  audience?: ChosenAudience | undefined;
}

/** The takes to send automatically after a reload, oldest first. Ignores those of another person. */
export function unsentTakes(userId: string): UnsentTake[] {
  const stored = read();
  return stored?.userId === userId ? stored.takes : [];
}

/** Stores a saved take, or who may see it. Does nothing if the server already knows it. */
export function keepUnsentTake(userId: string, take: UnsentTake): void {
  if (storedUploads(userId).some(({ source }) => source.kind === 'take' && source.takeId === take.takeId)) return;
  write(userId, [...unsentTakes(userId).filter(({ takeId }) => takeId !== take.takeId), take]);
}

/** Removes a take that the server knows, or that was published, discarded or deleted. */
export function dropUnsentTake(takeId: string): void {
  const stored = read();
  if (stored?.takes.some((one) => one.takeId === takeId)) {
    write(
      stored.userId,
      stored.takes.filter((one) => one.takeId !== takeId),
    );
  }
}

function read(): { userId: string; takes: UnsentTake[] } | null {
  try {
    return JSON.parse(localStorage.getItem(UNSENT_TAKES) ?? 'null');
  } catch {
    return null;
  }
}

function write(userId: string, takes: readonly UnsentTake[]): void {
  try {
    if (takes.length > 0) localStorage.setItem(UNSENT_TAKES, JSON.stringify({ userId, takes }));
    else localStorage.removeItem(UNSENT_TAKES);
  } catch {
    // My Videos lists the take instead.
  }
}
