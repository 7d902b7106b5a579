import { afterEach, beforeEach, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Paths of files that have changed since the last run in this process. */
    changedFiles: string[];
  }
  interface TaskMeta {
    /** Functions of the changed file that were called in the test, and between it and the one before (`reached.ts`). */
    reached?: number[];
    reachedBefore?: number[];
  }
}

/** A module that was loaded, as Vite's module runner has it. */
interface LoadedModule {
  id: string;
  importers: Set<string>;
}

interface LoadedModules {
  fileToModulesMap: Map<string, Set<LoadedModule>>;
  getModuleById(id: string): LoadedModule | undefined;
  invalidateModule(module: LoadedModule): void;
}

const { evaluatedModules } = (globalThis as unknown as { __vitest_worker__: { evaluatedModules: LoadedModules } })
  .__vitest_worker__;

/** Before each test file: changed modules, and all that import them, are loaded again. */
const forgotten = new Set<LoadedModule>();
const waiting = inject('changedFiles').flatMap((file) => [...(evaluatedModules.fileToModulesMap.get(file) ?? [])]);
for (let module = waiting.pop(); module; module = waiting.pop()) {
  if (forgotten.has(module)) continue;
  forgotten.add(module);
  for (const id of module.importers) {
    const importer = evaluatedModules.getModuleById(id);
    if (importer) waiting.push(importer);
  }
}
for (const module of forgotten) evaluatedModules.invalidateModule(module);

const reached = new Set<number>();
const takeReached = () => {
  const taken = [...reached];
  reached.clear();
  return taken;
};
Object.assign(globalThis, { kinreelReached: (place: number) => reached.add(place) });
beforeEach(({ task }) => {
  task.meta.reachedBefore = takeReached();
});
afterEach(({ task }) => {
  task.meta.reached = takeReached();
});
