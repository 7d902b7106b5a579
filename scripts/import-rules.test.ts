import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import rules from '../dependency-cruiser.config.ts';
import featureRules from '../dependency-cruiser.features.config.ts';

const root = join(import.meta.dirname, '..');
const withTools = { ...process.env, PATH: join(root, 'node_modules/.bin') + delimiter + process.env.PATH };

/** A small tree with the shape of the real one that keeps every rule. */
const CLEAN: Record<string, string> = {
  'apps/web/src/main.tsx': `import './app/routes.tsx';`,
  'apps/web/src/app/routes.tsx': `
    export const pages = [() => import('./pages/home-page.tsx')];`,
  'apps/web/src/app/pages/home-page.tsx': `
    import '../../features/videos/videos.api.ts';
    import '../../features/sharing/sharing.api.ts';`,
  'apps/web/src/features/videos/videos.api.ts': `import '../../shared/format.ts';`,
  'apps/web/src/features/sharing/sharing.api.ts': `import '../../shared/format.ts';`,
  'apps/web/src/shared/format.ts': `
    import { name } from '@kinreel/contracts';
    import Button from '@mui/material/Button';
    export default [name, Button];`,
  'apps/web/src/shared/format.test.ts': `import { test } from 'vitest'; import './format.ts'; test('', () => {});`,

  'apps/server/src/main.ts': `import './app/build-app.ts';`,
  'apps/server/src/app/build-app.ts': `import '../features/videos/videos.routes.ts'; import '../features/media/media.jobs.ts';`,
  'apps/server/src/features/videos/videos.routes.ts': `import 'fastify'; import './videos.service.ts';`,
  'apps/server/src/features/videos/videos.service.ts': `
    import './videos.policy.ts';
    import './videos.queries.ts';
    import '../media/media.job-definition.ts';`,
  'apps/server/src/features/videos/videos.policy.ts': `import '../../platform/database.ts';`,
  'apps/server/src/features/videos/videos.queries.ts': `import '../../platform/database.ts';`,
  'apps/server/src/features/media/media.jobs.ts': `import './media.queries.ts'; import './media.job-definition.ts';`,
  'apps/server/src/features/media/media.job-definition.ts': `export const job = 1;`,
  'apps/server/src/features/media/media.queries.ts': `import '../../platform/database.ts';`,
  'apps/server/src/platform/database.ts': `import '@kinreel/contracts';`,
  'apps/server/src/testing/index.ts': `import '../app/build-app.ts';`,
  'apps/server/src/features/videos/videos.test.ts': `import '../../testing/index.ts';`,

  'apps/identity/src/main.ts': `import './login.ts';`,
  'apps/identity/src/login.ts': `export const login = 1;`,
  'e2e/player.spec.ts': `import type { Page } from '@playwright/test'; import './support/asserting-test.ts';`,
  'e2e/support/asserting-test.ts': `export { test } from '@playwright/test';`,
  'packages/contracts/src/index.ts': `
    import { z } from 'zod/mini';
    import type { errors } from '@kinreel/messages/en/errors.ts';
    export const name: typeof errors = z;`,
  'packages/messages/src/en/errors.ts': `export const errors = {};`,
};

const MANIFESTS: Record<string, string> = toText({
  'package.json': { workspaces: ['apps/*', 'packages/*'], devDependencies: { vitest: '*' } },
  'apps/web/package.json': { name: '@kinreel/web', exports: { './*': './src/*' }, dependencies: dependenciesOn('web') },
  'apps/server/package.json': {
    name: '@kinreel/server',
    exports: { './*': './src/*' },
    dependencies: dependenciesOn('server'),
  },
  'apps/identity/package.json': {
    name: '@kinreel/identity',
    exports: { './*': './src/*' },
    dependencies: { '@kinreel/contracts': '*' },
  },
  'packages/contracts/package.json': {
    name: '@kinreel/contracts',
    exports: { '.': './src/index.ts' },
    dependencies: { zod: '*', '@kinreel/identity': '*', '@kinreel/messages': '*' },
  },
  'packages/messages/package.json': {
    name: '@kinreel/messages',
    exports: { './*': './src/*' },
    dependencies: { '@kinreel/contracts': '*' },
  },
});

/** Packages from the registry, as far as resolving them needs. */
const INSTALLED: Record<string, string> = {
  ...installed('fastify', 'fastify.js'),
  ...installed('sharp', 'sharp.js'),
  ...installed('vitest', 'dist/index.js'),
  ...installed('undeclared', 'index.js'),
  ...installed('@playwright/test', 'index.js'),
  ...installed('zod', 'index.js'),
  'node_modules/zod/mini/index.js': '',
  'node_modules/zod/mini/package.json': '{"main":"./index.js"}',
  ...installed('@mui/material', 'index.js'),
  'node_modules/@mui/material/Button/index.js': '',
};

function installed(name: string, main: string): Record<string, string> {
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', main }),
    [`node_modules/${name}/${main}`]: '',
  };
}

