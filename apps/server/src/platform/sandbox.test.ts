import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { describeWithFfmpeg, tools } from '../testing/media-tools.ts';
import { runFfprobe, safeInput, TOOL_THREADS } from './ffmpeg/run.ts';
import { findSandbox, output, rememberFound, sandboxCommand } from './sandbox.ts';

const ALL = { prlimit: '/prlimit', nice: '/nice', unshare: '/unshare', setpriv: '/setpriv' };
const LIMITS = { memory: { kind: 'as', bytes: 1000 }, cpuSeconds: 60, fileBytes: 500 } as const;

describe('the command of the sandbox', () => {
  test('[UP-02] limits memory, time, files, network and life, each as far as the system has a program for it', () => {
    const limits = ['/prlimit', '--as=1000', '--cpu=60', '--fsize=500', '--nofile=64', '--core=0'];
    const rest = ['/unshare', '-rn', '/setpriv', '--pdeathsig', 'KILL'];
    expect(sandboxCommand(ALL, LIMITS)).toEqual([...limits, '/nice', '-n10', ...rest]);
    expect(sandboxCommand(ALL, { ...LIMITS, background: true })).toEqual([...limits, '/nice', '-n15', ...rest]);
    expect(sandboxCommand(ALL, { ...LIMITS, memory: { kind: 'data', bytes: 7 } })).toContain('--data=7');
    const none = { prlimit: null, nice: null, unshare: null, setpriv: null };
    expect(sandboxCommand(none, LIMITS)).toEqual([]);
    expect(sandboxCommand({ ...none, unshare: '/unshare' }, LIMITS)).toEqual(['/unshare', '-rn']);
  });

  test('[UP-02] has only programs that work here, tried as they will be used', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinreel-programs-'));
    const path = process.env.PATH;
    try {
      process.env.PATH = folder;
      expect(await findSandbox(['/bin/echo', 'works'])).toEqual({
        prlimit: null,
        nice: null,
        unshare: null,
        setpriv: null,
      });
      // Each says with what it was started, and becomes the command behind its own options.
      const program = (name: string) => `#!/bin/sh
echo "$*" >> ${join(folder, name)}.args
while [ "\${1#-}" != "$1" ] || [ "$1" = KILL ]; do shift; done
exec "$@"
`;
      for (const name of Object.keys(ALL)) {
        await writeFile(join(folder, name), program(name));
        await chmod(join(folder, name), 0o700);
      }
      const found = Object.fromEntries(Object.keys(ALL).map((name) => [name, join(folder, name)]));
      /** With what each was started since the last time. */
      const started = async () => {
        const files = Object.keys(ALL).map((name) => join(folder, `${name}.args`));
        const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
        await Promise.all(files.map((file) => rm(file)));
        return texts.map((text) => text.trim().split('\n'));
      };
      const limits = '--as=3000000000 --cpu=60 --fsize=1000000 --nofile=64 --core=0';
      const alone = [limits, '-n10', '-rn', '--pdeathsig KILL'].map((args) => `${args} /bin/echo works`);

      expect(await findSandbox(['/bin/echo', 'works'])).toEqual(found);
      const [, , , inner] = alone;
      const inUnshare = `-rn ${found.setpriv} ${inner}`;
      const inNice = `-n10 ${found.unshare} ${inUnshare}`;
      expect(await started()).toEqual([[`${limits} ${found.nice} ${inNice}`], [inNice], [inUnshare], [inner]]);

      // One that does not work is found by trying each alone.
      await writeFile(join(folder, 'unshare'), `#!/bin/sh\necho "$*" >> ${join(folder, 'unshare')}.args\nexit 1\n`);
      await writeFile(join(folder, 'setpriv.args'), '');
      expect(await findSandbox(['/bin/echo', 'works'])).toEqual({ ...found, unshare: null });
      expect((await started()).map((runs) => runs.at(-1))).toEqual(alone);
      await rm(join(folder, 'nice'));
      expect(await findSandbox(['/bin/echo', 'works'])).toEqual({ ...found, unshare: null, nice: null });
    } finally {
      process.env.PATH = path;
      await rm(folder, { recursive: true, force: true });
    }
    expect(await output('/bin/echo', ['a word'])).toBe('a word\n');
    expect(await output('/bin/false', [])).toBe('');
    expect(await output('/usr/bin/env', [])).toBe('');
  });

  test('[UP-02] a program that does not answer in time is not taken for missing, and is tried again', async () => {
    await expect(output('/bin/sleep', ['60'], 100)).rejects.toMatchObject({ code: 'server.busy' });
    const answers = [
      () => Promise.reject(new Error('busy')),
      () => Promise.resolve('found'),
      () => Promise.resolve('again'),
    ];
    const search = rememberFound(() => (answers.shift() ?? expect.fail)());
    await expect(search()).rejects.toThrow('busy');
    expect([await search(), await search()]).toEqual(['found', 'found']);
  });
});

