import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { videoFailures } from '@kinreel/messages/en/video-failures';
import { messageByKey } from '@kinreel/messages/message-by-key';
import { prepareVideo } from '../apps/server/src/features/media/jobs/prepare-video.ts';
import {
  displaySize,
  inspectUpload,
  probeVideo,
  type VideoProbe,
} from '../apps/server/src/features/media/probe/probe.ts';
import { UnusableVideoError } from '../apps/server/src/features/media/probe/unusable-video-error.ts';
import { findMediaTools } from '../apps/server/src/platform/ffmpeg/tools.ts';
import { DomainError } from '../apps/server/src/platform/http/errors.ts';

/**
 * `npm run docs:corpus -- FOLDER`: inspects and prepares every file of a folder of real videos, and writes what came
 * out to test-results/media-corpus.md. Exits with 1 if a file neither becomes a playback file nor is rejected with a
 * reason.
 */
const MAX_SECONDS = 7200;
const report = join(import.meta.dirname, '../test-results/media-corpus.md');

const [folder] = process.argv.slice(2);
const tools = await findMediaTools({ ffmpegPath: process.env.FFMPEG_PATH });
if (!folder || !tools) {
  console.error(folder ? 'ffmpeg is not installed.' : 'Name a folder: npm run docs:corpus -- /path/to/videos');
  process.exit(1);
}
const lines = [`Prepared with ffmpeg ${tools.version}.\n`, '| File | Source | Result |', '|---|---|---|'];
for (const entry of readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile())) {
  lines.push(`| ${entry.name.replaceAll('|', '\\|')} | ${await prepare(join(folder, entry.name))} |`);
  console.log(lines.at(-1));
}
mkdirSync(dirname(report), { recursive: true });
writeFileSync(report, `${lines.join('\n')}\n`);

/** @returns the source and the result, or the reason why there is none, as cells of the table */
async function prepare(path: string): Promise<string> {
  const work = await mkdtemp(join(tmpdir(), 'kinreel-corpus-'));
  const input = join(work, 'input/original');
  let source = 'unreadable';
  try {
    await mkdir(dirname(input));
    await copyFile(path, input);
    source = describe(await probeVideo(input, tools).catch(() => null));
    await inspectUpload(input, { maxSeconds: MAX_SECONDS, tools });
    const options = { tools, folder: join(work, 'output'), maxSeconds: MAX_SECONDS };
    const { playback } = await prepareVideo(input, options);
    return `${source} | ${describe(await probeVideo(playback.path, tools))}`;
  } catch (error) {
    if (error instanceof DomainError) return `${source} | rejected: ${error.message}`;
    if (error instanceof UnusableVideoError) {
      return `${source} | failed: ${messageByKey(videoFailures, error.code, error.params, 'en')}`;
    }
    process.exitCode = 1;
    return `${source} | **crashed: ${error}**`;
  } finally {
    await rm(work, { recursive: true });
  }
}

function describe(probe: VideoProbe | null): string {
  if (!probe) return 'unreadable';
  const { container, video, audio, durationSeconds } = probe;
  const { width, height } = video ? displaySize(video) : { width: 0, height: 0 };
  return [
    `${container} ${[video?.codec, audio?.codec].filter(Boolean).join('+')}`,
    `${width}x${height}`,
    durationSeconds === null ? 'no duration' : `${durationSeconds.toFixed(2)} s`,
  ].join(', ');
}
