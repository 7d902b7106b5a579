import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { deriveKey } from '../../../platform/auth/secrets.ts';

/** An Ed25519 signature and the public key of the signer, both as base64url. */
export interface Signature {
  signer: string;
  value: string;
}

/** Prefix of a PKCS #8 file with an Ed25519 key; the 32 key bytes follow. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function signingKey(appSecret: string): KeyObject {
  const seed = deriveKey(appSecret, 'backup-signature');
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}

/** The public key for signatures of an installation. */
export function signerOf(appSecret: string): string {
  return createPublicKey(signingKey(appSecret)).export({ format: 'jwk' }).x ?? '';
}

export function signText(text: string, appSecret: string): Signature {
  const value = sign(null, Buffer.from(text), signingKey(appSecret)).toString('base64url');
  return { signer: signerOf(appSecret), value };
}

export function isSignatureOf({ signer, value }: Signature, text: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signer }, format: 'jwk' });
    return verify(null, Buffer.from(text), key, Buffer.from(value, 'base64url'));
  } catch {
    return false;
  }
}
