/** What takes the place of a removed row: the one after it, else the one before it, else nothing. */
export function adjacentId(ids: readonly string[], removed: string): string | null {
  const place = ids.indexOf(removed);
  if (place < 0) return null;
  return ids[place + 1] ?? ids[place - 1] ?? null;
}
