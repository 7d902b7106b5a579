import { join } from 'node:path';
import type { ServerConfig } from '../config/config.ts';
import { createLocalStorage } from './local.ts';
import type { Storage } from './storage.ts';

/** Creates the configured storage, or the one of the given kind. */
export async function createStorage(
  config: Pick<ServerConfig, 'dataDir' | 'storage'>,
  kind: 'local' | 's3' = config.storage.kind,
): Promise<Storage> {
  const root = join(config.dataDir, 'media');
  if (kind === 'local') return createLocalStorage(root, { offload: config.storage.offload });
  if (!config.storage.s3) throw new Error('S3 is not configured.');
  // Loaded on demand, because the S3 client is large.
  const { createS3Storage } = await import('./s3.ts');
  return createS3Storage(config.storage.s3, root);
}
