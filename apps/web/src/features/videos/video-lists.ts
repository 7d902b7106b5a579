import type { Permission, Video } from '@kinreel/contracts/videos';

/** Orders of the Manage Library page. */
export const SORT_ORDERS = ['newest', 'oldest', 'prompt'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** What the Manage Library page is narrowed to; an empty value narrows nothing. */
export interface LibraryFilter {
  text: string;
  permission: Permission | '';
  sort: SortOrder;
}

const byPrompt = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/**
 * Filtered and sorted copy of a list; videos of one prompt stay newest first.
 * @param spoken ids of videos in which the text is said: it need not stand in their prompt
 */
export function arrangeVideos<T extends Video>(
  videos: readonly T[],
  filter: LibraryFilter,
  spoken: Pick<ReadonlySet<string>, 'has'> = new Set(),
): T[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const kept = videos.filter(
    (video) =>
      (filter.permission === '' || video.permission === filter.permission) &&
      (spoken.has(video.id) || words.every((word) => video.prompt.toLowerCase().includes(word))),
  );
  const newestFirst = (a: T, b: T) => Date.parse(b.created_at) - Date.parse(a.created_at);
  if (filter.sort === 'oldest') return kept.sort((a, b) => newestFirst(b, a));
  if (filter.sort === 'prompt') return kept.sort((a, b) => byPrompt.compare(a.prompt, b.prompt) || newestFirst(a, b));
  return kept.sort(newestFirst);
}

/** The list with `pinned` first, wherever it would stand. */
export function withFirst<T extends { id: string }>(videos: readonly T[], pinned: T | undefined): T[] {
  return pinned ? [pinned, ...videos.filter((video) => video.id !== pinned.id)] : [...videos];
}

/** "Tavi Fennick", "Tavi Fennick and Ismene Vale", "Tavi Fennick, Ismene Vale and 3 others". */
export function namesInWords(names: readonly string[], count = names.length): string {
  const shown = count > 3 ? names.slice(0, 2) : names.slice(0, 3);
  const rest = count - shown.length;
  const parts = rest > 0 ? [...shown, rest === 1 ? '1 other' : `${rest} others`] : shown;
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
