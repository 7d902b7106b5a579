import { chmod, mkdir, mkdtemp, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { describeWithFfmpeg, tools } from '../../testing/media-tools.ts';
import {
  DECODER_THREADS,
  isFailureOfFile,
  MediaToolError,
  refusedDecoders,
  runFfmpeg,
  runFfprobe,
  safeDescription,
  safeInput,
  TOOL_THREADS,
  toolResources,
} from '../ffmpeg/run.ts';
import { findMediaTools } from '../ffmpeg/tools.ts';
import { findSandbox, output, rememberFound, sandboxCommand } from './sandbox.ts';
import { systemCallFilter } from './system-calls.ts';

const ALL = { prlimit: '/prlimit', nice: '/nice', bwrap: null, filter: null, unshare: '/unshare', setpriv: '/setpriv' };
/** Programs that are used without bubblewrap. */
const NAMES = ['prlimit', 'nice', 'unshare', 'setpriv'] as const;
const ROOM = { reads: ['/in'], writes: ['/out'] };
const LIMITS = { memory: { kind: 'as', bytes: 1000 }, cpuSeconds: 60, fileBytes: 500, ...ROOM } as const;

describe('the command of the sandbox', () => {
  test('[UP-02] limits memory, time, files, network and lifetime, depending on the available programs', () => {
    const limits = ['/prlimit', '--as=1000', '--cpu=60', '--fsize=500', '--nofile=64', '--core=0'];
    const rest = ['/unshare', '-rn', '/setpriv', '--pdeathsig', 'KILL'];
    expect(sandboxCommand(ALL, LIMITS)).toEqual([...limits, '/nice', '-n10', ...rest]);
    expect(sandboxCommand(ALL, { ...LIMITS, background: true })).toEqual([...limits, '/nice', '-n15', ...rest]);
    expect(sandboxCommand(ALL, { ...LIMITS, memory: { kind: 'data', bytes: 7 } })).toContain('--data=7');
    const none = { prlimit: null, nice: null, bwrap: null, filter: null, unshare: null, setpriv: null };
    const inside = sandboxCommand({ ...ALL, bwrap: '/bwrap' }, LIMITS).join(' ');
    expect(inside).toContain('/nice -n10 /bwrap --unshare-all --die-with-parent --cap-drop ALL');
    expect(inside).toContain('--ro-bind-try /in /in --bind /out /out --chdir /in --');
    expect(inside).not.toMatch(/unshare -rn|setpriv/);
    const filtered = sandboxCommand({ ...none, bwrap: '/bwrap', filter: '/calls' }, LIMITS);
    expect(filtered.slice(0, 7)).toEqual(['/bin/sh', '-c', 'exec "$@" 9<"$0"', '/calls', '/bwrap', '--seccomp', '9']);
    expect(sandboxCommand(none, LIMITS)).toEqual([]);
    expect(sandboxCommand({ ...none, unshare: '/unshare' }, LIMITS)).toEqual(['/unshare', '-rn']);
  });

  test('[UP-02] uses only programs that work on this system, tested as they will be used', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinreel-programs-'));
    const path = process.env.PATH;
    try {
      process.env.PATH = folder;
      expect(await findSandbox(['/bin/echo', 'works'])).toEqual({
        prlimit: null,
        nice: null,
        bwrap: null,
        filter: null,
        unshare: null,
        setpriv: null,
      });
      // Each program prints its arguments, and executes the command after its own options.
      const program = (name: string) => `#!/bin/sh
echo "$*" >> ${join(folder, name)}.args
while [ "\${1#-}" != "$1" ] || [ "$1" = KILL ]; do shift; done
exec "$@"
`;
      for (const name of NAMES) {
        await writeFile(join(folder, name), program(name));
        await chmod(join(folder, name), 0o700);
      }
      const found = { ...ALL, ...Object.fromEntries(NAMES.map((name) => [name, join(folder, name)])) };
      /** The arguments of each program since the last call. */
      const started = async () => {
        const files = NAMES.map((name) => join(folder, `${name}.args`));
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

      // A program that does not work is found by testing each alone.
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

  test('[UP-02] system calls are filtered on x64 and arm64', () => {
    for (const arch of ['x64', 'arm64']) expect(systemCallFilter(arch)?.length, arch).toBeGreaterThan(80 * 8);
    expect(systemCallFilter('riscv64')).toBe(null);
  });

  test('[UP-02] a program that does not respond in time does not count as missing, and is tested again', async () => {
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

  /** The output of commands that run in the sandbox of ffprobe. */
  async function seen(commands: string, limits: object = {}, args: string[] = []): Promise<string> {
    const program = join(folder, 'tool');
    await writeFile(program, `#!/bin/sh\n${commands}\n`);
    await chmod(program, 0o700);
    if (!tools) throw new Error('There are no tools.');
    return runFfprobe({ ...tools, ffprobe: program }, args, { folder, timeoutMs: 10_000, ...limits });
  }

  it('[UP-02] sees no environment variable of the server', async () => {
    process.env.APP_SECRET_OF_TEST = 'do not tell';
    const names = (await seen('/usr/bin/env')).split('\n').map((line) => line.split('=')[0]);
    delete process.env.APP_SECRET_OF_TEST;
    // Set by the shell itself.
    expect(names.filter((name) => !['', 'PWD', 'SHLVL', '_', 'OLDPWD'].includes(name ?? ''))).toEqual([]);
  });

  it.runIf(tools?.sandbox.prlimit)('[UP-02] has limited memory, time and files', async () => {
    const mine = toolResources(availableParallelism());
    const limits = await seen('/bin/cat /proc/self/limits', { maxFileBytes: 1234 });
    const soft = (name: string) => Number(new RegExp(`^Max ${name} +(\\w+)`, 'm').exec(limits)?.[1]);
    expect({
      memory: soft('address space'),
      seconds: soft('cpu time'),
      file: soft('file size'),
      files: soft('open files'),
      core: soft('core file size'),
    }).toEqual({ memory: mine.maxMemoryBytes, seconds: 10 * mine.cpuPerSecond, file: 1234, files: 64, core: 0 });
    expect(await seen('/bin/cat /proc/self/limits', { maxMemoryBytes: 500_000_000 })).toMatch(
      /Max address space +500000000 /,
    );
    // Writing is not allowed unless a limit is given.
    expect(await seen('/bin/cat /proc/self/limits')).toMatch(/Max file size +0 /);
  });

  it.runIf(tools?.sandbox.unshare)('[UP-02] has no network', async () => {
    const names = (await seen('/bin/cat /proc/self/net/dev')).match(/^ *\S+(?=:)/gm)?.map((name) => name.trim());
    expect(names).toEqual(['lo']);
  });

  it.runIf(tools?.sandbox.bwrap)(
    '[UP-02] sees no other file, process or user, and can write only to one folder',
    async () => {
      const data = await mkdtemp(join(tmpdir(), 'kinreel-data-'));
      const made = await mkdtemp(join(tmpdir(), 'kinreel-made-'));
      try {
        await writeFile(join(data, 'app-secret'), 'do not tell');
        await expect(seen(`/bin/cat ${join(data, 'app-secret')}`)).rejects.toMatchObject({
          message: expect.stringContaining('No such file'),
        });
        // Also not by another process, and there is no folder with sockets of servers.
        const places = `ls /proc | grep -c '^[0-9]'; ls -d /root /home /run /var /etc/passwd ${import.meta.dirname} 2>/dev/null | wc -l`;
        const [processes, found] = (await seen(places)).trim().split('\n').map(Number);
        expect(processes).toBeLessThan(8);
        expect(found).toBe(0);
        const write = (to: string) => seen(`echo x > ${to}/new`, { writes: made, maxFileBytes: 10 });
        await expect(write(folder)).rejects.toMatchObject({
          message: expect.stringContaining('Read-only file system'),
        });
        await expect(write('/usr')).rejects.toMatchObject({
          message: expect.stringContaining('Read-only file system'),
        });
        await write(made);
        expect(await readFile(join(made, 'new'), 'utf8')).toBe('x\n');
      } finally {
        await Promise.all([data, made].map((one) => rm(one, { recursive: true })));
      }
    },
  );

  it.runIf(tools?.sandbox.filter)('[UP-02] cannot make a system call that lets programs leave a sandbox', async () => {
    await expect(seen('unshare --user /bin/true')).rejects.toMatchObject({
      message: expect.stringContaining('Operation not permitted'),
    });
    await expect(seen('mount --bind /tmp /usr')).rejects.toMatchObject({ kind: 'input' });
    const status = await seen('/bin/cat /proc/self/status');
    expect(status).toMatch(/^Seccomp:\s+2$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
  });

  it.runIf(tools?.sandbox.nice)('[UP-02] has a low priority', async () => {
    const niceness = async (limits: object) => Number((await seen('/usr/bin/nice', limits)).trim());
    const usual = await niceness({});
    expect(usual).toBeGreaterThanOrEqual(10);
    expect(await niceness({ background: true })).toBe(Math.min(19, usual + 5));
  });

  it('[UP-02] runs in its folder, with its arguments, and does not wait for input', async () => {
    const words = await seen('echo "$*"; /bin/pwd; exec /bin/cat', {}, ['-i', 'film']);
    expect(words).toBe(`-hide_banner -v error -i film\n${await realpath(folder)}\n`);
  });

  it('[UP-02] is killed with a reason if it takes too long, writes too much or fails', async () => {
    const tooLong = { kind: 'limit', message: 'took longer than 200 ms' };
    await expect(seen('exec /bin/sleep 60', { timeoutMs: 200 })).rejects.toMatchObject(tooLong);
    const tooMuch = { kind: 'limit', message: 'wrote too much' };
    await expect(seen('exec /usr/bin/yes', { timeoutMs: 300_000 })).rejects.toMatchObject(tooMuch);
    await expect(seen(`exec head -c ${2 * 1024 ** 2 + 1} /dev/zero`)).rejects.toMatchObject(tooMuch);
    await expect(seen(`exec head -c ${2 * 1024 ** 2} /dev/zero`)).resolves.toHaveLength(2 * 1024 ** 2);
    await expect(seen('exit 255')).rejects.toMatchObject({ kind: 'machine', message: 'ended by a signal' });
    await expect(seen('exit 254')).rejects.toMatchObject({ kind: 'input', message: 'exit code 254' });
    await expect(seen('echo damaged >&2; exit 255')).rejects.toMatchObject({ kind: 'input', message: 'damaged' });
    await expect(seen('kill -SEGV $$')).rejects.toMatchObject({ kind: 'input', message: 'ended by SIGSEGV' });
    for (const signal of ['XCPU', 'XFSZ']) {
      const message = `ended by SIG${signal}`;
      await expect(seen(`kill -${signal} $$`), signal).rejects.toMatchObject({ kind: 'limit', message });
    }
    for (const signal of ['KILL', 'TERM']) {
      const message = `ended by SIG${signal}`;
      await expect(seen(`kill -${signal} $$`), signal).rejects.toMatchObject({ kind: 'machine', message });
    }
    for (const [words, kind] of [
      ['File too large', 'limit'],
      ['Picture size exceeds specified max pixel count', 'limit'],
      ['Format not on whitelist', 'unsupported'],
      ['Decoder (codec x) not found', 'unsupported'],
      ['There is no decoder for this', 'unsupported'],
      ['nb_streams exceeds max_streams parameter', 'tracks'],
      ['Codec (x) not on whitelist. Error while opening decoder', 'unsupported'],
      ['Codec (x) not on whitelist', 'input'],
      ['Error while opening decoder', 'input'],
    ]) {
      await expect(seen(`echo '${words}' >&2; exit 1`), words).rejects.toMatchObject({ kind, message: words });
    }
    for (const words of ['file:/x: No space left on device', 'Disk quota exceeded\nanother line']) {
      // Whatever the exit code, and however much other output follows.
      for (const rest of ['exit 1', 'exit 0', 'yes | head -c 20000 >&2; exit 1']) {
        await expect(seen(`printf '${words}\\n' >&2; ${rest}`), `${words}; ${rest}`).rejects.toMatchObject({
          code: 'ENOSPC',
          message: expect.stringMatching(/\S$/),
        });
      }
    }
    const talking = seen('yes | head -c 20000 >&2; exit 1');
    await expect(talking).rejects.toHaveProperty('message.length', 8 * 1024 - 1);
    const quoted = seen("echo 'title: No space left on device, by the Fennicks' >&2; exit 1");
    await expect(quoted).rejects.toMatchObject({ kind: 'input' });
    const never = AbortSignal.abort(new Error('not needed'));
    await expect(seen(': >started', { signal: never })).rejects.toThrow('not needed');
    await expect(stat(join(folder, 'started'))).rejects.toThrow('ENOENT');
    const later = new AbortController();
    setTimeout(() => later.abort(new Error('no longer needed')), 100);
    const aborted = seen('exec /bin/sleep 600', { signal: later.signal, timeoutMs: 300_000 });
    await expect(aborted).rejects.toThrow('no longer needed');
  });

  it('reports its progress in seconds, also if lines arrive in parts', async () => {
    const program = join(folder, 'ffmpeg');
    const lines =
      "seq -f 'out_time_us=%.0f500000' 0 9999; for n in N/A 0 1; do echo out_time_us=$n; echo no_out_time_us=8; done; printf out_time_us=7";
    await writeFile(program, `#!/bin/sh\necho "$*" >${join(folder, 'args')}\n${lines}\n`);
    await chmod(program, 0o700);
    if (!tools) throw new Error('There are no tools.');
    const told: number[] = [];
    const limits = { folder, writes: folder, timeoutMs: 10_000, maxFileBytes: 1000 };
    await runFfmpeg({ ...tools, ffmpeg: program }, ['-i', 'x'], limits, (seconds) => told.push(seconds));
    expect(told).toEqual([...Array.from({ length: 10_000 }, (_, n) => n + 0.5), 0.000_001]);
    expect(await readFile(join(folder, 'args'), 'utf8')).toBe(
      '-hide_banner -nostdin -v error -nostats -progress pipe:1 -i x\n',
    );
  });

  it('[UP-02] that does not exist is not a failure of the file', async () => {
    if (!tools) throw new Error('There are no tools.');
    const none = {
      ffmpeg: '/x',
      ffprobe: '/nonexistent',
      sandbox: { prlimit: null, nice: null, bwrap: null, filter: null, unshare: null, setpriv: null },
    };
    const run = runFfprobe({ ...tools, ...none }, [], { folder, timeoutMs: 1000 });
    await expect(run).rejects.toMatchObject({ kind: 'machine' });
    await expect(run.catch(isFailureOfFile)).resolves.toBe(false);
    expect(isFailureOfFile(new MediaToolError('input', ''))).toBe(true);
    expect(isFailureOfFile(new Error('input'))).toBe(false);
  });
});

test('tools get more threads, memory and time on a machine with more cores, up to eight', () => {
  expect([1, 2, 3, 4, 8, 64].map((cores) => Object.values(toolResources(cores)))).toEqual([
    [1, 2, 3_000_000_000, 6],
    [2, 4, 3_600_000_000, 6],
    [3, 6, 4_200_000_000, 9],
    [4, 8, 4_800_000_000, 12],
    [8, 8, 4_800_000_000, 24],
    [8, 8, 4_800_000_000, 24],
  ]);
  expect(toolResources(availableParallelism())).toMatchObject({
    threads: TOOL_THREADS,
    decoderThreads: DECODER_THREADS,
  });
});

describe('finding the tools', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinreel-tools-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const ENCODERS = ['libx264', 'aac', 'libopus', 'libwebp', 'libsvtav1'];
  const FILTERS = ['zscale', 'tonemap', 'haldclut'];
  let count = 0;
  /** Finds fake programs that print the output of ffmpeg and ffprobe of this version, with these features. */
  async function found(
    version: string,
    { encoders = ENCODERS, filters = FILTERS, table = 'clut', probe = version } = {},
  ) {
    count += 1;
    const own = join(folder, String(count));
    await mkdir(own);
    const paths = { ffmpegPath: join(own, 'ffmpeg'), ffprobePath: join(own, 'ffprobe') };
    const listed = (names: string[]) => names.map((name) => `echo ' V.. ${name} is a feature'`).join('\n');
    const program = (tool: string, number: string) => `#!/bin/sh
case "$*" in
-version | '-hide_banner -version') echo '${tool} version ${number} Copyright (c) the developers' ;;
'-hide_banner -encoders') ${listed(encoders)} ;;
'-hide_banner -filters') ${listed(filters)} ;;
'-hide_banner -h filter=haldclut') echo '  ${table} <int>' ;;
esac
`;
    await writeFile(paths.ffmpegPath, program('ffmpeg', version), { mode: 0o700 });
    await writeFile(paths.ffprobePath, program('ffprobe', probe), { mode: 0o700 });
    return { paths, tools: await findMediaTools(paths) };
  }

  test('are found with their features, once', async () => {
    const { paths, tools: all } = await found('5.1.9-0+deb12u1');
    const features = { toneMapping: true, readsTableOnce: true, opus: true, webp: true, av1: true };
    expect(all).toMatchObject({
      ffmpeg: paths.ffmpegPath,
      ffprobe: paths.ffprobePath,
      version: '5.1.9',
      ...features,
      sandbox: await findSandbox(['/bin/echo', 'works']),
    });
    expect(await findMediaTools({ ...paths })).toBe(all);
    const none = { toneMapping: false, readsTableOnce: false, opus: false, webp: false, av1: false };
    for (const missing of FILTERS) {
      const filters = FILTERS.filter((name) => name !== missing);
      const { tools: few } = await found('n6.0', { encoders: ['libx264', 'aac'], filters, table: 'x' });
      expect(few, missing).toMatchObject({ version: 'n6.0', ...none });
    }
  });

  test.each([
    ['4.4', '4.4'],
    ['4.3.9', null],
    ['3.9', null],
    ['10.0', '10.0'],
    ['N-1234-gabcdef', 'N-1234-gabcdef'],
    ['unknown', null],
  ])('with version %s are detected as %s', async (version, expected) => {
    expect((await found(version)).tools?.version ?? null).toBe(expected);
  });

  test('finds no tools if a codec or program is missing, or a version is too old', async () => {
    for (const missing of ['libx264', 'aac']) {
      const { tools: some } = await found('5.1', { encoders: ENCODERS.filter((name) => name !== missing) });
      expect(some, missing).toBeNull();
    }
    expect((await found('5.1', { probe: '4.3' })).tools).toBeNull();
    expect((await found('4.3', { probe: '5.1' })).tools).toBeNull();
    expect(await findMediaTools({ ffmpegPath: join(folder, 'missing') })).toBeNull();
  });

  test('uses the ffprobe of PATH if the folder of FFMPEG_PATH has none', async () => {
    const [alone, other] = [await found('5.1'), await found('5.1')];
    const ffmpegPath = join(folder, 'ffmpeg');
    await rename(alone.paths.ffmpegPath, ffmpegPath);
    vi.stubEnv('PATH', `${dirname(other.paths.ffmpegPath)}:${process.env.PATH}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await findMediaTools({ ffmpegPath })).toMatchObject({
      ffmpeg: ffmpegPath,
      ffprobe: other.paths.ffprobePath,
    });
  });
});

test('[UP-02] every input has whitelists of formats and decoders, and is opened as a file', () => {
  const args = safeInput('/folder/original');
  const argumentOf = (name: string) => args[args.indexOf(name) + 1];
  expect(argumentOf('-protocol_whitelist')).toBe('file');
  expect(
    argumentOf('-format_whitelist')
      ?.split(',')
      .filter((name) => /concat|hls|dash|image|lavfi|sdp/.test(name)),
  ).toEqual([]);
  expect(argumentOf('-format_whitelist')).toContain('mov,matroska');
  const decoders = argumentOf('-codec_whitelist')?.split(',') ?? [];
  // One of each line of the list: phones, old computers, sound, and tracks that are only described.
  const kinds = ['h264', 'wmv3', 'aac', 'amrnb', 'adpcm_ima_qt', 'pcm_alaw', 'mov_text'];
  expect(decoders).toEqual(expect.arrayContaining(kinds));
  expect(decoders.filter((name) => /^(png|gif|bmp|tiff|exr|psd|svg|ansi|rawvideo)$/.test(name))).toEqual([]);
  expect([argumentOf('-max_streams'), argumentOf('-max_pixels'), argumentOf('-threads')]).toEqual([
    '64',
    '40000000',
    String(DECODER_THREADS),
  ]);
  expect(args.slice(-2)).toEqual(['-i', 'file:/folder/original']);
});

test('[UP-02] describing a file also allows the refused decoders, with all other limits', () => {
  const refused = refusedDecoders(
    '[a] Codec (png) not on whitelist "x"\n[b] Codec (bmp) not on whitelist\nCodec (gif)',
  );
  expect(refused).toEqual(['png', 'bmp']);
  expect(safeDescription('/folder/original', [])).toEqual(safeInput('/folder/original'));
  expect(safeDescription('/folder/original', ['png']).at(-1)).toMatch(/,pcm_dvd,.*,png$/);
  const args = safeDescription('/folder/original', refused);
  expect(args.slice(0, -2)).toEqual(safeInput('/folder/original'));
  expect(args.at(-2)).toBe('-codec_whitelist:');
  expect(args.at(-1)).toBe(`${args[args.indexOf('-codec_whitelist') + 1]},png,bmp`);
});
