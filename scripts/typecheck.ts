import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Type-checks the code in three programs: Node (tsconfig.json), the browser, and tools and journeys, which use both.
 * Continues after errors, so that one run shows all of them. One program per workspace would check shared imports
 * repeatedly, for nearly twice the CPU time. The tsconfig.json of each workspace is for editors.
 */
const PROGRAMS = ['tsconfig.json', 'apps/web', 'scripts'];

/** TypeScript 7. The package `typescript` is version 6, because tools need its API. */
const TSC = 'node_modules/@typescript/native/bin/tsc';

/** With several threads, each one checks shared imports again, for twice the CPU time on two cores. */
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
