import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explainPathError, isNoSpaceError } from '@kinreel/service';
import { makeFolder } from '../system/make-folder.ts';
import { ConfigError, type ServerConfig } from './config.ts';

/** Creates the data folder and checks that it is writable. @throws ConfigError with a message otherwise */
export async function makeDataDir({ dataDir }: Pick<ServerConfig, 'dataDir'>): Promise<void> {
  const probe = join(dataDir, `.write-test-${process.pid}`);
  try {
    await makeFolder(dataDir);
    await writeFile(probe, '');
    await rm(probe, { force: true });
  } catch (error) {
    // A full disk is not a wrong setting: people can still watch and delete.
    if (isNoSpaceError(error)) return;
    const sentence = explainPathError(error, 'DATA_DIR', dataDir);
    throw sentence ? new ConfigError(sentence) : error;
  }
}
