import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  type JWK,
} from 'jose';
import { ConfigError, type IdentityConfig } from '../config.ts';
import { type Db, type Tx, withKeyLock } from '../database.ts';
import { openKey, sealKey } from './key-seal.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** How long a key is published before it is used, so that all caches contain it. */
export const PUBLISHED_AHEAD = DAY;
/** How long a key stays published after its rotation; longer than the lifetime of a token. */
const KEPT_AFTER = HOUR;
/** How long keys are cached in memory. */
const CACHED = 60 * 1000;

interface SigningKey {
  kid: string;
  publicJwk: JWK;
  privateKey: CryptoKey;
  activeFrom: Date;
}

export interface SigningKeys {
  /** Creates the first key or, when due, the next one, and deletes outdated keys. */
  rotate(): Promise<void>;
  /** The key for signing. */
  current(): Promise<SigningKey>;
  /** The public keys of all current, recent and upcoming signing keys. */
  published(): Promise<JWK[]>;
}

/** Signing keys (RS256), stored encrypted in the database and rotated automatically every `keyRotationDays`. */
export function createSigningKeys(
  db: Db,
  config: Pick<IdentityConfig, 'keySecret' | 'keyRotationDays'>,
  now: () => Date,
): SigningKeys {
  let cache: { keys: SigningKey[]; readAt: number } | undefined;

  const read = async (): Promise<SigningKey[]> => {
    const at = now().getTime();
    if (cache && Math.abs(at - cache.readAt) < CACHED) return cache.keys;
    const rows = await db.selectFrom('signing_keys').selectAll().orderBy('active_from').execute();
    const keys = await Promise.all(
      rows.map(async (row) => ({
        kid: row.kid,
        publicJwk: row.public_jwk,
        privateKey: await importPKCS8(unseal(row.sealed_private_key, row.kid, config.keySecret), 'RS256'),
        activeFrom: row.active_from,
      })),
    );
    cache = { keys, readAt: at };
    return keys;
  };

  return {
    async rotate() {
      await withKeyLock(db, async (tx) => {
        const at = now().getTime();
        const rows = await tx
          .selectFrom('signing_keys')
          .select(['kid', 'active_from'])
          .orderBy('active_from')
          .execute();
        const newest = rows.at(-1);
        if (!newest) {
          await insertKey(tx, new Date(at), config.keySecret);
        } else if (newest.active_from.getTime() + config.keyRotationDays * DAY <= at + PUBLISHED_AHEAD) {
          await insertKey(tx, new Date(at + PUBLISHED_AHEAD), config.keySecret);
        }
        const outdated = rows.filter((_, index) => {
          const successor = rows[index + 1];
          return successor && successor.active_from.getTime() + KEPT_AFTER <= at;
        });
        if (outdated.length > 0) {
          const kids = outdated.map(({ kid }) => kid);
          await tx.deleteFrom('signing_keys').where('kid', 'in', kids).execute();
        }
      });
      cache = undefined;
      await read();
    },
    async current() {
      const at = now();
      const keys = await read();
      // If the clock was set back, no key is active yet; then the first one is used, because it is published.
      const key = keys.findLast(({ activeFrom }) => activeFrom <= at) ?? keys[0];
      if (!key) throw new Error('There is no signing key.');
      return key;
    },
    async published() {
      return (await read()).map(({ publicJwk }) => publicJwk);
    },
  };
}

/** 128 bits of security. */
const RSA_BITS = 3072;

async function insertKey(tx: Tx, activeFrom: Date, secret: string): Promise<void> {
  const pair = await generateKeyPair('RS256', { modulusLength: RSA_BITS, extractable: true });
  const jwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  await tx
    .insertInto('signing_keys')
    .values({
      kid,
      public_jwk: JSON.stringify({ ...jwk, kid, alg: 'RS256', use: 'sig' }),
      sealed_private_key: sealKey(await exportPKCS8(pair.privateKey), kid, secret),
      active_from: activeFrom,
    })
    .execute();
}

function unseal(sealed: Buffer, kid: string, secret: string): string {
  try {
    return openKey(sealed, kid, secret);
  } catch {
    throw new ConfigError('IDENTITY_KEY_SECRET does not match the signing keys in the database.');
  }
}
