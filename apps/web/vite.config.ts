import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { messagesPlugin } from '@kinreel/messages/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where the API runs while the web app is developed with `npm run dev`. */
const API = process.env.KINREEL_API ?? 'http://localhost:3000';

/** Writes each text file of the build compressed beside it, so that the server sends it as it is. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const files = await readdir(folder, { recursive: true });
      const texts = files.filter((file) => /\.(js|css|html|svg|webmanifest)$/.test(file));
      await Promise.all(
        texts.map(async (file) => {
          const path = join(folder, file);
          const bytes = await readFile(path);
          await Promise.all([
            promisify(gzip)(bytes, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
            promisify(brotliCompress)(bytes).then((packed) => writeFile(`${path}.br`, packed)),
          ]);
        }),
      );
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [messagesPlugin(), react(), precompress()],
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/files', '/media', '/identity', '/config.json', '/health', '/s/'].map((path) => [path, API]),
    ),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Every browser of that target knows it; an older one only loads a little later.
    modulePreload: { polyfill: false },
    // Which file needs which: scripts/check-bytes.ts adds them up.
    manifest: true,
    // The content security policy allows fonts and pictures of our own; larger ones are better cached as files.
    assetsInlineLimit: 2048,
    rolldownOptions: {
      // Making a schema has no effect of its own: pages that only read a constant beside one need not load the library.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        // Pages that the server and the sign-in service draw themselves name the fonts too: these never change.
        assetFileNames: ({ names }) =>
          names.some((name) => /^blinker-.*woff2$/.test(name))
            ? 'assets/[name][extname]'
            : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // The libraries that every page needs: one file that stays in the browser's cache between releases.
            { name: 'framework', tags: ['$initial'], test: /node_modules/ },
            // Our own that every page needs.
            { name: 'app', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});
