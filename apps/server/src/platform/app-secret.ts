import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the secret of an installation is, from which all its keys are derived. */
export function secretFile(dataDir: string): string {
  return join(dataDir, 'app-secret');
}

/** @returns null if the file does not exist */
export async function readSecret(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(secretFile(dataDir), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Generates a secret and replaces the file. */
export async function writeNewSecret(dataDir: string): Promise<string> {
  const secret = randomBytes(48).toString('base64url');
  await writeSecret(dataDir, secret);
  return secret;
}

/** Replaces the file. */
export async function writeSecret(dataDir: string, secret: string): Promise<void> {
  const path = secretFile(dataDir);
  await writeFile(`${path}.new`, `${secret}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
