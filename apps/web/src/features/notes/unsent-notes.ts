const PREFIX = 'kinreel.note.';

/** Notes that were not sent, by person and video: leaving the page, a reload and returning keep them in this tab. */
export function readUnsent(key: string): string {
  try {
    return sessionStorage.getItem(PREFIX + key) ?? '';
  } catch {
    return '';
  }
}

export function keepUnsent(key: string, words: string): void {
  try {
    if (words) sessionStorage.setItem(PREFIX + key, words);
    else sessionStorage.removeItem(PREFIX + key);
  } catch {
    // Without storage, the note is only in its field.
  }
}
