import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { videoFailures } from '@kinreel/messages/en/video-failures';
import { messageByKey } from '@kinreel/messages/message-by-key';
import { HEAD_BYTES, makePreview, makeRenditions } from '../apps/server/src/features/media/jobs/make-renditions.ts';
import { type PreparedVideo, prepareVideo } from '../apps/server/src/features/media/jobs/prepare-video.ts';
import {
  displaySize,
  inspectUpload,
  probeVideo,
  type VideoProbe,
} from '../apps/server/src/features/media/probe/probe.ts';
import { UnusableVideoError } from '../apps/server/src/features/media/probe/unusable-video-error.ts';
import { MediaToolError, runFfmpeg, safeInput } from '../apps/server/src/platform/ffmpeg/run.ts';
import { findMediaTools, type MediaTools } from '../apps/server/src/platform/ffmpeg/tools.ts';
import { DomainError } from '../apps/server/src/platform/http/errors.ts';
import { UNUSUAL_FILES } from '../apps/server/src/testing/unusual-files.ts';

/**
 * Runs the whole pipeline on every file of a folder (the first argument, or ../shared/media) and on the unusual files that the
 * tests make, and writes the results into
 * test-results/media-corpus.md. Exits with 1 if a file is neither converted correctly nor rejected with a reason.
 */
const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../../shared/media'));
const report = join(import.meta.dirname, '../test-results/media-corpus.md');
const MAX_SECONDS = 7200;

/** A result may be this much longer or shorter than its source, in seconds. */
const TOLERANCE = 0.2;

/** Side in pixels of the pictures that are compared. */
const THUMB = 32;

if (!existsSync(folder)) {
  console.log(`No folder ${folder}: nothing to do. Name one: npm run docs:corpus -- /path/to/videos`);
  process.exit(0);
}
const found = await findMediaTools({ ffmpegPath: process.env.FFMPEG_PATH });
if (!found) throw new Error('This needs ffmpeg.');
const tools: MediaTools = found;
const work = await mkdtemp(join(tmpdir(), 'kinreel-corpus-'));

interface Row {
  name: string;
  source: string;
  result: string;
  /** What is wrong with the result; empty if nothing. */
  faults: string[];
}

const rows: Row[] = [];
const real = readdirSync(folder)
  .filter((entry) => !entry.endsWith('.md'))
  .sort()
  .map((name) => ({ name, path: join(folder, name) }));
const made = UNUSUAL_FILES.map(({ name, make }) => ({ name: `made: ${name}`, path: make() }));
for (const { name, path } of [...real, ...made]) {
  const started = Date.now();
  const row = await tryFile(name, path);
  rows.push(row);
  const verdict = row.faults.length > 0 ? `FAULT ${row.faults.join('; ')}` : 'ok';
  console.log(`${name}: ${row.result} (${((Date.now() - started) / 1000).toFixed(1)} s) ${verdict}`);
}
await rm(work, { recursive: true });
await mkdir(dirname(report), { recursive: true });
writeFileSync(report, document(rows));
process.exit(rows.some(({ faults }) => faults.length > 0) ? 1 : 0);

async function tryFile(name: string, path: string): Promise<Row> {
  const job = join(work, String(rows.length));
  const [input, output] = [join(job, 'input', 'original'), join(job, 'output')];
  await mkdir(dirname(input), { recursive: true });
  await mkdir(output);
  await copyFile(path, input);
  const probe = await probeVideo(input, tools).catch(() => null);
  const row = { name, source: describeSource(probe), faults: [] };
  try {
    await inspectUpload(input, { maxSeconds: MAX_SECONDS, tools });
    const prepared = await prepareVideo(input, { tools, folder: output, maxSeconds: MAX_SECONDS });
    if (!probe) throw new Error('prepared without a probe');
    return { ...row, ...(await judge(input, output, probe, prepared)) };
  } catch (error) {
    if (error instanceof DomainError) return { ...row, result: `rejected: ${error.message}` };
    if (error instanceof UnusableVideoError)
      return { ...row, result: `failed: ${messageByKey(videoFailures, error.code, error.params, 'en')}` };
    return { ...row, result: 'crashed', faults: [String(error)] };
  } finally {
    await rm(job, { recursive: true });
  }
}

async function judge(input: string, output: string, source: VideoProbe, prepared: PreparedVideo) {
  const faults: string[] = [];
  const result = await probeVideo(prepared.playback.path, tools);
  if (!result?.video || !source.video) throw new Error('no picture');
  const seconds = result.durationSeconds ?? 0;
  const announced = source.durationSeconds ?? 0;
  // If the container's duration is wrong, decoding has the true one.
  const agrees = Math.abs(seconds - announced) <= TOLERANCE;
  const truth = agrees ? announced : await decodedSeconds(input, source);
  if (Math.abs(seconds - truth) > TOLERANCE) faults.push(`${seconds.toFixed(2)} s of ${truth.toFixed(2)} s`);

  const [before, after] = [displaySize(source.video), displaySize(result.video)];
  if (Math.abs((after.width * before.height) / (after.height * before.width) - 1) > 0.02) faults.push('wrong shape');
  if (!(await isUpright(input, prepared.playback.path, seconds, output))) faults.push('not upright');

  const options = { tools, folder: output, playsSeconds: seconds, shown: after };
  const playbackHead = (await readFile(prepared.playback.path)).subarray(0, HEAD_BYTES);
  const { renditions: made, first, ...sizes } = await makeRenditions(input, { ...options, playbackHead });
  for (const { name, path, fragments, width, height } of made) {
    const lasts = fragments.segments.reduce((sum, segment) => sum + segment.seconds, 0);
    if (Math.abs(lasts - seconds) > TOLERANCE) faults.push(`rendition ${name} lasts ${lasts.toFixed(2)} s`);
    if (Math.abs((width * before.height) / (height * before.width) - 1) > 0.02)
      faults.push(`rendition ${name}: wrong shape`);
    if (!(await isUpright(input, path, seconds, output))) faults.push(`rendition ${name}: not upright`);
  }
  const preview = made.length > 0 ? sizes.preview : await makePreview(prepared.playback.path, options);
  if (!preview) faults.push('no preview images');

  const cut = prepared.missingSeconds > 0 ? '; the file is truncated' : '';
  const note = agrees ? '' : ` (decoded; its header says ${announced.toFixed(2)} s)`;
  const text = [
    `${result.container} ${result.video.codec}${result.audio ? `+${result.audio.codec}` : ''}`,
    `${after.width}x${after.height}`,
    `Δ ${(seconds - truth).toFixed(2)} s${note}${cut}`,
    made.length > 0 ? `renditions ${namesOf(first ? [...made, first] : made)}` : 'one size',
  ];
  return { result: text.join(' · '), faults };
}

