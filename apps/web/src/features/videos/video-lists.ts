import type { Permission, Video } from '@kinreel/contracts/videos';
import { language } from '../../shared/i18n/language.ts';

/** Sort orders of the Manage Library page. */
export const SORT_ORDERS = ['newest', 'oldest', 'prompt'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Filter of the Manage Library page. Empty values match everything. */
export interface LibraryFilter {
  text: string;
  permission: Permission | '';
  sort: SortOrder;
}

const byPrompt = new Intl.Collator(language, { sensitivity: 'base', numeric: true });

/**
 * A filtered and sorted copy of the list. Videos with the same prompt are sorted newest first.
 * @param captionHits ids of videos with matching captions, whose prompt need not match
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
