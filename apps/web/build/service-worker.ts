import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

/** Chunks of the first pages (vite.config.ts). Other files are cached when they are first used. */
const FIRST_PAGES = ['login', 'login-page', 'signed-in', 'profile-page'];

/** Other files of the first pages. */
const FIRST_FILES = /^(index\.html|manifest\.webmanifest|favicon\.svg|icon-192\.png|assets\/.*\.woff2)$/;

/** Builds src/service.worker.ts to /service-worker.js, with the list of files to cache when it is installed. */
export function serviceWorker(): Plugin {
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      order: 'pre',
      handler: async (_options, bundle) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const wanted = new Set<string>();
        const addWithImports = (chunk: Rolldown.OutputChunk | undefined) => {
          if (!chunk || wanted.has(chunk.fileName)) return;
          wanted.add(chunk.fileName);
          for (const name of chunk.imports) addWithImports(chunks.find(({ fileName }) => fileName === name));
        };
        for (const chunk of chunks) if (chunk.isEntry || FIRST_PAGES.includes(chunk.name)) addWithImports(chunk);
        const files = await readdir(folder, { recursive: true });
        const precached = files
          .filter((file) => wanted.has(file) || FIRST_FILES.test(file))
          .sort()
          .map(async (file) => ({
            url: `/${file}`,
            // Chunk names contain a hash of their content.
            revision: wanted.has(file) ? null : await hashOf(join(folder, file)),
          }));
        await build({
          configFile: false,
          root: join(import.meta.dirname, '..'),
          logLevel: 'warn',
          define: { PRECACHED: JSON.stringify(await Promise.all(precached)), 'process.env.NODE_ENV': '"production"' },
          build: {
            outDir: folder,
            emptyOutDir: false,
            copyPublicDir: false,
            target: 'es2023',
            rolldownOptions: {
              input: join(import.meta.dirname, '../src/service.worker.ts'),
              output: { format: 'iife', entryFileNames: 'service-worker.js' },
            },
          },
        });
      },
    },
  };
}

async function hashOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 16);
}