function namesOf(sizes: readonly { name: string }[]): string {
  return sizes
    .map(({ name }) => name)
    .sort((a, b) => Number(b) - Number(a))
    .join(', ');
}

function describeSource(probe: VideoProbe | null): string {
  if (!probe) return 'unreadable';
  const { container, video, audio, durationSeconds } = probe;
  const size = video ? displaySize(video) : null;
  return [
    `${container} ${[video?.codec, audio?.codec].filter(Boolean).join('+') || 'no track'}`,
    ...(size && video ? [`${size.width}x${size.height}${video.rotation ? ` rotated ${video.rotation}°` : ''}`] : []),
    durationSeconds === null ? 'no duration' : `${durationSeconds.toFixed(2)} s`,
    ...(video && video.transfer !== 'sdr' ? [video.transfer] : []),
  ].join(' · ');
}

/** Seconds of everything in the file, by decoding it. */
async function decodedSeconds(input: string, { video, audio }: VideoProbe): Promise<number> {
  let seconds = 0;
  const maps = [video?.index, audio?.index].flatMap((index) => (index == null ? [] : ['-map', `0:${index}`]));
  await runFfmpeg(
    tools,
    [...safeInput(input), ...maps, '-f', 'null', '-'],
    { folder: dirname(input), timeoutMs: 600_000 },
    (done) => {
      seconds = done;
    },
  );
  return seconds;
}

/** Whether the result has the orientation of the source: it must fit best of the four rotations. */
async function isUpright(input: string, result: string, seconds: number, output: string): Promise<boolean> {
  const at = seconds < 1 ? 0 : Math.min(1, seconds / 2);
  const [before, after] = await Promise.all([input, result].map((path) => thumbnail(path, at, output)));
  if (!before || !after) return false;
  const turned = [before];
  for (let i = 0; i < 3; i += 1) turned.push(turn(turned[i] as Buffer));
  const [asIs = 0, ...others] = turned.map((picture) => difference(picture, after));
  return others.every((other) => asIs <= other + 0.5);
}

/** A small grey picture of one moment, as ffmpeg shows it. */
async function thumbnail(path: string, seconds: number, output: string): Promise<Buffer | null> {
  const target = join(output, 'thumbnail.gray');
  const own = `${target}-${Math.random()}`;
  const args = [
    ...['-ss', String(seconds), ...safeInput(path), '-map', '0:v:0', '-frames:v', '1'],
    ...['-vf', `scale=${THUMB}:${THUMB}`, '-pix_fmt', 'gray', '-f', 'rawvideo', '-y', `file:${own}`],
  ];
  await runFfmpeg(tools, args, { folder: dirname(path), timeoutMs: 60_000, maxFileBytes: 1_000_000 }).catch((error) => {
    if (!(error instanceof MediaToolError)) throw error;
  });
  const bytes = await readFile(own).catch(() => null);
  return bytes?.length === THUMB * THUMB ? bytes : null;
}

/** A picture rotated by 90 degrees. */
function turn(picture: Buffer): Buffer {
  return Buffer.from(picture.map((_, i) => picture[(THUMB - 1 - (i % THUMB)) * THUMB + Math.floor(i / THUMB)] ?? 0));
}

/** Mean difference of two pictures' brightness, 0 to 255. */
function difference(a: Buffer, b: Buffer): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
}

function document(table: readonly Row[]): string {
  const rejected = table.filter(({ result }) => /^(rejected|failed): /.test(result)).length;
  const faulty = table.filter(({ faults }) => faults.length > 0).length;
  const lines = table.map(
    ({ name, source, result, faults }) =>
      `| ${name.replaceAll('|', '\\|')} | ${source} | ${result}${faults.length > 0 ? ` · **${faults.join('; ')}**` : ''} |`,
  );
  return `# Results with real files

Written by \`npm run docs:corpus\`, which runs the whole pipeline (inspection, playback file, renditions, preview images)
on every file of a folder, with ffmpeg ${tools.version}. Δ is how much longer the playback file is than the source: at most 0.2 s, or
the file is listed as faulty. A result must also have the shape and the orientation of the source, which is checked by
comparing pictures.

${table.length} files: ${table.length - rejected - faulty} play correctly, ${rejected} are rejected with a reason, ${faulty} are faulty.

| file | source | result |
|---|---|---|
${lines.join('\n')}
`;
}
