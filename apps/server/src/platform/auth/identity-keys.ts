import { readFile, rename, writeFile } from 'node:fs/promises';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** How long saved keys are used while the provider is unreachable, in milliseconds. */
const SAVED_FOR_MS = 24 * 3600_000;

/** Interval of saving unchanged keys again, in milliseconds. */
const SAVED_AGAIN_MS = 3600_000;

/** Delay after a failed request to the provider, in milliseconds. */
const AWAY_MS = 2_000;

interface SavedKeys {
  issuer: string;
  savedAt: number;
  jwks: JSONWebKeySet;
}

/** The provider's keys are not available, so a token is neither valid nor invalid. */
export class KeysUnavailableError extends Error {}

/** Whether the token has no key id, or an unknown one. */
function isAboutToken(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;
}

/**
 * The keys of the identity provider. Throws KeysUnavailableError without keys, and jose's own error if the token is the
 * reason. Keys are saved, so that a server that starts before its provider, or runs while it is down, can verify
 * tokens; they are replaced when the provider responds.
 * @param file where they are saved; null to not save them
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
    // A full disk must not fail the request.
    await writeFile(`${file}.new`, JSON.stringify(saved), { mode: 0o600 })
      .then(() => rename(`${file}.new`, file))
      .catch(() => undefined);
  }

  async function readSaved(): Promise<SavedKeys | null> {
    if (!isRead && file) {
      isRead = true;
      // No file, or one damaged by a power failure.
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
    const unavailable = new KeysUnavailableError("the provider's keys are not available", { cause: failure.error });
    const keys = await readSaved();
    if (!keys) throw unavailable;
    try {
      return await createLocalJWKSet(keys.jwks)(header, token);
    } catch {
      // The key may be newer than the saved ones.
      throw unavailable;
    }
  };
}
