import { type ComponentType, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fetchOnIntent, importWithRetry } from '../../shared/lazy-component.ts';
import type { SearchBoxProps } from './search-box.tsx';
import { SearchField } from './search-field.tsx';

/**
 * The search in the header of a large screen. Its field is there at once; what finds people is fetched when somebody
 * turns to it, and takes the field over with what has been typed by then.
 */
export function HeaderSearch({ onPick }: Pick<SearchBoxProps, 'onPick'>) {
  const field = useRef<HTMLInputElement>(null);
  const [taken, setTaken] = useState<{ Box: ComponentType<SearchBoxProps>; text: string; focused: boolean }>();

  async function takeOver() {
    const { SearchBox } = await importWithRetry(() => import('./search-box.tsx'));
    const { value = '' } = field.current ?? {};
    const focused = document.activeElement === field.current;
    // At once with the reading of the field: a letter typed in between would be lost.
    flushSync(() => setTaken((now) => now ?? { Box: SearchBox, text: value, focused }));
  }

  if (!taken) return <SearchField ref={field} {...fetchOnIntent(takeOver)} />;
  return <taken.Box onPick={onPick} initialText={taken.text} autoFocus={taken.focused} />;
}
