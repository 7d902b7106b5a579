import * as z from 'zod';

/** Version of this format. A reader refuses what is newer. */
export const FORMAT = 1;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.number().int().nonnegative();

/**
 * What everybody may read, for each backup: which objects belong to it, and the SHA-256 of their stored bytes. An object is
 * called like the SHA-256 of its content, so an unchanged file is stored once for all backups.
 */
export const backupIndex = z.object({
  format: z.number().int(),
  /** Version of Kinreel that made it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The public key that its objects are encrypted to; null if they are not. */
  recipient: z.string().nullable(),
  /** The object that has the BackupContent. */
  content: hash,
  /** By the object's name. */
  objects: z.record(hash, z.object({ size: bytes, sha256: hash })),
});
export type BackupIndex = z.infer<typeof backupIndex>;

/**
 * The index as a file: `sha256` is that of the body's JSON, so that a change is noticed. The signature is of the same JSON, which names
 * every object by its hash: so it covers the whole backup. Earlier versions wrote none.
 */
export const indexFile = z.object({
  body: z.unknown(),
  sha256: hash,
  signature: z.object({ signer: z.string(), value: z.string() }).optional(),
});

const tableRows = z.object({ name: z.string(), columns: z.array(z.string()), rows: bytes, object: hash });

/** What is in a backup; encrypted like everything else. */
export const backupContent = z.object({
  /** The secret of the installation, if it is a file; null if the operator gives it as APP_SECRET. */
  secret: z.string().nullable(),
  /** Tells whether a secret is the right one. */
  secretFingerprint: z.string(),
  schemas: z.array(
    z.object({
      name: z.string(),
      /** Its newest migration. */
      migration: z.string(),
      tables: z.array(tableRows),
      sequences: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
  /** Stored files, by their keys. */
  files: z.array(z.object({ key: z.string(), object: hash, size: bytes })),
  /** Files that rows name and that were missing or damaged when the backup was made. */
  lost: z.array(z.object({ key: z.string(), reason: z.string() })),
});
export type BackupContent = z.infer<typeof backupContent>;
