import type { Deps } from '../../../platform/deps.ts';
import { type Span, updatePiece, updateSecondsDone } from '../../videos/pieces.service.ts';
import { storeFile } from '../store-file.ts';
import type { PiecePlan } from './pieces.ts';

/** Stores an encoded chunk, unless the chunks were discarded or another attempt was faster. @param path of its file */
export async function storePiece(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  videoId: string,
  plan: PiecePlan,
  piece: Span & { splitId: string; number: number; path: string },
  signal: AbortSignal,
): Promise<void> {
  const { splitId, number, path, starts, ends } = piece;
  const stored = await storeFile(storage, videoId, path, 'nut', signal);
  await updateSecondsDone(db, splitId, number, (ends ?? plan.seconds) - starts);
  if (!(await updatePiece(db, splitId, number, stored))) await storage.delete(stored.key);
}
