import * as z from 'zod';

/** Version of this format. Readers reject newer versions. */
export const FORMAT = 1;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.number().int().nonnegative();

/**
 * The unencrypted index of a backup: its objects, and the SHA-256 of their stored bytes. An object is named after the
 * SHA-256 of its content, so an unchanged file is stored once for all backups.
 */
export const backupIndex = z.object({
  format: z.number().int(),
  /** Version of Kinreel that made it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The public key that its objects are encrypted to; null if they are unencrypted. */
  recipient: z.string().nullable(),
  /** The object that contains the BackupContent. */
  content: hash,
  /** By name of the object. */
  objects: z.record(hash, z.object({ size: bytes, sha256: hash })),
});
export type BackupIndex = z.infer<typeof backupIndex>;

/**
 * The index file. `sha256` is the hash of the body's JSON, to detect changes. The signature covers the same JSON, which
 * has the hash of every object, so it covers the whole backup. Earlier versions wrote no signature.
 */
export const indexFile = z.object({
  body: z.unknown(),
  sha256: hash,
  signature: z.object({ signer: z.string(), value: z.string() }).optional(),
});

const tableRows = z.object({ name: z.string(), columns: z.array(z.string()), rows: bytes, object: hash });

/** The content of a backup; encrypted like all objects. */
export const backupContent = z.object({
  /** The secret of the installation, if it is stored in a file; null if it is set as APP_SECRET. */
  secret: z.string().nullable(),
  /** To check whether a secret is the right one. */
  secretFingerprint: z.string(),
  schemas: z.array(
    z.object({
      name: z.string(),
      /** The newest migration. */
      migration: z.string(),
      tables: z.array(tableRows),
      sequences: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
  /** Stored files, by storage key. */
  files: z.array(z.object({ key: z.string(), object: hash, size: bytes })),
  /** Files that were missing or damaged when the backup was made. */
  lost: z.array(z.object({ key: z.string(), reason: z.string() })),
});
export type BackupContent = z.infer<typeof backupContent>;
