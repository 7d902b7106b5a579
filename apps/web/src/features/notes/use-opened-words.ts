import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

const HASH = '#words';

/** Whether the address asks for what people say about the video, as links of notifications do. */
export function asksForWords(hash: string): boolean {
  return hash.startsWith(HASH);
}

/**
 * Scrolls to the note in the address and focuses it, once per navigation. Without a note, or if it is not listed, to
 * the whole section. @param isLoaded whether the notes are current
 */
export function useOpenedWords(section: RefObject<HTMLElement | null>, isLoaded: boolean): void {
  const { hash, key } = useLocation();
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (!isLoaded || !section.current || !asksForWords(hash) || opened.current === key) return;
    opened.current = key;
    const row = section.current.querySelector<HTMLElement>(`[data-row="${CSS.escape(hash.slice(HASH.length))}"]`);
    const target = row ?? section.current;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: row ? 'center' : 'start' });
  }, [hash, key, isLoaded, section]);
}
