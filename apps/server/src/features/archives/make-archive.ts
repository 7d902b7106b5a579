import { createWriteStream } from 'node:fs';
import { type Cue, PRODUCT_NAME, writeWebVtt } from '@kinreel/contracts';
import type { Deps } from '../../platform/deps.ts';
import { requireDiskSpace } from '../../platform/system/disk-space.ts';
import { cuesWithin } from '../captions/trimmed-cues.policy.ts';
import { trimOf } from '../videos/trim.policy.ts';
import type { ArchivedPaths, FileProblem, FoundFiles } from './archive-content.presenter.ts';
import { writeBag } from './bag.ts';
import type { VideoFileRow, VideoRow } from './person-data.queries.ts';

/** Maximum length of a name in a path, in characters. */
const MAX_NAME = 48;

/** The content of an archive, and the documents that describe it. */
export interface ArchiveContent {
  /** The recipient. */
  userId: string;
  recipient: string;
  /** A description of one sentence, for programs. */
  description: string;
  /** First name of the videos' owner; undefined for the recipient's own archive. */
  ownerFirstName?: string;
  photoKey: string | null;
  /** In order of date. */
  videos: readonly VideoRow[];
  files: readonly VideoFileRow[];
  /** Called after all files were written: only then the damaged ones are known. */
  describe(found: FoundFiles, cues: ReadonlyMap<string, readonly Cue[]>): { data: object; page: string };
}

/** A stored object in the archive. */
interface ArchivedFile {
  /** Below `data/`. */
  path: string;
  key: string;
  /** The hash in its row; null for photos. */
  sha256: string | null;
}

/**
 * Writes an archive: a bag (BagIt) as a ZIP file, with originals, playback files, captions, the data as JSON, and a
 * page that shows everything offline. Missing or damaged stored objects are listed in it, and the rest is included.
 * @param content read in one snapshot
 * @param target path of the file to create
 * @param options.onProgress called with the written and the approximate total bytes
 * @throws DomainError storage.full before anything is written, if the disk has too little space
 */
export async function makeArchive(
  { config, storage, log }: Pick<Deps, 'config' | 'storage' | 'log'>,
  content: ArchiveContent,
  target: string,
  options: { madeAt: Date; signal: AbortSignal; onProgress(written: number, all: number): void },
): Promise<void> {
  const { madeAt, signal } = options;
  const problems: FileProblem[] = [];
  const files: ArchivedFile[] = [];
  let all = 0;
  const photo = await addFile({ path: 'photo.webp', key: content.photoKey, sha256: null });
  const paths: ArchivedPaths[] = [];
  const cuesByPath = new Map<string, readonly Cue[]>();
  for (const [index, video] of content.videos.entries()) {
    signal.throwIfAborted();
    paths.push(await addVideo(video, folderOf(index, video)));
  }
  await requireDiskSpace(config, all);

  async function addVideo(video: VideoRow, folder: string): Promise<ArchivedPaths> {
    const of = (kind: string) => content.files.find((file) => file.video_id === video.id && file.kind === kind);
    const [original, playback, poster] = [of('original'), of('playback'), of('poster')];
    const add = (file: typeof original, name: string) =>
      addFile({ path: `${folder}/${name}`, key: file?.key ?? null, sha256: file?.sha256 ?? null });
    const originalPath = await add(
      original,
      `original.${original ? extensionOf(original.name, original.content_type) : ''}`,
    );
    const isSame = originalPath !== null && original?.sha256 === playback?.sha256;
    const type = playback?.content_type ?? '';
    const playbackPath = isSame ? originalPath : await add(playback, `playback.${extensionOf(null, type)}`);
    const captionsPath = video.cues ? `${folder}/captions.vtt` : null;
    const trim = trimOf(video);
    const originalCaptionsPath = video.cues && trim ? `${folder}/original-captions.vtt` : null;
    if (captionsPath) cuesByPath.set(captionsPath, cuesWithin(video.cues ?? [], trim));
    if (originalCaptionsPath) cuesByPath.set(originalCaptionsPath, video.cues ?? []);
    return {
      original: originalPath ? { path: originalPath, name: original?.name ?? null } : null,
      playback: playbackPath ? { path: playbackPath, type } : null,
      poster: await add(poster, 'poster.webp'),
      captions: captionsPath,
      original_captions: originalCaptionsPath,
    };
  }

  /** @returns the path; null if there is no such object */
  async function addFile({ path, key, sha256 }: Omit<ArchivedFile, 'key'> & { key: string | null }) {
    if (key === null) return null;
    const stored = await storage.stat(key);
    if (!stored) {
      problems.push({ path, problem: 'missing' });
      return null;
    }
    all += stored.size;
    files.push({ path, key, sha256 });
    return path;
  }

  const hashes = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const described = () => content.describe({ madeAt, paths, photo, problems }, cuesByPath);
  let written = 0;
  await writeBag(
    createWriteStream(target, { flags: 'wx' }),
    {
      folder: archiveName(madeAt, content.ownerFirstName),
      info: {
        'Bagging-Date': madeAt.toISOString().slice(0, 10),
        'Bag-Software-Agent': PRODUCT_NAME,
        'Contact-Name': content.recipient,
        'External-Description': content.description,
      },
      payload: [
        ...files.map(({ path, key }) => ({ path, open: () => storage.open(key) })),
        ...[...cuesByPath].map(([path, cues]) => ({ path, open: async () => writeWebVtt(cues) })),
        // Last, because it lists the files that are damaged.
        { path: 'kinreel.json', open: async () => `${JSON.stringify(described().data, null, 2)}\n` },
      ],
      tagFiles: [
        {
          path: 'index.html',
          open: async () => described().page,
        },
      ],
    },
    {
      signal,
      onBytes(bytes) {
        written += bytes;
        options.onProgress(written, all);
      },
      onFile(path, sha256) {
        const expected = hashes.get(path);
        if (!expected || expected === sha256) return;
        problems.push({ path, problem: 'damaged' });
      },
    },
  );
  if (problems.length > 0) log.error({ userId: content.userId, problems: problems.length }, 'archive is missing files');
}

/**
 * Name of an archive without its extension, and of its top folder.
 * @param ownerFirstName of the videos' owner, if it is not the recipient's own archive
 */
export function archiveName(madeAt: Date, ownerFirstName = ''): string {
  const parts = [PRODUCT_NAME.toLowerCase(), wordsOf(ownerFirstName), madeAt.toISOString().slice(0, 10)];
  return parts.filter(Boolean).join('-');
}

/** Folder of a video, such as `videos/003-what-was-your-first-job`, numbered by date. */
function folderOf(index: number, video: { prompt: string }): string {
  const number = String(index + 1).padStart(3, '0');
  return `videos/${[number, wordsOf(video.prompt)].filter(Boolean).join('-')}`;
}

/** A text as part of a path; '' if it has no usable characters. */
function wordsOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[’'\p{M}]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_NAME)
    .replace(/-+$/, '');
}

/** Video extensions. Any other extension, such as .html, must not decide which program opens the file. */
const VIDEO_NAME = /\.(mp4|m4v|mov|webm|mkv|avi|mpe?g|m2?ts|3gp|3g2|wmv|asf|flv|ogv|vob|dv)$/;

/** Extension of a file: of its original name if that is a video's, else by its type. */
function extensionOf(name: string | null, contentType: string): string {
  const own = VIDEO_NAME.exec(name?.toLowerCase() ?? '')?.[1];
  return own ?? { 'video/mp4': 'mp4', 'video/webm': 'webm', 'video/quicktime': 'mov' }[contentType] ?? 'video';
}
