import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Captions, DraftFailure } from '@kinreel/contracts';
import { draftFailures } from '@kinreel/messages/en/draft-failures';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import type { MediaTools } from '../../platform/ffmpeg/tools.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { type MediaFileName, mediaFile } from '../../testing/media-files.ts';
import { describeWithFfmpeg, tools } from '../../testing/media-tools.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { draftCaptionsJob } from './captions.job-definition.ts';
import { draftCaptionsFailedHandler, draftCaptionsHandler } from './captions.jobs.ts';
import { speechToWebVtt } from './speech-to-text.ts';

/**
 * A substitute for whisper.cpp with the same command line. Its model file selects its behaviour. It writes its
 * arguments to a file next to the model.
 */
const PROGRAM = `#!/bin/sh
call="$*"
while [ $# -gt 1 ]; do case "$1" in -of) out=$2;; -f) wav=$2;; -m) model=$2;; esac; shift; done
. "$model"
`;
const MODELS = {
  words: `printf 'WEBVTT\\n\\n00:00.000 --> 00:01.500\\n We moved to the harbour.\\n\\n00:01.500 --> 00:02.000\\n[BLANK_AUDIO]\\n' > "$out.vtt"`,
  call: `printf 'WEBVTT\\n\\n00:00.000 --> 00:01.000\\n%s\\n%s\\n' "$call" "$(/usr/bin/env)" > "$out.vtt"`,
  silence: `printf 'WEBVTT\\n\\n' > "$out.vtt"`,
  garbage: `head -c 300000 /dev/urandom > "$out.vtt"`,
  markup: `printf 'WEBVTT\\n\\n00:00.000 --> 00:01.000\\n<b>bold</b> &lt;img src=x onerror=alert(1)&gt;\\n' > "$out.vtt"`,
  nothing: 'exit 0',
  failure: 'echo "no such model" >&2; exit 3',
  crash: 'kill -SEGV $$',
  flood: 'exec yes > "$out.vtt"',
  chatter: `head -c 5000000 /dev/zero; printf 'WEBVTT\\n\\n00:00.000 --> 00:01.000\\nquiet\\n' > "$out.vtt"`,
  link: 'ln -s /etc/hostname "$out.vtt"; rm -f "$out.vtt"; mkdir "$out.vtt"',
  hang: 'echo > "$out.hangs"; exec sleep 600',
} as const;

it('[VID-05] program and model are configured together or not at all', () => {
  expect(readConfig({}).speechToText).toBeNull();
  expect(readConfig({ SPEECH_TO_TEXT_COMMAND: 'whisper-cli', SPEECH_TO_TEXT_MODEL: '/m.bin' }).speechToText).toEqual({
    command: 'whisper-cli',
    model: '/m.bin',
  });
  for (const name of ['SPEECH_TO_TEXT_COMMAND', 'SPEECH_TO_TEXT_MODEL']) {
    expect(() => readConfig({ [name]: 'x' })).toThrow(/must be set together/);
  }
});

