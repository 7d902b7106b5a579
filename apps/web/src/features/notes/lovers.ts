import type { Person } from '@kinreel/contracts/profile';
import { notes as text } from '@kinreel/messages/en/notes';
import { formatList } from '../../shared/format/list.ts';
import { shortNames } from '../../shared/format/person.ts';

/** How many people with a heart are named. */
const MAX_NAMES = 10;

/**
 * "Ismene and Corvin love this"; empty without a heart. Two people with the same first name have their last names too.
 * @param userId who reads it
 */
export function loversText(hearts: readonly Person[], userId: string): string {
  if (hearts.length === 0) return '';
  if (hearts.length === 1 && hearts[0]?.id === userId) return text.youLoveThis;
  const names = shortNames(hearts)
    .map((name, index) => (hearts[index]?.id === userId ? text.you : name))
    .slice(0, MAX_NAMES);
  if (hearts.length > MAX_NAMES) return text.othersLoveThis({ names: names.join(', ') });
  return text.loveThis({ count: names.length, names: formatList(names) });
}
