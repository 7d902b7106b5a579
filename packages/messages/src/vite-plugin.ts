import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileMessages } from './compile-messages.ts';
import { definitionOf } from './define-messages.ts';
import { PSEUDO_LANGUAGE } from './languages.ts';
import type { IcuMessages } from './message-types.ts';
import { toPseudo } from './pseudo-language.ts';

const ENGLISH = join(import.meta.dirname, 'en');
const VIRTUAL = 'virtual:translations/';

/** The parts of Vite's plugin interface that are used here; the package does not depend on Vite. */
interface MessagesPlugin {
  name: string;
  enforce: 'pre';
  config(): { optimizeDeps: { include: string[] } };
  configureServer(server: { watcher: { add(path: string): unknown } }): void;
  resolveId(id: string): string | undefined;
  load(this: { addWatchFile(path: string): void }, id: string): Promise<string | undefined>;
}

/**
 * Compiles the catalogue: a module of English messages (en/<feature>.ts) becomes one without a parser, and
 * `virtual:translations/<language>` contains all features of another language, loaded on demand.
 */
export function messagesPlugin(): MessagesPlugin {
  return {
    name: 'messages',
    enforce: 'pre',
    // Vite's scan cannot find this import of compiled messages; without it, the first page would reload.
    config: () => ({ optimizeDeps: { include: ['@messageformat/runtime'] } }),
    // Vite does not watch files outside of its root.
    configureServer: (server) => {
      server.watcher.add(ENGLISH);
    },
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : undefined),
    async load(id) {
      const path = id.split('?')[0] ?? '';
      if (path.startsWith(`\0${VIRTUAL}`)) {
        const language = path.slice(VIRTUAL.length + 1);
        for (const file of await englishFiles()) this.addWatchFile(file);
        const { imports, object } = compileMessages(language, await translationsOf(language));
        return `${imports}export default ${object}`;
      }
      if (dirname(path) !== ENGLISH) return undefined;
      const { name, feature, icu } = await readEnglish(path);
      const { imports, object } = compileMessages('en', { [feature]: icu });
      return `import { messageSet } from ${JSON.stringify('../message-set.ts')};
${imports}export const ${name} = /* @__PURE__ */ messageSet('${feature}', (${object})['${feature}']);
`;
    },
  };
}

async function englishFiles(): Promise<string[]> {
  const names = await readdir(ENGLISH);
  return names.filter((name) => /^[a-z-]+\.ts$/.test(name)).map((name) => join(ENGLISH, name));
}

/** The only export of en/<feature>.ts, read again after each change. */
async function readEnglish(path: string): Promise<{ name: string; feature: string; icu: IcuMessages }> {
  const { mtimeMs } = await stat(path);
  const module = (await import(`${pathToFileURL(path).href}?changed=${mtimeMs}`)) as Record<string, object>;
  const [entry, ...more] = Object.entries(module);
  if (!entry || more.length > 0) throw new Error(`${path} must have one export, its messages`);
  const definition = definitionOf(entry[1]);
  if (definition.feature !== basename(path, '.ts')) throw new Error(`${path} names its messages ${definition.feature}`);
  return { name: entry[0], ...definition };
}

/** ICU texts of a language by feature. Besides English, only the pseudo-language exists so far. */
async function translationsOf(language: string): Promise<Record<string, IcuMessages>> {
  if (language !== PSEUDO_LANGUAGE) throw new Error(`There are no translations into ${language}`);
  const features = await Promise.all((await englishFiles()).map(readEnglish));
  return Object.fromEntries(
    features.map(({ feature, icu }) => [
      feature,
      Object.fromEntries(Object.entries(icu).map(([key, text]) => [key, toPseudo(text)])),
    ]),
  );
}
