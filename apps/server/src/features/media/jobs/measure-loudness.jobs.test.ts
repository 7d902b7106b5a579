import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { loginAs, startTestServer, type TestServer } from '../../../testing/index.ts';
import { createMediaFiles, type MediaFiles, picture, tone } from '../../../testing/media-test-files.ts';
import { describeWithFfmpeg, tools } from '../../../testing/media-tools.ts';
import { storedVideo } from '../../../testing/stored-video.ts';
import { measureLoudnessJob } from './measure-loudness.job-definition.ts';

describeWithFfmpeg('the job that measures the loudness of older videos', () => {
  let server: TestServer;
  let files: MediaFiles;
  beforeAll(async () => {
    const env = { FFMPEG_PATH: process.env.FFMPEG_PATH ?? '' };
    [server, files] = await Promise.all([
      startTestServer({ LOG_LEVEL: 'silent', ...env }),
      createMediaFiles(tools as MediaTools),
    ]);
  });
  afterAll(async () => {
    await server?.stop();
    await files?.remove();
  });

  it('[VID-01] measures each video once, also without sound, and skips an unreadable one', async () => {
    const { db, jobs, storage } = server.deps;
    const owner = await loginAs(server);
    // The file of the first one is not a video.
    const damaged = await storedVideo(server, owner.id);
    const [loud, mute] = [await storedVideo(server, owner.id), await storedVideo(server, owner.id)];
    const processing = await storedVideo(server, owner.id, { status: 'processing' });
    const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
    const clips = {
      [loud]: await files.make('loud.mp4', ...picture(4, '160x90', 5), ...tone(4), ...h264, '-c:a', 'aac'),
      [mute]: await files.make('mute.mp4', ...picture(2, '160x90', 5), ...h264),
    };
    const folder = await storage.stagingFolder();
    for (const [id, clip] of Object.entries(clips)) {
      await copyFile(clip, join(folder, id));
      await storage.put(`videos/${id}/playback`, join(folder, id));
    }
    for (let times = 0; times < 2; times += 1) {
      await jobs.enqueue(db, measureLoudnessJob, {});
      await server.drainJobs();
      const rows = await db.selectFrom('videos').selectAll().execute();
      const found = new Map(rows.map((row) => [row.id, [row.sound_measured, row.loudness_lufs, row.true_peak_db]]));
      // ffmpeg's sine has an eighth of full scale: -18 dB, on both speakers.
      expect(found.get(loud)).toEqual([true, expect.closeTo(-18.5, 0), expect.any(Number)]);
      expect([found.get(mute), found.get(damaged), found.get(processing)]).toEqual([
        [true, null, null],
        [false, null, null],
        [false, null, null],
      ]);
      // The file is not read again.
      await storage.delete(`videos/${loud}/playback`);
    }
  });
});
