import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mediaFile } from '../../../testing/media-files.ts';
import { describeWithFfmpeg, tools } from '../../../testing/media-tools.ts';
import { createKnownProbes } from './known-probes.ts';

describeWithFfmpeg('cached probes of originals', () => {
  test('[UP-02] an original is read once; other originals and failed reads are read again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinreel-probes-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'original');
    const probes = createKnownProbes();

    await writeFile(path, 'not a video yet');
    expect(await probes.of('videos/1/original')(path, tools)).toBeNull();
    await copyFile(await mediaFile('clip.mp4'), path);
    const known = await probes.of('videos/1/original')(path, tools);
    expect(known?.video?.codec).toBe('h264');

    await rm(path);
    expect(await probes.of('videos/1/original')(path, tools)).toBe(known);
    await expect(probes.of('videos/2/original')(path, tools)).rejects.toThrow('ENOENT');
  });
});
