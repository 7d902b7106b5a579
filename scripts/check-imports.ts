import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * The direction of imports, by folder and never by feature (docs/ARCHITECTURE.md):
 * web: app -> features -> shared -> contracts; a feature imports no other feature.
 * server: entry -> app -> features -> platform; of another feature only service, policy, presenter, table or a job's definition.
 * identity and the packages import nothing of the apps.
 */
const root = join(import.meta.dirname, '..');
const problems: string[] = [];

interface Place {
  app: string;
  layer: string;
  feature: string;
  role: string;
}

/** Where a file stands: apps/server/src/features/videos/videos.policy.ts -> server, features, videos, policy. */
function placeOf(path: string): Place {
  const [top = '', app = '', , layer = '', feature = '', ...rest] = path.split('/');
  if (top !== 'apps') return { app: `${top}/${app}`, layer: '', feature: '', role: '' };
  const inFeature = layer === 'features' && rest.length > 0;
  const file = path.split('/').pop() ?? '';
  return {
    app,
    layer: layer.includes('.') ? 'entry' : layer,
    feature: inFeature ? feature : '',
    role: file.split('.').slice(1, -1).join('.'),
  };
}

const WEB_ORDER = ['entry', 'app', 'features', 'shared'];
const SERVER_ORDER = ['entry', 'app', 'features', 'platform'];
/** What a server feature may use of another one. */
const PUBLIC_ROLES = new Set(['service', 'policy', 'presenter', 'table', 'job-definition']);
/** Files that speak HTTP; nothing below them may know of it. */
const BELOW_HTTP = new Set(['service', 'policy', 'queries', 'table', 'presenter', 'jobs']);

function check(from: string, to: string): string | null {
  const a = placeOf(from);
  const b = placeOf(to);
  const isTest = /\.test\.tsx?$/.test(from) || from.includes('/testing/') || from.includes('/conformance/');
  if (isTest) return null;
  if (to.includes('/testing/') || /\.test\.tsx?$/.test(to)) return 'only tests import testing code';
  if (a.app !== b.app) return 'another workspace is imported by its package name';
  const order = a.app === 'web' ? WEB_ORDER : a.app === 'server' ? SERVER_ORDER : null;
  if (!order) return null;
  const [x, y] = [order.indexOf(a.layer), order.indexOf(b.layer)];
  if (x >= 0 && y >= 0 && y < x) return `${a.layer} never imports ${b.layer}`;
  if (a.feature && b.feature && a.feature !== b.feature) {
    if (a.app === 'web') return 'features never import each other; pages in app compose them';
    if (!PUBLIC_ROLES.has(b.role)) return `of another feature only ${[...PUBLIC_ROLES].join(', ')} may be used`;
  }
  if (a.app === 'server' && a.feature && BELOW_HTTP.has(a.role) && b.role === 'routes')
    return `${a.role} never imports routes`;
  if (a.app === 'server' && a.role === 'queries' && (b.role === 'service' || b.role === 'routes'))
    return 'queries never import a service';
  return null;
}

const FORBIDDEN_PACKAGES: { where: RegExp; packages: RegExp; why: string }[] = [
  {
    where: /^packages\/contracts\//,
    packages: /^(?!zod\/mini$|vitest$|node:)[^.]/,
    why: 'contracts depend on zod/mini only',
  },
  {
    where: /^apps\/web\//,
    packages: /^@kinreel\/(server|identity|mailer|embedded-postgres)/,
    why: 'the browser knows the contracts only',
  },
  { where: /^apps\/web\/src\/(?!.*\.test\.)/, packages: /^zod$/, why: 'the browser uses zod/mini (bytes)' },
  {
    where: /^apps\/web\/src\//,
    packages: /^@mui\/(material|icons-material)$/,
    why: 'MUI is imported by path (bytes, build time)',
  },
  {
    where: /^apps\/identity\//,
    packages: /^@kinreel\/(server|contracts|web)/,
    why: 'the identity service is reached by its protocol only',
  },
  {
    where: /^apps\/server\/src\/(features|platform)\/(?!.*\.test\.)/,
    packages: /^@kinreel\/identity/,
    why: 'the identity service is reached by its protocol only',
  },
  {
    where: /^apps\/server\/src\/(?!.*(routes|route-access|paging|send-stored-object|app\/|testing\/|\.test\.))/,
    packages: /^(fastify|@fastify\/)/,
    why: 'only routes and app know HTTP',
  },
];

for (const path of globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root })) {
  const source = readFileSync(join(root, path), 'utf8');
  for (const [, specifier = ''] of source.matchAll(/(?:from\s+|import\s*\(\s*|import\s+)['"]([^'"]+)['"]/g)) {
    if (specifier.startsWith('.')) {
      const target = relative(root, join(root, dirname(path), specifier.replace(/\?.*$/, '')));
      const problem = check(path, target);
      if (problem) problems.push(`${path} -> ${target}: ${problem}`);
      if (/\.[jt]sx?$/.test(target) && !existsSync(join(root, target)))
        problems.push(`${path} -> ${target}: no such file`);
    } else {
      for (const rule of FORBIDDEN_PACKAGES) {
        if (rule.where.test(path) && rule.packages.test(specifier))
          problems.push(`${path} -> ${specifier}: ${rule.why}`);
      }
    }
  }
  if (
    /process\.env(?!\.PATH\b)/.test(source) &&
    !/(config|main|api|worker|move-storage|watchdog)\.ts$|testing|conformance|\.test\.|embedded-postgres/.test(path)
  ) {
    problems.push(`${path}: only the configuration reads the environment`);
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log('Imports point one way.');
