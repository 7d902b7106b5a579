import { safeLine } from '@kinreel/contracts';
import { invalidInput } from '@kinreel/messages/en/invalid-input';
import { DomainError } from '../../platform/http/errors.ts';

/** Maximum length of Upload-Metadata, in characters. */
const MAX_LENGTH = 4096;

const PAIR = /^([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/;

/** Reads tus's Upload-Metadata, `key base64, key base64`. @throws DomainError request.invalid */
export function parseUploadMetadata(header: string): Map<string, string> {
  const values = new Map<string, string>();
  if (header.length > MAX_LENGTH) throw invalid();
  if (header === '') return values;
  for (const pair of header.split(',')) {
    const [, key, value = ''] = PAIR.exec(pair.trim()) ?? [];
    if (!key || values.has(key)) throw invalid();
    values.set(key, Buffer.from(value, 'base64').toString('utf8'));
  }
  return values;
}

/** The inverse of parseUploadMetadata. */
export function formatUploadMetadata(values: Record<string, string>): string {
  const pairs = Object.entries(values).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
  return pairs.join(',');
}

function invalid(): DomainError {
  return new DomainError('request.invalid', { fields: { 'upload-metadata': invalidInput.unreadable } });
}

/** Maximum length of a file name, in characters. */
const MAX_NAME_LENGTH = 200;

/** A file name without folders and control characters. */
export function plainName(fileName: string): string {
  const last = fileName.split(/[/\\]/).pop() ?? '';
  return safeLine(last).slice(-MAX_NAME_LENGTH).toWellFormed();
}
