import { DomainError } from '../../platform/errors.ts';

/** Longest Upload-Metadata that is kept, in characters. */
const LIMIT = 4096;

const PAIR = /^([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/;

/** What a sender says of its upload: tus's Upload-Metadata, `key base64, key base64`. @throws DomainError request.invalid */
export function parseUploadMetadata(header: string): Map<string, string> {
  const values = new Map<string, string>();
  if (header.length > LIMIT) throw invalid();
  if (header === '') return values;
  for (const pair of header.split(',')) {
    const [, key, value = ''] = PAIR.exec(pair.trim()) ?? [];
    if (!key || values.has(key)) throw invalid();
    values.set(key, Buffer.from(value, 'base64').toString('utf8'));
  }
  return values;
}

function invalid(): DomainError {
  return new DomainError('request.invalid', { fields: { 'upload-metadata': 'This cannot be read.' } });
}

/** Longest file name kept, in characters. */
const NAME_LIMIT = 200;

/** The last part of a file name, on one line. */
export function plainName(fileName: string): string {
  const last = fileName.toWellFormed().split(/[/\\]/).pop() ?? '';
  return last
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(-NAME_LIMIT)
    .toWellFormed();
}
