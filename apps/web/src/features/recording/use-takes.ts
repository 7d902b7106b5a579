import { useCallback, useEffect, useState } from 'react';
import type { Take } from './take.ts';
import { listTakes, onTakesChanged } from './take-store.ts';
import { videoLength } from './video-length.ts';

/** A take with its duration in seconds; null if that is unknown. */
export type ListedTake = Take & { seconds: number | null };

/** This person's takes that no tab is using. `hide` removes one from the list immediately. */
export function useTakes(userId: string): { takes: ListedTake[]; hide: (id: string) => void } {
  const [takes, setTakes] = useState<ListedTake[]>([]);

  useEffect(() => {
    let isCurrent = true;
    const refresh = () =>
      void readTakes(userId).then(
        (found) => isCurrent && setTakes(found),
        () => null,
      );
    // Meanwhile another tab may have been closed or have uploaded its take.
    const onVisible = () => document.visibilityState === 'visible' && refresh();
    refresh();
    const unsubscribe = onTakesChanged(refresh);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isCurrent = false;
      unsubscribe();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [userId]);

  const hide = useCallback((id: string) => setTakes((before) => before.filter((take) => take.id !== id)), []);
  return { takes, hide };
}

async function readTakes(userId: string): Promise<ListedTake[]> {
  const takes = await listTakes(userId);
  return Promise.all(takes.map(async (take) => ({ ...take, seconds: await videoLength(take.file) })));
}
