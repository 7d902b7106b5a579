import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explainPathError, isNoRoom } from '@kinreel/service';
import { makeFolder } from '../system/make-folder.ts';
import { ConfigError, type ServerConfig } from './config.ts';

/** Makes the data folder, and tries to write to it. @throws ConfigError with one sentence if that is not possible */
export async function makeDataDir({ dataDir }: Pick<ServerConfig, 'dataDir'>): Promise<void> {
  const probe = join(dataDir, `.write-test-${process.pid}`);
  try {
    await makeFolder(dataDir);
    await writeFile(probe, '');
    await rm(probe, { force: true });
  } catch (error) {
    // A full disk is no wrong setting: people can still watch, and delete.
    if (isNoRoom(error)) return;
    const sentence = explainPathError(error, 'DATA_DIR', dataDir);
    throw sentence ? new ConfigError(sentence) : error;
  }
}
