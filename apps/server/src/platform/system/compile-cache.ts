import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * The environment of a thread or process that gets no other variable of this one: where Node keeps the code that it has
 * compiled. With it, a thread loads in a third of the CPU time, and the program that decodes a picture in two thirds.
 */
export function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir();
  // Node has a folder for its version inside.
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {};
}
