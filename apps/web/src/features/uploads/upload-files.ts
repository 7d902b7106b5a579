/** The files of uploads, in memory. The store contains only plain data and refers to them by key. */
const files = new Map<string, File>();

/** Stores a file. @returns its key */
export function addFile(file: File): string {
  const key = crypto.randomUUID();
  files.set(key, file);
  return key;
}

export function getFile(key: string | null): File | undefined {
  return key === null ? undefined : files.get(key);
}

export function removeFiles(keys: readonly (string | null)[]): void {
  for (const key of keys) if (key !== null) files.delete(key);
}
