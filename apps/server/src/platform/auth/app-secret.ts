import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type ServerConfig } from '../config/config.ts';

/** The secret of an installation, from which all its keys are derived. */
export interface AppSecret {
  appSecret: string;
  /** Whether it is stored in the file; otherwise only in the setting APP_SECRET. */
  isSecretInFile: boolean;
}

type SecretConfig = Pick<ServerConfig, 'appSecret' | 'dataDir'>;

/** The secret for the operator's commands: from the setting, or else from the file. @returns null if there is none */
export async function findSecret(config: SecretConfig): Promise<AppSecret | null> {
  const inFile = await readSecret(config.dataDir);
  const appSecret = config.appSecret ?? inFile;
  return appSecret ? { appSecret, isSecretInFile: inFile === appSecret } : null;
}

/** @throws ConfigError if there is no secret */
export async function requireSecret(config: SecretConfig): Promise<AppSecret> {
  const found = await findSecret(config);
  if (found) return found;
  throw new ConfigError(`There is no secret in ${config.dataDir}. Start Kinreel first, or set DATA_DIR or APP_SECRET.`);
}

/** Path of the secret's file, unless APP_SECRET is set. */
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
