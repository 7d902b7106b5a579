import { randomInt } from 'node:crypto';
import { createTemplate, shareTestPostgres } from '@kinreel/embedded-postgres/testing';
import { startIdentity } from '@kinreel/identity/testing';
import type { TestProject } from 'vitest/node';
import { JOB_DEFINITIONS } from '../app/jobs.ts';
import { seedPrompts } from '../features/prompts/prompts.seed.ts';
import { connectDatabase, migrate } from '../platform/db/database.ts';
import { connectJobs } from '../platform/jobs/jobs.ts';
import { createLogger } from '../platform/log/logger.ts';
import { offerS3Server } from './s3-server.ts';

/** Starts one PostgreSQL with a migrated template database and one identity service for all test files of a run, and an
 * S3 store on demand. */
export default async function setup(project: TestProject) {
  const postgres = await shareTestPostgres();
  const template = `kinreel_template_${process.pid}`;
  await createTemplate(postgres.adminUrl, template, async (url) => {
    const db = connectDatabase(url, 2);
    await migrate(db);
    await seedPrompts(db);
    await db.destroy();
    const log = createLogger({ level: 'error', name: 'setup' });
    const jobs = await connectJobs({ databaseUrl: url, definitions: JOB_DEFINITIONS, supervise: false, log });
    await jobs.stop(1_000);
  });
  const identityTemplate = `kinreel_identity_${process.pid}`;
  await createTemplate(postgres.adminUrl, identityTemplate, async () => {});
  const identityUrl = new URL(postgres.adminUrl);
  identityUrl.pathname = `/${identityTemplate}`;
  const identity = await startIdentity({ databaseUrl: identityUrl.href });
  const seed = Number(process.env.FAST_CHECK_SEED) || randomInt(1, 2 ** 31);
  console.info(`Seed of the property tests: FAST_CHECK_SEED=${seed}`);
  project.provide('propertySeed', seed);
  project.provide('adminUrl', postgres.adminUrl);
  project.provide('template', template);
  project.provide('identity', {
    origin: identity.origin,
    publicUrl: identity.config.publicUrl,
    apiClientSecret: identity.config.apiClientSecret,
  });
  const s3 = await offerS3Server();
  project.provide('s3Offer', s3.url);
  return async () => {
    await s3.stop();
    await identity.stop();
    await postgres.stop();
  };
}
