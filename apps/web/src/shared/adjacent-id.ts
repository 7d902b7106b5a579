/** The id after `removed`, or the one before it at the end of the list; null if there is none. */
export function adjacentId(ids: readonly string[], removed: string): string | null {
  const index = ids.indexOf(removed);
  if (index < 0) return null;
  return ids[index + 1] ?? ids[index - 1] ?? null;
}
