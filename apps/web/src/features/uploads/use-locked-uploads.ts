import { useEffect, useState } from 'react';
import { lockedUploads } from './upload-lock.ts';

/** Polling interval of the locks, in milliseconds. */
const POLL_MS = 2_000;

/** Ids of the uploads that any tab of this browser is sending; null until they are known. */
export function useLockedUploads(): readonly string[] | null {
  const [locked, setLocked] = useState<readonly string[] | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    const look = async () => {
      const found = await lockedUploads();
      if (!isUnmounted) setLocked((before) => (before?.join() === found.join() ? before : found));
    };
    void look();
    const timer = setInterval(look, POLL_MS);
    return () => {
      isUnmounted = true;
      clearInterval(timer);
    };
  }, []);
  return locked;
}
