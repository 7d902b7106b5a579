/** Notes that were not sent, by person and video: leaving the page and returning keeps them. In memory. */
const unsent = new Map<string, string>();

export function readUnsent(key: string): string {
  return unsent.get(key) ?? '';
}

export function keepUnsent(key: string, words: string): void {
  if (words) unsent.set(key, words);
  else unsent.delete(key);
}
