import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inlineHash } from '../platform/http/inline-hash.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { buildApp } from './build-app.ts';
import { DATA_POLICY, pagePolicy } from './content-security-policy.ts';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'kinreel-web-'));
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const policyOf = async (url: string) =>
  String((await server.app.inject({ url, headers: { accept: 'text/html' } })).headers['content-security-policy']);

test('pages allow only the inline scripts and styles of the build, by hash', async () => {
  await writeFile(
    join(folder, 'index.html'),
    '<style>a{}</style><script>first()</script><script src="/a.js"></script>',
  );
  await writeFile(join(folder, 'style-hashes.json'), '["sha256-ofThePlayer="]');
  const policy = pagePolicy({ webDir: folder, stores: [], hosted: [] });
  expect(policy.scriptSrc).toEqual(["'self'", inlineHash('first()')]);
  expect(policy.styleSrc).toEqual(["'self'", inlineHash(''), inlineHash('a{}'), "'sha256-ofThePlayer='"]);
});

test('pages allow no other origins than the storage and the identity provider of this site', () => {
  const [store, hosted] = ['https://store.example', 'https://identity.example'];
  const nothing = join(folder, 'not-built');
  expect(pagePolicy({ webDir: nothing, stores: [store], hosted: [hosted] })).toEqual({
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", inlineHash('')],
    imgSrc: ["'self'", 'data:', 'blob:', store],
    mediaSrc: ["'self'", 'blob:', store],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'", hosted, store],
    frameSrc: ["'self'", hosted],
    workerSrc: ["'self'", 'blob:'],
    manifestSrc: ["'self'"],
    formAction: ["'self'", hosted],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['default'],
  });
});

test('an incomplete build allows nothing inline and does not stop the server', async () => {
  const half = await mkdtemp(join(tmpdir(), 'kinreel-web-'));
  try {
    await writeFile(join(half, 'index.html'), '<script>first()</script>');
    expect(pagePolicy({ webDir: half, stores: [], hosted: [] }).scriptSrc).toEqual(["'self'"]);
    await rm(join(half, 'index.html'));
    await writeFile(join(half, 'style-hashes.json'), '["sha256-ofThePlayer="]');
    expect(pagePolicy({ webDir: half, stores: [], hosted: [] }).styleSrc).toEqual(["'self'", inlineHash('')]);
  } finally {
    await rm(half, { recursive: true });
  }
});

test.each(['/', '/login', '/nothing-here', '/health/live', '/s/unknown-code'])(
  '%s allows nothing inline',
  async (url) => {
    const policy = await policyOf(url);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  },
);

test('pages enforce Trusted Types', async () => {
  expect(await policyOf('/login')).toMatch(/require-trusted-types-for 'script';\s*trusted-types default/);
});

test.each(['/api/user', '/api/prompt', '/api/video/nothing'])(
  'the response of %s may load and run nothing',
  async (url) => {
    expect(await policyOf(url)).toBe(DATA_POLICY);
  },
);

test("the page of the API's documentation has its own policy", async () => {
  const policy = await policyOf('/api/docs/');
  expect(policy).toContain('script-src');
  expect(policy).not.toContain('unsafe-eval');
});

test.each(['/login', '/api/user', '/media/videos/nothing/playback', '/health/live', '/nothing/here'])(
  '%s has the isolation headers: opener, permissions, referrer',
  async (url) => {
    const { headers } = await server.app.inject({ url, headers: { accept: 'text/html' } });
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=()',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  },
);

test('HSTS is sent for a year for an https address, and includes subdomains if configured', async () => {
  const promised = async (publicUrl: string, hstsSubdomains: boolean) => {
    const app = await buildApp({ ...server.deps, config: { ...server.deps.config, publicUrl, hstsSubdomains } });
    const { headers } = await app.inject({ url: '/health/live' });
    await app.close();
    return headers['strict-transport-security'];
  };
  expect(await promised('https://kinreel.example', false)).toBe('max-age=31536000');
  expect(await promised('https://kinreel.example', true)).toBe('max-age=31536000; includeSubDomains');
  expect(await promised('http://localhost:3000', true)).toBeUndefined();
});
