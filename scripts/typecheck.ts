import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Type-checks everything in three programs, also after one has failed, so that one run shows all errors: what runs in Node
 * (tsconfig.json), in the browser, and the tools and journeys, which know both. A program for each workspace would check
 * what they import again and again: nearly twice the CPU time. Each workspace has a tsconfig.json too, for editors.
 */
const PROGRAMS = ['tsconfig.json', 'apps/web', 'scripts'];

/** TypeScript 7. The package `typescript` is version 6, which tools need for its programming interface. */
const TSC = 'node_modules/@typescript/native/bin/tsc';

/** By default each thread checks again what its files import: on two cores that takes twice the CPU time. */
const ONE_THREAD = '--singleThreaded';

const root = join(import.meta.dirname, '..');
const failed = PROGRAMS.filter((program) => {
  const { status } = spawnSync(process.execPath, [TSC, '-p', program, ONE_THREAD], { cwd: root, stdio: 'inherit' });
  return status !== 0;
});
if (failed.length > 0) {
  console.error(`Type errors in ${failed.join(', ')}`);
  process.exit(1);
}
