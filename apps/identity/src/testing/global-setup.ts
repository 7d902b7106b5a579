import { createTemplate, shareTestPostgres } from '@kinreel/embedded-postgres/testing';
import type { TestProject } from 'vitest/node';
import { startIdentity } from './index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    identityDatabase: { adminUrl: string; template: string };
  }
  /** Counts of a test, for its JSON report. */
  interface TaskMeta {
    /** Requests of the authorization matrix. */
    cells?: number;
  }
}

/** PostgreSQL for the run, with a migrated template database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl, stop } = await shareTestPostgres();
  const template = `identity_template_${process.pid}`;
  await createTemplate(adminUrl, template, async (databaseUrl) => {
    const identity = await startIdentity({ databaseUrl });
    await identity.stop();
  });
  project.provide('identityDatabase', { adminUrl, template });
  return stop;
}
