import { join } from 'node:path';
import type { ServerConfig } from '../config.ts';
import { createLocalStorage } from './local.ts';
import type { Storage } from './storage.ts';

/** The storage that the configuration names, or another that it describes. */
export async function createStorage(
  config: Pick<ServerConfig, 'dataDir' | 'storage'>,
  kind: 'local' | 's3' = config.storage.kind,
): Promise<Storage> {
  const root = join(config.dataDir, 'media');
  if (kind === 'local') return createLocalStorage(root);
  if (!config.storage.s3) throw new Error('There is no S3 store in the configuration.');
  // The client is large; nobody loads it who does not use it.
  const { createS3Storage } = await import('./s3.ts');
  return createS3Storage(config.storage.s3, root);
}
