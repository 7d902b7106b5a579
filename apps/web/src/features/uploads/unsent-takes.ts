import type { ChosenAudience } from '@kinreel/contracts/uploads';
import { storedUploads, UNSENT_TAKES } from './stored-uploads.ts';

/** A take that the person saved while the server knew nothing of it yet. Once the server knows it, its stored upload is enough. */
export interface UnsentTake {
  takeId: string;
  audience?: ChosenAudience | undefined;
}

/** The takes that are sent by themselves after a reload, oldest first. Those of another person are none. */
export function unsentTakes(userId: string): UnsentTake[] {
  const stored = read();
  return stored?.userId === userId ? stored.takes : [];
}

/** Remember a take that the person saved, or who may see it. Nothing happens if the server knows it already. */
export function keepUnsentTake(userId: string, take: UnsentTake): void {
  if (storedUploads(userId).some(({ source }) => source.kind === 'take' && source.takeId === take.takeId)) return;
  write(userId, [...unsentTakes(userId).filter(({ takeId }) => takeId !== take.takeId), take]);
}

/** The server knows it, or it was published, discarded or deleted. */
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
    // Then it is offered on My Videos.
  }
}