function toText(files: Record<string, object>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, json]) => [path, JSON.stringify(json)]));
}

function dependenciesOn(app: string): Record<string, string> {
  const names = [
    '@kinreel/contracts',
    '@kinreel/identity',
    '@kinreel/server',
    'zod',
    '@mui/material',
    'fastify',
    'sharp',
  ];
  return Object.fromEntries(names.filter((name) => !name.endsWith(`/${app}`)).map((name) => [name, '*']));
}

/** The rules that an addition to the clean tree breaks, and the code that is added to each file. */
const VIOLATIONS: [rules: string, additions: Record<string, string>][] = [
  [
    'no-cycles',
    {
      'apps/web/src/shared/format.ts': `import type { Part } from './part.ts';`,
      'apps/web/src/shared/part.ts': `const whole = () => import('./format.ts'); export type Part = typeof whole;`,
    },
  ],
  ['no-unresolved', { 'apps/web/src/app/routes.tsx': `import './pages/gone.tsx';` }],
  ['no-undeclared-package', { 'apps/server/src/platform/database.ts': `import 'undeclared';` }],
  ['no-unused-module', { 'apps/web/src/features/videos/forgotten.ts': 'export const forgotten = 1;' }],
  ['no-unused-test-code', { 'apps/server/src/testing/forgotten.ts': 'export const forgotten = 1;' }],
  [
    'no-test-code-in-production',
    {
      'apps/server/src/testing/clips.ts': 'export const clips = 1;',
      'apps/server/src/features/videos/videos.service.ts': `const clips = () => import('../../testing/clips.ts');`,
    },
  ],
  [
    'workspace-by-package-name',
    { 'apps/server/src/platform/database.ts': `export * from '../../../../packages/contracts/src/index.ts';` },
  ],
  [
    'no-import-of-own-package',
    { 'apps/server/src/features/media/media.queries.ts': `import '@kinreel/server/platform/database.ts';` },
  ],
  [
    'no-import-of-own-package server-features-by-public-roles',
    {
      'apps/server/src/features/videos/videos.service.ts': `import '@kinreel/server/features/media/media.queries.ts';`,
    },
  ],
  ['environment-from-configuration', { 'apps/server/src/platform/database.ts': `import { env } from 'node:process';` }],
  [
    'web-shared-knows-no-feature',
    {
      'apps/web/src/shared/part.ts': `const later = () => import('../features/videos/videos.api.ts');`,
      'apps/web/src/app/routes.tsx': `import '../shared/part.ts';`,
    },
  ],
  [
    'web-feature-knows-no-page',
    {
      'apps/web/src/features/videos/videos.api.ts': `import type { Theme } from '../../app/theme.ts';`,
      'apps/web/src/app/theme.ts': 'export type Theme = 1;',
    },
  ],
  [
    'web-app-knows-no-entry',
    { 'apps/web/src/app/theme.ts': `import '../start.ts';`, 'apps/web/src/start.ts': '', ...imported('app/theme.ts') },
  ],
  ['journeys-assert', { 'e2e/player.spec.ts': `import { expect, type Page } from '@playwright/test';` }],
  ['web-features-apart', { 'apps/web/src/features/videos/videos.api.ts': `import '../sharing/sharing.api.ts';` }],
  [
    'web-knows-contracts-only',
    { 'apps/web/src/shared/format.ts': `import '@kinreel/server/features/media/media.job-definition.ts';` },
  ],
  ['web-small-packages', { 'apps/web/src/shared/format.ts': `import { z } from 'zod';` }],
  ['web-small-packages', { 'apps/web/src/shared/format.ts': `import { Box } from '@mui/material';` }],
  [
    'server-platform-knows-no-feature',
    { 'apps/server/src/platform/database.ts': `import '../features/media/media.job-definition.ts';` },
  ],
  [
    'server-feature-knows-no-app',
    {
      'apps/server/src/features/media/media.queries.ts': `import type { Deps } from '../../app/deps.ts';`,
      'apps/server/src/app/deps.ts': 'export type Deps = 1;',
    },
  ],
  [
    'server-app-knows-no-entry',
    { 'apps/server/src/app/build-app.ts': `import '../start.ts';`, 'apps/server/src/start.ts': '' },
  ],
  [
    'server-features-by-public-roles',
    { 'apps/server/src/features/videos/videos.service.ts': `import '../media/media.queries.ts';` },
  ],
  [
    'server-service-below-routes',
    {
      'apps/server/src/features/videos/videos.service.ts': `import './videos.jobs.ts';`,
      'apps/server/src/features/videos/videos.jobs.ts': '',
    },
  ],
  [
    'server-queries-below-service',
    {
      'apps/server/src/features/videos/videos.queries.ts': `import '../media/media.service.ts';`,
      'apps/server/src/features/media/media.service.ts': '',
    },
  ],
  [
    'server-jobs-know-no-routes',
    {
      'apps/server/src/features/media/media.jobs.ts': `import './media.routes.ts';`,
      'apps/server/src/features/media/media.routes.ts': '',
    },
  ],
  [
    'server-http-in-routes',
    { 'apps/server/src/features/videos/videos.service.ts': `import type { FastifyReply } from 'fastify';` },
  ],
  ['server-pictures-apart', { 'apps/server/src/features/media/media.jobs.ts': `import 'sharp';` }],
  ['identity-by-protocol', { 'apps/server/src/platform/database.ts': `import '@kinreel/identity/login.ts';` }],
  ['identity-knows-no-kinreel', { 'apps/identity/src/login.ts': `import '@kinreel/contracts';` }],
  [
    'contracts-use-zod-and-messages packages-know-no-app',
    { 'packages/contracts/src/index.ts': `import '@kinreel/identity/login.ts';` },
  ],
  ['messages-know-nobody no-cycles', { 'packages/messages/src/en/errors.ts': `import '@kinreel/contracts';` }],
  ['contracts-use-zod-and-messages', { 'packages/contracts/src/index.ts': `import 'node:fs';` }],
];

