import { extname } from 'node:path';
import { VIDEO_FILE_EXTENSIONS } from '@kinreel/contracts/video-file-extensions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { createMediaFiles, type MediaFiles } from '../../../testing/media-test-files.ts';
import { describeWithFfmpeg, tools as found } from '../../../testing/media-tools.ts';
import { UNUSUAL_FILES } from '../../../testing/unusual-files.ts';
import { prepareVideo } from '../jobs/prepare-video.ts';
import { inspectUpload } from './probe.ts';
import { CONTAINER_TYPES } from './sniff.ts';

const MAX_SECONDS = 7200;

describeWithFfmpeg('unusual file formats', () => {
  const tools = found as MediaTools;
  let files: MediaFiles;
  beforeAll(async () => {
    files = await createMediaFiles(tools);
  });
  afterAll(() => files.remove());

  it.each(UNUSUAL_FILES)('[UP-02] $name', async ({ make, ends }) => {
    const path = make();
    const inspected = inspectUpload(path, { maxSeconds: MAX_SECONDS, tools });
    if ('rejected' in ends) {
      await expect(inspected).rejects.toMatchObject({ code: ends.rejected });
      return;
    }
    const { durationMs } = await inspected;
    const { input, output } = await files.alone(path);
    const prepared = prepareVideo(input, { tools, folder: output, maxSeconds: MAX_SECONDS });
    if ('fails' in ends) {
      await expect(prepared).rejects.toMatchObject({ code: ends.fails, params: ends.params ?? {} });
      return;
    }
    const { missingSeconds, durationMs: playsMs, poster, playback } = await prepared;
    expect(missingSeconds).toBe(0);
    expect(poster).not.toBeNull();
    expect(Math.abs((playsMs ?? 0) - ends.plays * 1000)).toBeLessThan(150);
    // The duration shown during the preparation is right too, if it is known.
    expect(Math.abs((durationMs ?? ends.plays * 1000) - ends.plays * 1000)).toBeLessThan(150);
    const { streams } = await files.describe(playback.path);
    expect(streams.filter((stream) => stream.codec_type === 'video')).toHaveLength(1);
    expect(streams.length).toBeLessThanOrEqual(2);
  });

  it('[UP-02] the file picker offers every accepted format', () => {
    const made = UNUSUAL_FILES.map(({ name }) => extname(name));
    const stored = Object.values(CONTAINER_TYPES).map(({ extension }) => `.${extension}`);
    expect(
      [...new Set([...made, ...stored])].filter((extension) => !VIDEO_FILE_EXTENSIONS.includes(extension)),
    ).toEqual([]);
  });
});