describeWithFfmpeg('drafts of captions', () => {
  let server: TestServer;
  let owner: TestPerson;
  let folder: string;
  let command: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinreel-speech-'));
    command = join(folder, 'whisper-cli');
    await writeFile(command, PROGRAM);
    await chmod(command, 0o755);
    for (const [name, script] of Object.entries(MODELS)) await writeFile(join(folder, name), script);
    server = await startTestServer({
      SPEECH_TO_TEXT_COMMAND: command,
      SPEECH_TO_TEXT_MODEL: join(folder, 'words'),
      FFMPEG_PATH: process.env.FFMPEG_PATH ?? '',
    });
    owner = await loginAs(server);
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const call = (method: 'GET' | 'POST' | 'PUT', videoId: string, path = '', payload?: object) =>
    server.app.inject({
      method,
      url: `/api/video/${videoId}/captions${path}`,
      headers: owner.headers,
      ...(payload ? { payload } : {}),
    });
  const read = async (videoId: string): Promise<Captions> => (await call('GET', videoId)).json();
  const useModel = (name: keyof typeof MODELS) => {
    server.deps.config.speechToText = { command, model: join(folder, name) };
  };
  const jobs = () => [draftCaptionsHandler(server.deps), draftCaptionsFailedHandler(server.deps)];

  /** A ready video with this playback file. */
  async function videoOf(name: MediaFileName): Promise<string> {
    const id = await storedVideo(server, owner.id);
    const path = join(folder, id);
    await writeFile(path, await readFile(await mediaFile(name)));
    const key = `videos/${id}/real`;
    await server.deps.storage.put(key, path);
    await server.deps.db
      .updateTable('video_files')
      .set({ key })
      .where('video_id', '=', id)
      .where('kind', '=', 'playback')
      .execute();
    return id;
  }

  /** Requests a draft and runs its job. */
  async function draft(videoId: string): Promise<Captions> {
    expect((await call('POST', videoId, '/draft')).statusCode).toBe(202);
    await server.deps.jobs.drain(jobs());
    return read(videoId);
  }

  it("[VID-05] are made at the owner's request, from 16 kHz audio, and hidden until a person saves them", async () => {
    useModel('words');
    const id = await videoOf('clip.mp4');
    expect(await read(id)).toMatchObject({ draft: 'offered', cues: [] });
    const asked = await call('POST', id, '/draft');
    expect(asked.json()).toMatchObject({ draft: 'working', cues: [] });
    expect((await call('POST', id, '/draft')).json()).toMatchObject({ draft: 'working' });
    expect(await server.deps.jobs.drain(jobs())).toBe(1);

    const made = await read(id);
    expect(made).toMatchObject({ draft: 'offered', source: 'draft', draft_reason: null });
    expect(made.cues).toEqual([{ start: 0, end: 1.5, text: 'We moved to the harbour.' }]);
    const vtt = () => server.app.inject({ url: `/media/videos/${id}/captions.vtt`, headers: owner.headers });
    expect((await vtt()).statusCode).toBe(404);
    const search = await server.app.inject({ url: '/api/captions/search?q=harbour', headers: owner.headers });
    expect(search.json()).toMatchObject([{ video_id: id }]);
    const saved = await call('PUT', id, '', { version: made.version, cues: made.cues });
    expect(saved.json()).toMatchObject({ source: 'person' });
    expect((await vtt()).statusCode).toBe(200);
    expect(await readdir(join(server.dataDir, 'media', 'staging'))).toEqual([]);
  });

  it('[VID-05] come from a program that gets the audio and the model, and no environment variables of the server', async () => {
    useModel('call');
    const { cues } = await draft(await videoOf('clip.mp4'));
    const [args = '', ...environment] = cues[0]?.text.split('\n') ?? [];
    expect(args).toMatch(/^-m \S+\/call -f \S+\/sound\.wav -l auto -t 2 -np -ovtt -of \S+\/speech$/);
    // Only variables that a shell sets by itself.
    expect(environment.filter((line) => !/^(PWD|SHLVL|_|OLDPWD)=/.test(line))).toEqual([]);
  });

  it('[VID-05] never replace captions that a person has written', async () => {
    useModel('words');
    const id = await videoOf('clip.mp4');
    await call('POST', id, '/draft');
    const mine = { version: null, cues: [{ start: 0, end: 1, text: 'Mine' }] };
    const saved = (await call('PUT', id, '', mine)).json();
    await server.deps.jobs.drain(jobs());
    expect(await read(id)).toEqual({ ...saved, draft: 'offered' });
    const rejected = await call('POST', id, '/draft');
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json()).toMatchObject({ code: 'captions.written' });
    expect(await read(id)).toEqual({ ...saved, draft: 'offered' });
  });

  it('[VID-05] can be requested again; the newer one replaces the older', async () => {
    useModel('words');
    const id = await videoOf('clip.mp4');
    const first = await draft(id);
    useModel('markup');
    const second = await draft(id);
    expect(second.version).not.toBe(first.version);
    expect(second.cues).toEqual([{ start: 0, end: 1, text: 'bold <img src=x onerror=alert(1)>' }]);
  });

  const FAILURES: [keyof typeof MODELS, DraftFailure][] = [
    ['silence', 'no_speech'],
    ['garbage', 'no_speech'],
    ['nothing', 'other'],
    ['failure', 'other'],
    ['crash', 'other'],
    ['link', 'other'],
  ];
  it.each(FAILURES)(
    '[VID-05] a program that ends in %s fails the draft, which can be requested again',
    async (model, code) => {
      useModel(model);
      const id = await videoOf('clip.mp4');
      expect(await draft(id)).toMatchObject({ draft: 'failed', draft_code: code, cues: [], version: null });
      expect(await readdir(join(server.dataDir, 'media', 'staging'))).toEqual([]);
      useModel('words');
      expect(await draft(id)).toMatchObject({ draft: 'offered', draft_code: null, source: 'draft' });
    },
  );

  it("[VID-05] the program's output is not kept in memory", async () => {
    useModel('chatter');
    expect(await draft(await videoOf('clip.mp4'))).toMatchObject({ source: 'draft', cues: [{ text: 'quiet' }] });
  });

  it('[VID-05] a video without sound is reported', async () => {
    useModel('words');
    expect(await draft(await videoOf('clip.webm'))).toMatchObject({
      draft_code: 'no_sound',
      draft_reason: draftFailures.no_sound,
    });
  });

  it('[VID-05] a missing program or model is retried, then the draft fails', async () => {
    server.deps.config.speechToText = { command: join(folder, 'missing'), model: join(folder, 'words') };
    const id = await videoOf('clip.mp4');
    await call('POST', id, '/draft');
    const attempt = { signal: new AbortController().signal };
    await expect(draftCaptionsHandler(server.deps).run({ videoId: id }, attempt)).rejects.toThrow(/no program/);
    expect(await read(id)).toMatchObject({ draft: 'working' });
    await draftCaptionsFailedHandler(server.deps).run({ videoId: id }, attempt);
    expect(await read(id)).toMatchObject({
      draft: 'failed',
      draft_code: 'other',
      draft_reason: draftFailures.other,
    });
  });

  it('[VID-05] a program that hangs is stopped with its worker, and at its time limit', async () => {
    useModel('hang');
    const id = await videoOf('clip.mp4');
    await call('POST', id, '/draft');
    const worker = new AbortController();
    const running = draftCaptionsHandler(server.deps).run({ videoId: id }, { signal: worker.signal });
    const staged = () => readdir(join(server.dataDir, 'media', 'staging'), { recursive: true });
    await expect.poll(async () => (await staged()).some((path) => path.endsWith('/speech.hangs'))).toBe(true);
    worker.abort(new Error('the worker stops'));
    await expect(running).rejects.toThrow('the worker stops');
    expect(await read(id)).toMatchObject({ draft: 'working' });
    expect(await readdir(join(server.dataDir, 'media', 'staging'))).toEqual([]);

    const speech = { command, model: join(folder, 'hang') };
    const limits = { folder, timeoutMs: 700 };
    await expect(speechToWebVtt(speech, tools as MediaTools, join(folder, 'x.wav'), limits)).rejects.toMatchObject({
      kind: 'limit',
    });
  });

  it('[VID-05] a program that never stops writing is stopped', async ({ skip }) => {
    if (!tools?.sandbox.prlimit) skip('no prlimit on this system');
    useModel('flood');
    expect(await draft(await videoOf('clip.mp4'))).toMatchObject({
      draft: 'failed',
      draft_code: 'too_long',
      draft_reason: draftFailures.too_long,
    });
  });

  it('[VID-05] no draft is stored for a video that is deleted meanwhile', async () => {
    useModel('words');
    const id = await videoOf('clip.mp4');
    await call('POST', id, '/draft');
    await server.deps.db.deleteFrom('videos').where('id', '=', id).execute();
    await server.deps.jobs.drain(jobs());
    const rows = await server.deps.db.selectFrom('captions').where('video_id', '=', id).selectAll().execute();
    expect(rows).toEqual([]);
  });

  it('[VID-05] are not offered without configuration, nor for a video that is not ready', async () => {
    useModel('words');
    const waiting = await storedVideo(server, owner.id, { status: 'processing' });
    expect((await call('POST', waiting, '/draft')).json()).toMatchObject({ code: 'video.not_ready' });
    server.deps.config.speechToText = null;
    const id = await videoOf('clip.mp4');
    expect(await read(id)).toMatchObject({ draft: 'unavailable' });
    const rejected = await call('POST', id, '/draft');
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json()).toMatchObject({ code: 'captions.no_drafts' });
    const { db } = server.deps;
    const left = await db.selectFrom('caption_drafts').where('video_id', 'in', [id, waiting]).selectAll().execute();
    expect(left).toEqual([]);
    const queued = await server.deps.jobs.drain([{ job: draftCaptionsJob, concurrency: 1, run: async () => {} }]);
    expect(queued).toBe(0);
  });
});