function imported(path: string): Record<string, string> {
  return { 'apps/web/src/app/pages/home-page.tsx': `import '../../${path}';` };
}

let work: string;
beforeAll(() => {
  work = realpathSync(mkdtempSync(join(tmpdir(), 'kinreel-import-rules-')));
});
afterAll(() => rmSync(work, { recursive: true }));

function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A folder with the clean tree and these additions, and packages as npm installs them. */
function plant(name: string, additions: Record<string, string>): string {
  const folder = join(work, name);
  write(folder, { ...MANIFESTS, ...INSTALLED, ...CLEAN });
  mkdirSync(join(folder, 'node_modules/@kinreel'));
  for (const place of ['apps/server', 'apps/identity', 'packages/contracts', 'packages/messages'])
    symlinkSync(join(folder, place), join(folder, 'node_modules/@kinreel', basename(place)));
  for (const [path, code] of Object.entries(additions)) write(folder, { [path]: `${CLEAN[path] ?? ''}\n${code}` });
  return folder;
}

/** Names of the rules that the tree breaks, each once. */
async function brokenRules(folder: string, config = rules, places = ['apps', 'packages', 'e2e']): Promise<string[]> {
  const { options = {}, forbidden = [] } = config;
  const { output } = await cruise(places, {
    ...options,
    ruleSet: { forbidden },
    validate: true,
    baseDir: folder,
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser reported text');
  return [...new Set(output.summary.violations.map(({ rule }) => rule.name))].sort();
}

describe('rules of imports', () => {
  it('the clean tree keeps all of them', async () => {
    expect(await brokenRules(plant('clean', {}))).toEqual([]);
  });

  it.each(VIOLATIONS.map(([names, additions], index) => ({ names, additions, index })))(
    '$names is noticed (case $index)',
    async ({ names, additions, index }) => {
      expect(await brokenRules(plant(String(index), additions))).toEqual(names.split(' '));
    },
  );

  it('a cycle of features is noticed, though no module is part of one', async () => {
    const cycle = {
      'apps/server/src/features/media/media.queries.ts': `import '../videos/videos.policy.ts';`,
      'apps/server/src/features/media/media.test.ts': `import '../videos/videos.service.ts';`,
    };
    const places = ['apps/server/src/features'];
    expect(await brokenRules(plant('features', {}), featureRules, places)).toEqual([]);
    const folder = plant('feature-cycle', cycle);
    expect(await brokenRules(folder)).toEqual([]);
    expect(await brokenRules(folder, featureRules, places)).toEqual(['server-features-no-cycles']);
  });

  it('every rule has a violation here', () => {
    const tested = new Set(VIOLATIONS.flatMap(([names]) => names.split(' ')));
    expect((rules.forbidden ?? []).map(({ name }) => name).filter((name) => !tested.has(name ?? ''))).toEqual([]);
  });
});

describe('imports that the rules cannot see', () => {
  it.each([
    ['a glob', `export const all = import.meta.glob('./*.ts');`],
    ['a typed glob', `export const all = import.meta.glob<string>('./*.ts', { eager: true });`],
    ['a computed path', 'const name = "a"; export const one = import(name);'],
    ['a joined path', 'export const one = (name: string) => import(`./${name}.ts`);'],
    [
      'require',
      `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\nexport const fs = require('./a.ts');`,
    ],
    ['the environment', 'export const home = process.env.HOME;'],
  ])('%s is an error', (_name, code) => {
    const folder = join(work, 'linter');
    const file = 'apps/server/src/platform/sample.ts';
    write(folder, { [file]: code });
    for (const path of ['biome.json', 'scripts/lint'])
      cpSync(join(root, path), join(folder, path), { recursive: true });
    const lint = (...more: string[]) =>
      spawnSync('biome', ['lint', '--vcs-enabled=false', ...more, file], {
        cwd: folder,
        encoding: 'utf8',
        env: withTools,
      });
    expect(lint().status).toBe(1);
    write(folder, { [file]: `export const one = () => import('./a.ts');` });
    expect(lint()).toMatchObject({ status: 0 });
  });
});
