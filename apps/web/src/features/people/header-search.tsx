import { type ComponentType, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fetchOnIntent, importWithRetry } from '../../shared/lazy-component.ts';
import type { SearchBoxProps } from './search-box.tsx';
import { SearchField } from './search-field.tsx';

/**
 * Search in the header on wide screens. First renders a plain field. On hover or focus the search is loaded and
 * replaces the field, keeping its text.
 */
export function HeaderSearch({ onPick }: Pick<SearchBoxProps, 'onPick'>) {
  const field = useRef<HTMLInputElement>(null);
  const [loaded, setLoaded] = useState<{ Box: ComponentType<SearchBoxProps>; text: string; focused: boolean }>();

  async function loadSearchBox() {
    const { SearchBox } = await importWithRetry(() => import('./search-box.tsx'));
    const { value = '' } = field.current ?? {};
    const focused = document.activeElement === field.current;
    // Synchronous, so that no letter is lost between reading and replacing the field.
    flushSync(() => setLoaded((current) => current ?? { Box: SearchBox, text: value, focused }));
  }

  if (!loaded) return <SearchField ref={field} {...fetchOnIntent(loadSearchBox)} />;
  return <loaded.Box onPick={onPick} initialText={loaded.text} autoFocus={loaded.focused} />;
}
