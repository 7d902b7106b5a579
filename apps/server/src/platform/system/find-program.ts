import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** Absolute path of a program: the given path, or the first match in PATH; null if there is none. */
export async function findProgram(name: string): Promise<string | null> {
  const candidates =
    isAbsolute(name) || name.includes('/')
      ? [resolve(name)]
      : // biome-ignore lint/style/noProcessEnv: PATH belongs to the system, not to Kinreel's configuration
        (process.env.PATH ?? '').split(delimiter).flatMap((folder) => (folder ? [join(folder, name)] : []));
  for (const candidate of candidates) {
    const executable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return candidate;
  }
  return null;
}
