import { useEffect, useState } from 'react';
import { lockedUploads } from './upload-lock.ts';

/** How often the browser is asked what its tabs are sending, in milliseconds. */
const LOOK_EVERY_MS = 2_000;

/** Ids of the uploads that any tab of this browser is sending now; null until that is known. */
export function useLockedUploads(): readonly string[] | null {
  const [locked, setLocked] = useState<readonly string[] | null>(null);
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      const found = await lockedUploads();
      if (!isGone) setLocked((before) => (before?.join() === found.join() ? before : found));
    };
    void look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, []);
  return locked;
}
