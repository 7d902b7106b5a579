import type { Permission, Video } from '@kinreel/contracts/videos';

/** Sort orders of the Manage Library page. */
export const SORT_ORDERS = ['newest', 'oldest', 'prompt'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Filter of the Manage Library page. Empty values match everything. */
export interface LibraryFilter {
  text: string;
  permission: Permission | '';
  sort: SortOrder;
}

const byPrompt = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/**
 * A filtered and sorted copy of the list. Videos with the same prompt are sorted newest first.
 * @param captionHits ids of videos whose captions contain the text; their prompt need not match
 */
export function filterAndSortVideos<T extends Video>(
  videos: readonly T[],
  filter: LibraryFilter,
  captionHits: Pick<ReadonlySet<string>, 'has'> = new Set(),
): T[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = videos.filter(
    (video) =>
      (filter.permission === '' || video.permission === filter.permission) &&
      (captionHits.has(video.id) || words.every((word) => video.prompt.toLowerCase().includes(word))),
  );
  const newestFirst = (a: T, b: T) => Date.parse(b.created_at) - Date.parse(a.created_at);
  if (filter.sort === 'oldest') return matches.sort((a, b) => newestFirst(b, a));
  if (filter.sort === 'prompt')
    return matches.sort((a, b) => byPrompt.compare(a.prompt, b.prompt) || newestFirst(a, b));
  return matches.sort(newestFirst);
}

/** The list with `pinned` moved to the front. */
export function pinFirst<T extends { id: string }>(videos: readonly T[], pinned: T | undefined): T[] {
  return pinned ? [pinned, ...videos.filter((video) => video.id !== pinned.id)] : [...videos];
}

/** "Tavi Fennick", "Tavi Fennick and Ismene Vale", "Tavi Fennick, Ismene Vale and 3 others". */
export function formatNames(names: readonly string[], count = names.length): string {
  const shown = count > 3 ? names.slice(0, 2) : names.slice(0, 3);
  const rest = count - shown.length;
  const parts = rest > 0 ? [...shown, rest === 1 ? '1 other' : `${rest} others`] : shown;
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
