import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * Environment for a thread or process that gets no other variable: Node's compile cache. With it, a thread loads in a
 * third of the CPU time, and the picture decoder in two thirds.
 */
export function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir();
  // Node creates a subfolder for its version.
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {};
}
