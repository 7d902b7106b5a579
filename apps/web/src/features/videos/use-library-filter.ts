import { PERMISSIONS } from '@kinreel/contracts/videos';
import { useSearchParams } from 'react-router';
import { type LibraryFilter, SORT_ORDERS } from './video-lists.ts';

/** The filter of Manage Library. It is in the address, so that going back from a video finds the same list. */
export function useLibraryFilter() {
  const [search, setSearch] = useSearchParams();
  const filter: LibraryFilter = {
    text: search.get('q') ?? '',
    permission: PERMISSIONS.find((one) => one === search.get('who')) ?? '',
    sort: SORT_ORDERS.find((one) => one === search.get('sort')) ?? 'newest',
  };

  function change(part: Partial<LibraryFilter>): void {
    const { text, permission, sort } = { ...filter, ...part };
    const next = new URLSearchParams();
    if (text) next.set('q', text);
    if (permission) next.set('who', permission);
    if (sort !== 'newest') next.set('sort', sort);
    setSearch(next, { replace: true });
  }

  return [filter, change] as const;
}
