import { sharedVideos as text } from '@kinreel/messages/en/shared-videos';
import { formatList } from '../../shared/format/list.ts';

/** "Tavi Fennick", "Tavi Fennick and Ismene Vale", "Tavi Fennick, Ismene Vale, and 3 others". */
export function formatRecipients(names: readonly string[], count = names.length): string {
  const shown = count > 3 ? names.slice(0, 2) : names.slice(0, 3);
  const rest = count - shown.length;
  return formatList(rest > 0 ? [...shown, text.others({ count: rest })] : shown);
}
