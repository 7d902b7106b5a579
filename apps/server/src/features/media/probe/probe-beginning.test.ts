import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { createMediaFiles, type MediaFiles, picture, tone } from '../../../testing/media-test-files.ts';
import { describeWithFfmpeg, tools } from '../../../testing/media-tools.ts';
import { probeBeginning, probeVideo } from './probe.ts';

const SECONDS = 30;

describeWithFfmpeg('the first half of a file', { timeout: 60_000 }, () => {
  let files: MediaFiles;
  beforeAll(async () => {
    files = await createMediaFiles(tools as MediaTools);
  });
  afterAll(() => files.remove());

  const encoded = ['-c:v', 'mpeg4', '-g', '10', '-c:a', 'aac'];
  const make = (name: string, ...output: string[]) =>
    files.make(name, ...picture(SECONDS, '160x120', 10), ...tone(SECONDS), ...encoded, ...output);
  async function probes(path: string) {
    const bytes = await readFile(path);
    const half = await files.write('half', bytes.subarray(0, bytes.length / 2));
    const usable = tools as MediaTools;
    return { half: await probeBeginning(half, bytes.length, usable), whole: await probeVideo(path, usable) };
  }

  it.each([
    { name: 'index.mp4', output: ['-movflags', '+faststart'] },
    { name: 'header.mkv', output: [] },
  ])('[UP-02] gives the same result as the complete file: $name', async ({ name, output }) => {
    const { half, whole } = await probes(await make(name, ...output));
    expect(half).toEqual(whole);
    expect(half?.durationSeconds).toBeCloseTo(SECONDS, 0);
  });

  it.each([
    { name: 'index-at-the-end.mp4', output: [] },
    { name: 'fragments.mp4', output: ['-movflags', 'frag_keyframe+empty_moov'] },
    { name: 'no-length.mkv', output: ['-live', '1'] },
    { name: 'clock.ts', output: [] },
  ])('[UP-02] gives no result if the index is missing: $name', async ({ name, output }) => {
    expect((await probes(await make(name, ...output))).half).toBeNull();
  });
});
