import { promptId, type UnfinishedUpload } from '@kinreel/contracts';
import { parseUploadMetadata, plainName } from './upload-metadata.ts';
import type { UploadRow } from './uploads.queries.ts';

/** An unfinished upload for its owner. @param offset received bytes */
export function presentUpload(row: UploadRow, offset: number): UnfinishedUpload {
  const metadata = parseUploadMetadata(row.metadata);
  const prompt = promptId.safeParse(metadata.get('prompt') ?? null);
  return {
    id: row.id,
    file_name: plainName(metadata.get('filename') ?? ''),
    size: row.size,
    offset,
    prompt_id: metadata.has('prompt') && prompt.success ? prompt.data : null,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
