import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import getPort from 'get-port';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase, query } from '../testing/database-rows.ts';
import { PROFILE } from '../testing/index.ts';
import { ADA, ADAS_VIDEO, makeOldInstallation } from '../testing/old-installation.ts';
import { PROCESS_ENV } from '../testing/process-env.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const NAME = 'stories.example.org';
const PASSWORD = 'Correct-horse-7';

/**
 * A TCP URL of an empty database, as an operator would set it: another user cannot use the Unix socket of the test
 * PostgreSQL.
 */
async function externalDatabase(): Promise<string> {
  const url = new URL(await emptyDatabase());
  url.search = '';
  return url.href;
}

/** An unprivileged user, if root runs the tests and that user can read the project. */
const NOBODY = { uid: 65534, gid: 65534 };
const USER: { uid?: number; gid?: number } =
  process.getuid?.() === 0 && spawnSync('test', ['-r', join(ROOT, 'package.json')], NOBODY).status === 0 ? NOBODY : {};

/** The code blocks of the section in docs/operations.md, by heading. Each must be used exactly once. */
function readBlocks() {
  const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const [, section = ''] = /\n## From the first start to another machine\n(.*?)\n## /s.exec(page) ?? [];
  const blocks = section.split('\n### ').flatMap((part) => {
    const heading = part.split('\n')[0] ?? '';
    return [...part.matchAll(/```sh\n(.*?)```/gs)].map(([, code = '']) => ({ heading, code }));
  });
  return {
    left: blocks,
    /** The next block; it must be below this heading. */
    take(heading: string): string {
      const block = blocks.shift();
      expect(block?.heading).toBe(heading);
      return block?.code ?? '';
    },
  };
}

/** The installed nginx. Without it the test is skipped, or fails if CI is set (scripts/test.mjs installs it). */
const nginxPath = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path));

test.skipIf(!nginxPath && !process.env.CI)(
  'an operator installs, invites, backs up, loses the host, restores on another one and upgrades, by docs/operations.md',
  async () => {
    expect(nginxPath, 'nginx is not installed. On Debian: apt install nginx').toBeDefined();
    const blocks = readBlocks();
    const folder = await makeFolder('kinreel-day-');
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const port = await getPort({ host: '127.0.0.1' });
    const compiled = join(folder, 'compiled');
    mkdirSync(compiled);
    if (USER.uid) execFileSync('chown', [`${USER.uid}:${USER.gid}`, compiled]);
    const first = new Host(join(folder, 'first'), port, compiled);

    // Install.
    await first.run(blocks.take('Start it'));
    const startBlock = blocks.take('Start it');
    const enter = startBlock.replace('npm start\n', '');
    await first.start(startBlock);
    const site = await startNginx(join(folder, 'nginx'), port, blocks.take('Put nginx in front'));
    // This line is printed last, when Kinreel is ready.
    await expect.poll(() => first.printed).toContain('The address works once');
    expect(first.printed).toContain('Only people with an invitation can register');

    // Only the first site owner can register.
    const ownerCode = /https:\/\/stories\.example\.org\/owner\?code=(\S+)/.exec(first.printed)?.[1] ?? '';
    expect((await signUp(site, 'stranger@example.org')).json().code).toBe('registration_invited');
    const owner = await signUp(site, 'odalie@example.org', ownerCode);
    expect(owner.status).toBe(201);
    const token = await logIn(site, 'odalie@example.org');
    expect((await call(site, 'POST', '/api/owner', { token, body: { code: ownerCode } })).status).toBe(204);

    // Only the three invited people can register.
    const invited = await first.run(enter + blocks.take('Invite your family'));
    const code = /invite=(\S+)/.exec(invited)?.[1] ?? '';
    const family = ['anna@example.org', 'ben@example.org', 'carla@example.org'];
    for (const email of family) expect((await signUp(site, email, code)).status).toBe(201);
    expect((await signUp(site, 'stranger@example.org', code)).json().code).toBe('registration_invited');
    const closed = await call(site, 'PUT', '/api/admin/registration', { token, body: { registration: 'closed' } });
    expect(closed.json()).toMatchObject({ registration: 'closed', source: 'owner' });

    // Data that must survive.
    const clip = readFileSync(join(ROOT, 'apps/server/assets/demo/video.mp4'));
    const video = await upload(site, token, clip);

    await first.run(enter + blocks.take('Back up'));
    const copied = join(folder, 'copied');
    await cp(join(first.home, 'backups'), copied, { recursive: true });

    // The host is lost: processes, database and files.
    await first.destroy();
    expect((await call(site, 'GET', '/api/user', { token })).status).toBe(502);

    const second = new Host(join(folder, 'second'), port, compiled);
    await cp(copied, join(second.home, 'backups'), { recursive: true });
    second.own();
    const external = 'postgres://kinreel:password@db.example.org/kinreel';
    const settings = blocks.take('Continue on another machine');
    expect(settings).toContain(external);
    const databaseUrl = await externalDatabase();
    await second.run(settings.replace(external, databaseUrl));
    await second.run(enter + blocks.take('Continue on another machine'));
    await second.start(startBlock);
    await expectEverything(site, token, video, clip);
    expect(second.printed).not.toContain('/owner?code=');

    for (const email of family) expect(await logIn(site, email)).toMatch(/^ey/);
    expect((await signUp(site, 'stranger@example.org', code)).json().code).toBe('registration_closed');
    await second.stop();

    // Another installation, in the state of the first release. This test cannot pull a version; it already has this
    // one.
    const third = new Host(join(folder, 'third'), port, compiled);
    const [old, dataDir] = [await externalDatabase(), join(third.home, 'kinreel-data')];
    const [account] = await query(databaseUrl, `select password_hash from identity.users`);
    const [stored = {}] = await query(databaseUrl, 'select address from site_settings');
    const login = { passwordHash: String(account?.password_hash), issuer: `${String(stored.address)}/identity/` };
    await makeOldInstallation(old, dataDir, { login, original: clip });
    await cp(join(second.home, 'kinreel-data/app-secret'), join(dataDir, 'app-secret'));
    third.own();
    await third.run(settings.replace(external, old));
    const upgrade = blocks.take('Upgrade');
    expect(upgrade).toContain('git pull\n');
    await third.start(enter + upgrade.replace('git pull\n', ''));
    const ada = await logIn(site, ADA.email);
    expect((await call(site, 'GET', '/api/user', { token: ada })).json()).toMatchObject({
      id: ADA.id,
      first_name: 'Ada',
    });
    expect((await call(site, 'GET', `/api/video/${ADAS_VIDEO}`, { token: ada })).json()).toMatchObject([
      { id: ADAS_VIDEO, permission: 'family', status: 'ready' },
    ]);
    const original = await call(site, 'GET', `/media/videos/${ADAS_VIDEO}/original`, { token: ada });
    expect([original.status, original.bytes.equals(clip)]).toEqual([200, true]);
    await third.stop();
    expect(blocks.left).toEqual([]);
  },
  400_000,
);

