import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Layout of an encrypted key: salt, nonce, authentication tag, ciphertext. Sizes in bytes. */
const SALT = 16;
const NONCE = 12;
const TAG = 16;

/** Encrypts a private key for the database: AES-256-GCM with a key derived from the operator's secret by HKDF. */
export function sealKey(privateKey: string, kid: string, secret: string): Buffer {
  const salt = randomBytes(SALT);
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, salt), nonce).setAAD(Buffer.from(kid));
  const ciphertext = Buffer.concat([cipher.update(privateKey, 'utf8'), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts a key. @throws Error for a wrong secret or changed bytes */
export function openKey(sealed: Buffer, kid: string, secret: string): string {
  const salt = sealed.subarray(0, SALT);
  const nonce = sealed.subarray(SALT, SALT + NONCE);
  const tag = sealed.subarray(SALT + NONCE, SALT + NONCE + TAG);
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, salt), nonce, { authTagLength: TAG })
    .setAAD(Buffer.from(kid))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(SALT + NONCE + TAG)), decipher.final()]).toString('utf8');
}

const deriveKey = (secret: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'kinreel identity signing key', 32));
