import { randomBytes } from 'node:crypto';

/**
 * Generates a UUIDv7: 48 bits of milliseconds and 74 random bits. Rows created together are close in an index, and ids
 * cannot be guessed. PostgreSQL supports this only since version 18.
 */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return spell(bytes);
}

/** A UUIDv8 (RFC 9562) derived from a hash. @param hash 16 bytes or more */
export function uuidOf(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes.writeUInt8(0x80 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return spell(bytes);
}

function spell(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is an id in normalized spelling: lower case, with hyphens. */
export const isId = (text: string): boolean => ID.test(text);