/** The installed systemd; it need not be running. */
const systemdPath = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].find((path) => existsSync(path));

test.skipIf(!systemdPath && !process.env.CI)('systemd accepts every line of the unit file', async () => {
  expect(systemdPath, 'systemd is not installed. On Debian: apt install systemd').toBeDefined();
  const folder = await makeFolder('kinreel-unit-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const unit = readFileSync(join(ROOT, 'deploy/systemd/kinreel.service'), 'utf8');
  const path = join(folder, 'kinreel.service');
  writeFileSync(path, unit.replaceAll('/opt/kinreel', ROOT));
  const { status, stdout, stderr } = spawnSync(systemdPath ?? '', ['verify', path], { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});

/** No data is lost: sessions are still valid, and the video has the same bytes. */
async function expectEverything(site: Site, token: string, video: string, clip: Buffer): Promise<void> {
  const people = await call(site, 'GET', '/api/admin/people', { token });
  expect(people.json().map(({ email }: { email: string }) => email)).toEqual(
    ['carla', 'ben', 'anna', 'odalie'].map((name) => `${name}@example.org`),
  );
  expect((await call(site, 'GET', `/api/video/${video}`, { token })).json()).toMatchObject([{ id: video }]);
  const original = await call(site, 'GET', `/media/videos/${video}/original`, { token });
  expect([original.status, original.bytes.equals(clip)]).toEqual([200, true]);
  expect((await call(site, 'GET', '/api/admin/registration', { token })).json().registration).toBe('closed');
}

/** A machine with one user, whose home has the files of Kinreel, its settings and its data. */
class Host {
  readonly home: string;
  readonly #port: number;
  readonly #compiled: string;
  #running: ChildProcess | null = null;
  /** What the running Kinreel has printed. */
  printed = '';

  /** @param compiled Node's compile cache: the user cannot write to the folder of the project */
  constructor(home: string, port: number, compiled: string) {
    this.home = home;
    this.#port = port;
    this.#compiled = compiled;
    mkdirSync(home, { mode: 0o755 });
    symlinkSync(ROOT, join(home, 'kinreel'));
    if (USER.uid) execFileSync('chown', ['-h', `${USER.uid}:${USER.gid}`, home]);
    onTestFinished(() => this.destroy());
  }

  /** Makes the user the owner of all files. */
  own(): void {
    if (USER.uid) execFileSync('chown', ['-R', `${USER.uid}:${USER.gid}`, this.home]);
  }

  #spawn(script: string): ChildProcess {
    return spawn('bash', ['-euc', script], {
      ...USER,
      cwd: this.home,
      // Its own process group, as in a terminal.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Only the port differs from the documentation: 3000 may be in use.
      env: {
        ...PROCESS_ENV,
        NODE_COMPILE_CACHE: this.#compiled,
        HOME: this.home,
        PORT: String(this.#port),
        LOG_LEVEL: 'warn',
      },
    });
  }

  /** Runs a block. @returns its output @throws if it fails */
  async run(script: string): Promise<string> {
    const child = this.#spawn(script);
    if (!child.stdout || !child.stderr) throw new Error('no output');
    const [output, errors, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    expect([status, status === 0 ? '' : `${script}\n${output}\n${errors}`]).toEqual([0, '']);
    return output;
  }

  /** Runs a block that ends with `npm start`, and waits until Kinreel answers. */
  async start(script: string): Promise<void> {
    expect(script).toMatch(/\nnpm start\n$/);
    this.printed = '';
    const child = this.#spawn(script);
    this.#running = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        this.printed += chunk;
      });
    }
    await expect
      .poll(
        async () => {
          if (child.exitCode !== null) throw new Error(`Kinreel has ended:\n${this.printed}`);
          const answer = await fetch(`http://127.0.0.1:${this.#port}/health/ready`).catch(() => null);
          return answer?.status;
        },
        { timeout: 120_000, interval: 200 },
      )
      .toBe(200);
  }

  /** Sends Ctrl-C. */
  stop(): Promise<void> {
    return this.#end('SIGINT');
  }

  /** Kills all processes and deletes all files. */
  async destroy(): Promise<void> {
    const postmaster = join(this.home, 'kinreel-data/postgres/postmaster.pid');
    const pid = existsSync(postmaster) ? Number(readFileSync(postmaster, 'utf8').split('\n')[0]) : null;
    if (pid !== null && isAlive(pid)) process.kill(pid, 'SIGKILL');
    await this.#end('SIGKILL');
    if (pid !== null) await expect.poll(() => isAlive(pid)).toBe(false);
    await rm(this.home, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#running;
    this.#running = null;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    process.kill(-child.pid, signal);
    await ended;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Kinreel's site behind nginx. */
interface Site {
  port: number;
  certificate: string;
}

/**
 * Starts nginx with deploy/nginx/kinreel.conf. Only ports and paths differ, because the machine may use the usual ones.
 * @param block the code block of the documentation that installs this file
 */
async function startNginx(folder: string, port: number, block: string): Promise<Site> {
  const [, sample = ''] = /^cp (deploy\S+) \/etc\/nginx\/conf\.d\/$/m.exec(block) ?? [];
  mkdirSync(folder);
  const certificate = join(folder, 'fullchain.pem');
  const key = join(folder, 'privkey.pem');
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-keyout', key, '-out', certificate, '-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`],
    ],
    { stdio: 'ignore' },
  );
  const [tls, plain] = [await getPort({ host: '127.0.0.1' }), await getPort({ host: '127.0.0.1' })];
  const replacements: [string | RegExp, string][] = [
    ['server 127.0.0.1:3000;', `server 127.0.0.1:${port};`],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443 ssl', `listen 127.0.0.1:${tls} ssl`],
    [/ *listen \[::\]:80;\n/, ''],
    [/ *listen \[::\]:443 ssl http2;\n/, ''],
    [`/etc/ssl/${NAME}/fullchain.pem`, certificate],
    [`/etc/ssl/${NAME}/privkey.pem`, key],
  ];
  let config = readFileSync(join(ROOT, sample), 'utf8');
  for (const [usual, here] of replacements) {
    const replaced = config.replace(usual, here);
    expect(replaced, String(usual)).not.toBe(config);
    config = replaced;
  }
  writeFileSync(join(folder, 'kinreel.conf'), config);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1; events {}
     http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')} include kinreel.conf; }`,
  );
  const nginx = spawn(nginxPath ?? 'nginx', ['-p', folder, '-c', 'nginx.conf', '-g', 'daemon off;'], {
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    const ended = once(nginx, 'close');
    nginx.kill();
    await ended;
  });
  const site = { port: tls, certificate: readFileSync(certificate, 'utf8') };
  await expect.poll(() => call(site, 'GET', '/health/ready').then(({ status }) => status, String)).toBe(200);
  // Pages redirect to https; API requests get an error.
  const withoutTls = async (path: string) =>
    (await fetch(`http://127.0.0.1:${plain}${path}`, { redirect: 'manual' })).status;
  expect(await withoutTls('/login')).toBe(301);
  for (const path of ['/api/user', '/files', '/media/videos/1/playback', '/identity/oauth/token'])
    expect(await withoutTls(path), path).toBe(403);
  return site;
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at single fields
  json(): any;
}

/** A TLS request to the host name of the site, with certificate validation. */
async function call(
  { port, certificate }: Site,
  method: string,
  path: string,
  options: { token?: string; body?: object | Buffer; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { token, body, headers } = options;
  const sent = request({
    host: '127.0.0.1',
    port,
    servername: NAME,
    ca: certificate,
    method,
    path,
    headers: {
      host: NAME,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !Buffer.isBuffer(body) && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  sent.end(body && !Buffer.isBuffer(body) ? JSON.stringify(body) : body);
  const [response] = await once(sent, 'response');
  const bytes = await buffer(response);
  return { status: response.statusCode, headers: response.headers, bytes, json: () => JSON.parse(bytes.toString()) };
}

/** Creates an account and a profile. @returns the last response: that of the account if it was rejected */
async function signUp(site: Site, email: string, code?: string): Promise<Answer> {
  const { identity } = (await call(site, 'GET', '/config.json')).json();
  const account = await call(site, 'POST', '/identity/dbconnections/signup', {
    body: {
      client_id: identity.clientId,
      connection: identity.connection,
      email,
      password: PASSWORD,
      ...(code !== undefined && { user_metadata: { invitation: code } }),
    },
  });
  if (account.status !== 200) return account;
  return call(site, 'POST', '/api/user/register', {
    body: { ...PROFILE, email, password: PASSWORD, auth0Id: `auth0|${account.json()._id}`, ...(code && { code }) },
  });
}

/** @returns an access token */
async function logIn(site: Site, email: string): Promise<string> {
  const { identity } = (await call(site, 'GET', '/config.json')).json();
  const origin = `https://${NAME}`;
  const answer = await call(site, 'POST', '/identity/co/authenticate', {
    headers: { origin },
    body: {
      client_id: identity.clientId,
      realm: identity.connection,
      username: email,
      password: PASSWORD,
      credential_type: 'http://auth0.com/oauth/grant-type/password-realm',
    },
  });
  const query = new URLSearchParams({
    client_id: identity.clientId,
    response_type: 'token',
    redirect_uri: `${origin}/landingpage`,
    audience: identity.audience,
    realm: identity.connection,
    scope: 'openid profile email',
    state: 'state',
    login_ticket: answer.json().login_ticket,
  });
  const cookie = [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0]);
  const redirect = await call(site, 'GET', `/identity/authorize?${query}`, { headers: { cookie: cookie.join('; ') } });
  return new URLSearchParams(new URL(String(redirect.headers.location)).hash.slice(1)).get('access_token') ?? '';
}

/** Uploads a video and waits until it is ready. @returns its id */
async function upload(site: Site, token: string, clip: Buffer): Promise<string> {
  const form = new FormData();
  form.set('prompt', '1');
  form.set('video', new Blob([new Uint8Array(clip)], { type: 'video/mp4' }), 'first-day.mp4');
  const { headers, body } = new Request('http://localhost', { method: 'POST', body: form });
  if (!body) throw new Error('no body');
  const answer = await call(site, 'POST', '/api/video', {
    token,
    body: await buffer(body),
    headers: { 'content-type': headers.get('content-type') ?? '' },
  });
  expect(answer.status).toBe(201);
  const { id } = answer.json();
  await expect
    .poll(async () => (await call(site, 'GET', `/api/video/${id}`, { token })).json()[0]?.status, { timeout: 60_000 })
    .toBe('ready');
  return id;
}

/** A folder that an unprivileged user can enter. */
async function makeFolder(prefix: string): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  chmodSync(path, 0o755);
  return path;
}