describeWithFfmpeg('a tool in the sandbox', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinreel-sandbox-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** What a program sees that is started as ffprobe is. */
  async function seen(commands: string, limits: object = {}): Promise<string> {
    const program = join(folder, 'tool');
    await writeFile(program, `#!/bin/sh\n${commands}\n`);
    await chmod(program, 0o700);
    if (!tools) throw new Error('There are no tools.');
    return runFfprobe({ ...tools, ffprobe: program }, [], { folder, timeoutMs: 10_000, ...limits });
  }

  it('[UP-02] sees no variable of the server', async () => {
    process.env.APP_SECRET_OF_TEST = 'do not tell';
    const names = (await seen('/usr/bin/env')).split('\n').map((line) => line.split('=')[0]);
    delete process.env.APP_SECRET_OF_TEST;
    // The shell itself sets these.
    expect(names.filter((name) => !['', 'PWD', 'SHLVL', '_', 'OLDPWD'].includes(name ?? ''))).toEqual([]);
  });

  it.runIf(tools?.sandbox.prlimit)('[UP-02] has little memory, time, and files', async () => {
    const limits = await seen('/bin/cat /proc/self/limits', { maxFileBytes: 1234 });
    const soft = (name: string) => Number(new RegExp(`^Max ${name} +(\\w+)`, 'm').exec(limits)?.[1]);
    expect({
      memory: soft('address space'),
      seconds: soft('cpu time'),
      file: soft('file size'),
      files: soft('open files'),
      core: soft('core file size'),
    }).toEqual({ memory: 3_000_000_000, seconds: 60, file: 1234, files: 64, core: 0 });
    expect(await seen('/bin/cat /proc/self/limits', { maxMemoryBytes: 500_000_000 })).toMatch(
      /Max address space +500000000 /,
    );
    // Nothing may be written unless it is said how much.
    expect(await seen('/bin/cat /proc/self/limits')).toMatch(/Max file size +0 /);
  });

  it.runIf(tools?.sandbox.unshare)('[UP-02] has no network', async () => {
    const names = (await seen('/bin/cat /proc/self/net/dev')).match(/^ *\S+(?=:)/gm)?.map((name) => name.trim());
    expect(names).toEqual(['lo']);
  });

  it.runIf(tools?.sandbox.nice)('[UP-02] waits for others', async () => {
    const niceness = async (limits: object) => Number((await seen('/usr/bin/nice', limits)).trim());
    const usual = await niceness({});
    expect(usual).toBeGreaterThanOrEqual(10);
    expect(await niceness({ background: true })).toBe(Math.min(19, usual + 5));
  });

  it('[UP-02] that takes too long, writes too much or fails is ended with its reason', async () => {
    await expect(seen('exec /bin/sleep 60', { timeoutMs: 200 })).rejects.toMatchObject({ kind: 'limit' });
    await expect(seen('exec /usr/bin/yes')).rejects.toMatchObject({ kind: 'limit', message: 'wrote too much' });
    await expect(seen('exit 255')).rejects.toMatchObject({ kind: 'machine' });
    await expect(seen('exit 254')).rejects.toMatchObject({ kind: 'input', message: 'exit code 254' });
    await expect(seen('echo damaged >&2; exit 255')).rejects.toMatchObject({ kind: 'input', message: 'damaged' });
    await expect(seen('kill -SEGV $$')).rejects.toMatchObject({ kind: 'input', message: 'ended by SIGSEGV' });
    for (const signal of ['XCPU', 'XFSZ']) {
      await expect(seen(`kill -${signal} $$`), signal).rejects.toMatchObject({ kind: 'limit' });
    }
    for (const signal of ['KILL', 'TERM']) {
      await expect(seen(`kill -${signal} $$`), signal).rejects.toMatchObject({ kind: 'machine' });
    }
    for (const [words, kind] of [
      ['File too large', 'limit'],
      ['Picture size exceeds specified max pixel count', 'limit'],
      ['Format not on whitelist', 'unsupported'],
      ['Decoder (codec x) not found', 'unsupported'],
    ]) {
      await expect(seen(`echo '${words}' >&2; exit 1`), words).rejects.toMatchObject({ kind });
    }
    for (const words of ['file:/x: No space left on device', 'Disk quota exceeded\nanother line']) {
      // Whatever the tool itself thinks of it, and however much it says afterwards.
      for (const rest of ['exit 1', 'exit 0', 'yes | head -c 20000 >&2; exit 1']) {
        await expect(seen(`printf '${words}\\n' >&2; ${rest}`), `${words}; ${rest}`).rejects.toMatchObject({
          code: 'ENOSPC',
        });
      }
    }
    const quoted = seen("echo 'title: No space left on device, by the Fennicks' >&2; exit 1");
    await expect(quoted).rejects.toMatchObject({ kind: 'input' });
    await expect(seen('exit 0', { signal: AbortSignal.abort(new Error('not needed')) })).rejects.toThrow('not needed');
    const later = new AbortController();
    setTimeout(() => later.abort(new Error('no longer needed')), 100);
    await expect(seen('exec /bin/sleep 60', { signal: later.signal })).rejects.toThrow('no longer needed');
  });

  it('[UP-02] that does not exist is no fault of the file', async () => {
    if (!tools) throw new Error('There are no tools.');
    const none = {
      ffmpeg: '/x',
      ffprobe: '/nonexistent',
      sandbox: { prlimit: null, nice: null, unshare: null, setpriv: null },
    };
    const run = runFfprobe({ ...tools, ...none }, [], { folder, timeoutMs: 1000 });
    await expect(run).rejects.toMatchObject({ kind: 'machine' });
  });
});

test('[UP-02] every input is read with the lists of formats and decoders, and as a file', () => {
  const args = safeInput('/folder/original');
  const argumentOf = (name: string) => args[args.indexOf(name) + 1];
  expect(argumentOf('-protocol_whitelist')).toBe('file');
  expect(
    argumentOf('-format_whitelist')
      ?.split(',')
      .filter((name) => /concat|hls|dash|image|lavfi|sdp/.test(name)),
  ).toEqual([]);
  expect(argumentOf('-format_whitelist')).toContain('mov,matroska');
  expect(argumentOf('-codec_whitelist')).toContain('h264,hevc');
  expect([argumentOf('-max_streams'), argumentOf('-max_pixels'), argumentOf('-threads')]).toEqual([
    '64',
    '40000000',
    String(TOOL_THREADS),
  ]);
  expect(args.slice(-2)).toEqual(['-i', 'file:/folder/original']);
});
