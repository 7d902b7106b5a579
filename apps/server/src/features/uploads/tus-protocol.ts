import { id, TUS_VERSION } from '@kinreel/contracts';
import { invalidInput } from '@kinreel/messages/en/invalid-input';
import * as z from 'zod';
import { DomainError } from '../../platform/http/errors.ts';
import type { Checksum, UploadState } from './uploads.service.ts';

/** Content type of upload bytes. */
export const TUS_BYTES = 'application/offset+octet-stream';

/** The tus extensions of this server. */
export const TUS_EXTENSIONS = 'creation,termination,expiration,checksum';

/** Requests for existing uploads per person and minute. */
export const TUS_RATE = { max: 1200, timeWindow: '1 minute' };

/** Digest sizes in bytes, by supported algorithm of Upload-Checksum. */
const DIGEST_BYTES = { sha1: 20, sha256: 32 } as const;

/** Value of Tus-Checksum-Algorithm. */
export const TUS_CHECKSUM_ALGORITHMS = Object.keys(DIGEST_BYTES).join(',');

/** A header with a non-negative integer. */
export const wholeNumberHeader = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);

/** Headers of every request. */
export const tusHeaders = z.looseObject({ 'tus-resumable': z.string().optional().describe(TUS_VERSION) });

/** Path parameters of an upload. */
export const tusParams = z.object({ id: id.check(z.describe('The last part of the Location from the creation')) });

/** A response without a body. */
export const noBody = z.undefined();

/** The headers with the offset of an upload and, until it is complete, its expiry. */
export function progressHeaders(upload: UploadState): Record<string, string | number> {
  return {
    'upload-offset': upload.offset,
    ...(upload.offset < upload.size ? { 'upload-expires': upload.expiresAt.toUTCString() } : {}),
  };
}

/** Reads Upload-Checksum, `algorithm base64`. @throws DomainError request.invalid */
export function parseChecksum(header: string): Checksum {
  const [name = '', base64 = ''] = header.split(' ');
  const digest = Buffer.from(base64, 'base64');
  if ((name !== 'sha1' && name !== 'sha256') || digest.length !== DIGEST_BYTES[name]) {
    throw new DomainError('request.invalid', { fields: { 'upload-checksum': invalidInput.unreadable } });
  }
  return { algorithm: name, digest };
}
