import { startEmbeddedPostgres } from '@kinreel/embedded-postgres';
import { verifyAddress } from './features/profile/verified-address.service.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { connectDatabase } from './platform/db/database.ts';
import { EXIT_CONFIG } from './platform/process.ts';

/**
 * `npm run address:verify -- anna@example.org` takes the operator's word that this address belongs to the person who has
 * registered with it (docs/operations.md). Exits with 1 if nobody has.
 */

const USAGE = 'Usage: npm run address:verify -- anna@example.org (one or more addresses).';

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  // PostgreSQL's undefined_table and undefined_column
  const foreign = ['42P01', '42703'].includes(String((error as { code?: string }).code));
  console.error(
    foreign
      ? 'This is not a database of this version of Kinreel. Please check DATABASE_URL and DATA_DIR.'
      : (error as Error).message,
  );
  process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1;
}

/** @returns the exit code */
async function main(addresses: readonly string[]): Promise<number> {
  if (addresses.length === 0 || !addresses.every((address) => /^[^\s@-][^\s@]*@[^\s@]+$/.test(address))) {
    throw new ConfigError(USAGE);
  }
  const config = readConfig(process.env);
  const postgres = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir });
  const db = connectDatabase(config.databaseUrl ?? postgres?.url() ?? '', 2);
  try {
    let code = 0;
    for (const address of addresses) {
      if (await verifyAddress(db, address)) {
        console.log(`${address} is verified.`);
      } else {
        console.error(`Nobody has registered with ${address}.`);
        code = 1;
      }
    }
    return code;
  } finally {
    await db.destroy();
    await postgres?.stop();
  }
}
