import { useEffect, useState } from 'react';

/** Whether an element is in full screen. */
export function useIsFullScreen(): boolean {
  const [full, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const update = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, []);
  return full;
}
