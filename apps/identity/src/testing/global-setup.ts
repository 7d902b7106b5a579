import { createTemplate, startTestPostgres } from '@kinreel/embedded-postgres/testing';
import type { TestProject } from 'vitest/node';
import { startIdentity } from './index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    identityDatabase: { adminUrl: string; template: string };
  }
}

/** Starts one PostgreSQL for all tests, with a migrated template database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl, stop } = await startTestPostgres();
  const template = `identity_template_${process.pid}`;
  await createTemplate(adminUrl, template, async (databaseUrl) => {
    const identity = await startIdentity({ databaseUrl });
    await identity.stop();
  });
  project.provide('identityDatabase', { adminUrl, template });
  return stop;
}
