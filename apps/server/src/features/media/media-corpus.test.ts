import { existsSync, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '../../platform/errors.ts';
import type { MediaTools } from '../../platform/ffmpeg/tools.ts';
import { createMediaFiles, type MediaFiles } from '../../testing/media-test-files.ts';
import { tools } from '../../testing/media-tools.ts';
import { planPreparation } from './plan.ts';
import { prepareVideo } from './prepare-video.ts';
import { inspectUpload, probeVideo } from './probe.ts';
import { UnusableVideoError } from './unusable-video-error.ts';

/**
 * An optional folder of real files from many cameras and years: beside the repository, or set here. Not every machine has
 * it, so these tests prove no requirement.
 */
const CORPUS = resolve(process.env.MEDIA_CORPUS ?? join(import.meta.dirname, '../../../../../../shared/media'));

/** Files up to this many bytes are prepared; for larger ones only the plan is checked. `npm run docs:corpus` prepares all. */
const PREPARED_BYTES = 100_000;

const names = existsSync(CORPUS) ? readdirSync(CORPUS).filter((name) => !name.endsWith('.md')) : [];
if (names.length === 0) console.info(`No media corpus at ${CORPUS}: its test is skipped.`);

describe.skipIf(!tools || names.length === 0)('real files', () => {
  let files: MediaFiles;
  beforeAll(async () => {
    files = await createMediaFiles(tools as MediaTools);
  });
  afterAll(() => files.remove());

  it.each(names)('%s ends playable or rejected with a reason', async (name) => {
    const path = join(CORPUS, name);
    const inspected = await inspectUpload(path, { maxSeconds: 7200, tools }).catch((error) => error);
    if (inspected instanceof Error) {
      expect(inspected).toBeInstanceOf(DomainError);
      return;
    }
    if ((await stat(path)).size > PREPARED_BYTES) {
      const probe = await probeVideo(path, tools);
      expect(probe && planPreparation(probe, tools, { maxSeconds: 7200 })).toMatchObject({ kind: 'prepare' });
      return;
    }
    const { input, output } = await files.alone(path);
    const prepared = await prepareVideo(input, { tools, folder: output, maxSeconds: 7200 }).catch((error) => error);
    if (prepared instanceof Error) {
      expect(prepared).toBeInstanceOf(UnusableVideoError);
      return;
    }
    const { streams } = await files.describe(prepared.playback.path);
    expect(streams.length).toBeLessThanOrEqual(2);
    expect(['h264', 'vp8', 'vp9', 'av1']).toContain(streams.find((s) => s.codec_type === 'video')?.codec_name);
    expect(prepared.poster).not.toBeNull();
  });
});
