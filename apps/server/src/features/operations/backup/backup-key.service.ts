import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';

/** Encrypts a stream in the age format. @param recipient a public key, `age1…` */
export async function encrypt(bytes: Readable, recipient: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return fromWeb(await encrypter.encrypt(toWeb(bytes)));
}

/**
 * Decrypts a stream in the age format.
 * @param key a secret key, `AGE-SECRET-KEY-1…`
 * @throws Error if the key is wrong
 */
export async function decrypt(bytes: Readable, key: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  return fromWeb(await decrypter.decrypt(toWeb(bytes)));
}

/** Reads a secret key from a file written by `age-keygen`. @throws Error with a message for the operator */
export async function readKeyFile(path: string): Promise<string> {
  const content = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Error(`The key file cannot be read: ${error.message}`);
  });
  const key = /^AGE-SECRET-KEY-\S+$/m.exec(content)?.[0];
  if (!key) throw new Error(`${path} has no secret key (a line that starts with AGE-SECRET-KEY-).`);
  return key;
}

/** Whether a text is a public key of age. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

// The types of Node and of the DOM differ only in name.
type WebStream = Parameters<Decrypter['decrypt']>[0] & ReadableStream<Uint8Array>;
const toWeb = (bytes: Readable) => Readable.toWeb(bytes) as unknown as WebStream;
const fromWeb = (bytes: unknown) => Readable.fromWeb(bytes as ReadableStream<Uint8Array>);

/** The error for a malformed BACKUP_RECIPIENT. */
export const WRONG_RECIPIENT = {
  explanation: 'BACKUP_RECIPIENT is not a public key of age: a character is wrong or missing.',
};
