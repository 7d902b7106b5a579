import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { messagesPlugin } from '@kinreel/messages/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { firstPaint } from './build/first-paint.ts';
import { serviceWorker } from './build/service-worker.ts';
import { styleHashes } from './build/style-hashes.ts';
import { stylesWhileRendering } from './build/styles-while-rendering.ts';
import { withoutHoisting } from './build/without-hoisting.ts';
import { withoutRipple } from './build/without-ripple.ts';

/** Address of the API to which Vite's server forwards requests. scripts/dev.ts sets it. */
const API = process.env.KINREEL_API ?? 'http://127.0.0.1:3000';

/** Paths of the API. All others belong to the web app. */
const API_PATHS = ['/api', '/files', '/media', '/identity', '/config.json', '/health', '/version', '/s/'];

/** A font file as linked by server-rendered pages: the build writes it to this address. */
const BUILT_FONT = /^\/assets\/(blinker-[a-z0-9-]+\.woff2)$/;

/** In development there is no build, so the fonts of server-rendered pages come from their package. */
function serveFonts(): Plugin {
  return {
    name: 'serve-fonts',
    apply: 'serve',
    configureServer: (server) => {
      server.middlewares.use((request, _response, next) => {
        const [, file] = BUILT_FONT.exec(request.url ?? '') ?? [];
        if (file) request.url = `/@fs/${fileURLToPath(import.meta.resolve(`@fontsource/blinker/files/${file}`))}`;
        next();
      });
    },
  };
}

/** Writes .gz and .br versions of text files, so that the server does not compress them at runtime. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    // Not `closeBundle`, which also runs after a failed build and would hide its error.
    writeBundle: async () => {
      const files = await readdir(folder, { recursive: true });
      const texts = files.filter((file) => /\.(js|css|html|svg|webmanifest)$/.test(file));
      await Promise.all(
        texts.map(async (file) => {
          const path = join(folder, file);
          const bytes = await readFile(path);
          await Promise.all([
            promisify(gzip)(bytes, { level: 9 }).then((compressed) => writeFile(`${path}.gz`, compressed)),
            promisify(brotliCompress)(bytes).then((compressed) => writeFile(`${path}.br`, compressed)),
          ]);
        }),
      );
    },
  };
}

/** Files that index.html requests itself. */
const INITIAL_FILE = /\/(rolldown-runtime|react|framework|theme|index)-[^/]*\.js$/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    messagesPlugin(),
    react(),
    withoutHoisting(),
    withoutRipple(),
    stylesWhileRendering(),
    firstPaint(),
    styleHashes(),
    serviceWorker(),
    precompress(),
    serveFonts(),
  ],
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(API_PATHS.map((path) => [path, API])),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // All browsers of the target support it. Older ones only load a little slower.
    modulePreload: {
      polyfill: false,
      // Every page has these files, so pages do not list them among their dependencies.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !INITIAL_FILE.test(file)),
    },
    // The only stylesheets are font rules, which build/first-paint.ts inlines into index.html. Per chunk, the same
    // rules would be requested again before the first page.
    cssCodeSplit: false,
    // Read by scripts/check-bytes.ts.
    manifest: true,
    // Larger assets stay separate files, which browsers can cache.
    assetsInlineLimit: 2048,
    rolldownOptions: {
      // Zod schemas have no side effects, so pages that only import a constant next to one do not load zod.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        // Fonts have no hash, because pages of the API and the identity service link to them.
        assetFileNames: ({ names }) =>
          names.some((name) => /^blinker-.*woff2$/.test(name))
            ? 'assets/[name][extname]'
            : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // Libraries of every page, in files that stay cached between releases. index.html runs them one after
            // another, then the app (build/first-paint.ts).
            {
              name: 'react',
              tags: ['$initial'],
              test: /node_modules\/(react|react-dom|scheduler)\/|\/app\/react\.ts$/,
              priority: 2,
            },
            { name: 'framework', tags: ['$initial'], test: /node_modules/, priority: 1 },
            // The project's own code of every page.
            { name: 'theme', tags: ['$initial'], test: /\/app\/theme\.ts$/, priority: 1 },
            { name: 'app', tags: ['$initial'] },
            // One file each for a visitor's first page, a signed-in person's first page, and the watch view, with all
            // imports. On a slow connection with one request at a time, thirty small files would take seconds.
            { name: 'login', test: /\/(login-screen|login-page)\.tsx$/ },
            { name: 'signed-in', test: /\/(signed-in-layout|profile-page|profile-body|my-videos)\.tsx$/ },
            { name: 'watch', test: /\/pages\/(watch-page|watch-video)\.tsx$/ },
          ],
        },
      },
    },
  },
});
