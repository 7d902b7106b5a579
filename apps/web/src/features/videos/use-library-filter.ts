import { PERMISSIONS } from '@kinreel/contracts/videos';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type LibraryFilter, SORT_ORDERS } from './video-lists.ts';

/**
 * The filter of Manage Library. The address contains it too, so that going back from a video restores the list. The
 * fields show the state, because the address is updated later, and fast typing would lose letters.
 */
export function useLibraryFilter() {
  const [search, setSearch] = useSearchParams();
  const [filter, setFilter] = useState(() => readFilter(search));
  const latest = useRef(filter);

  function change(part: Partial<LibraryFilter>): void {
    latest.current = { ...latest.current, ...part };
    setFilter(latest.current);
    setSearch(writeFilter(latest.current), { replace: true });
  }

  return [filter, change] as const;
}

function readFilter(search: URLSearchParams): LibraryFilter {
  return {
    text: search.get('q') ?? '',
    permission: PERMISSIONS.find((one) => one === search.get('who')) ?? '',
    sort: SORT_ORDERS.find((one) => one === search.get('sort')) ?? 'newest',
  };
}

function writeFilter({ text, permission, sort }: LibraryFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (text) search.set('q', text);
  if (permission) search.set('who', permission);
  if (sort !== 'newest') search.set('sort', sort);
  return search;
}
