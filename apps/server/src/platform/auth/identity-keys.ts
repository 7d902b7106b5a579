import { readFile, rename, writeFile } from 'node:fs/promises';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** How long keys from last time are believed while the provider is away, in milliseconds. */
const SAVED_FOR_MS = 24 * 3600_000;

/** How long saved keys that did not change are not written again, in milliseconds. */
const SAVED_AGAIN_MS = 3600_000;

/** After a failed request to the provider the next one waits this long, in milliseconds. */
const AWAY_MS = 2_000;

interface SavedKeys {
  issuer: string;
  savedAt: number;
  jwks: JSONWebKeySet;
}

/** The provider does not give its keys, so nothing can be said about a token. */
export class KeysUnavailableError extends Error {}

/** A token that names no key, or none that the provider has. */
function isAboutToken(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
}

/**
 * The keys of the identity provider. Without them it throws KeysUnavailableError, and jose's own error if the token is the reason. They are saved, so that a server that starts before its provider, or outlives it, still
 * knows who is calling; they are replaced as soon as the provider answers.
 * @param file where they are saved; null for nowhere
 */
export function createIdentityKeys(jwksUrl: URL, issuer: string, file: string | null): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(jwksUrl, { timeoutDuration: 5_000, cooldownDuration: 5_000 });
  let saved: SavedKeys | null = null;
  let isRead = false;
  let failure: { error: unknown; until: number } | null = null;

  async function save(jwks: JSONWebKeySet | undefined): Promise<void> {
    if (!file || !jwks) return;
    const isYoung = saved && saved.issuer === issuer && Date.now() - saved.savedAt < SAVED_AGAIN_MS;
    if (isYoung && JSON.stringify(saved?.jwks) === JSON.stringify(jwks)) return;
    saved = { issuer, savedAt: Date.now(), jwks };
    // A disk that is full must not end the request.
    await writeFile(`${file}.new`, JSON.stringify(saved), { mode: 0o600 })
      .then(() => rename(`${file}.new`, file))
      .catch(() => undefined);
  }

  async function readSaved(): Promise<SavedKeys | null> {
    if (!isRead && file) {
      isRead = true;
      // None, or damaged by a loss of power.
      saved ??= await readFile(file, 'utf8')
        .then((text) => JSON.parse(text) as SavedKeys)
        .catch(() => null);
    }
    return saved && saved.issuer === issuer && Date.now() - saved.savedAt < SAVED_FOR_MS ? saved : null;
  }

  return async (header, token) => {
    if (!failure || Date.now() >= failure.until) {
      try {
        const key = await remote(header, token);
        failure = null;
        await save(remote.jwks());
        return key;
      } catch (error) {
        if (isAboutToken(error)) throw error;
        failure = { error, until: Date.now() + AWAY_MS };
      }
    }
    const unavailable = new KeysUnavailableError('the provider gives no keys', { cause: failure.error });
    const keys = await readSaved();
    if (!keys) throw unavailable;
    try {
      return await createLocalJWKSet(keys.jwks)(header, token);
    } catch {
      // The key may be newer than what was saved.
      throw unavailable;
    }
  };
}
