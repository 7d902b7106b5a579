import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isNoSpaceError } from '@kinreel/service';
import { expect, test } from 'vitest';
import { mediaFile } from '../../../testing/media-files.ts';
import { describeWithFfmpeg, tools } from '../../../testing/media-tools.ts';
import { createSmallDisk, hasSmallDisks } from '../../../testing/small-disk.ts';
import { prepareVideo } from './prepare-video.ts';

/** Prepares a video on a disk of this size. @returns bytes of the playback file */
async function preparedOn(kib: number, withTools: boolean): Promise<number | 'no space'> {
  const disk = await createSmallDisk(kib);
  if (!disk) throw new Error('There is no small disk.');
  try {
    const input = await mediaFile('clip.mp4');
    const options = { tools: withTools ? tools : null, folder: join(disk.folder, 'output'), maxSeconds: 60 };
    const { playback, poster } = await prepareVideo(input, options);
    expect(poster !== null).toBe(withTools);
    return (await stat(playback.path)).size;
  } catch (error) {
    if (isNoSpaceError(error)) return 'no space';
    throw error;
  } finally {
    await disk.remove();
  }
}

/** Disk sizes at which the end of the copy, its index or the poster does not fit: the clip has 27 KB. */
const SIZES = [24, 40, 52];

const small = await hasSmallDisks();

describeWithFfmpeg('with a full disk', () => {
  test.runIf(small)(
    '[UP-02] a video is prepared completely, or fails for lack of space, never as a damaged file',
    async () => {
      const whole = await preparedOn(1024, true);
      for (const kib of SIZES) expect(['no space', whole], `${kib} KiB`).toContain(await preparedOn(kib, true));
    },
  );
});

test.runIf(small)('[UP-02] the same holds without ffmpeg', async () => {
  const whole = await preparedOn(1024, false);
  expect(await preparedOn(16, false)).toBe('no space');
  expect(await preparedOn(64, false)).toBe(whole);
});
