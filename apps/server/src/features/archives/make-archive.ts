import { type Cue, PRODUCT_NAME, writeWebVtt } from '@kinreel/contracts';
import { archivePage as text } from '@kinreel/messages/en/archive-page';
import type { Deps } from '../../platform/deps.ts';
import { requireDiskSpace } from '../../platform/disk-space.ts';
import {
  type ArchivedVideo,
  type FileProblem,
  presentArchivedVideo,
  presentPersonData,
} from './archive-content.presenter.ts';
import { archivePage } from './archive-page.ts';
import { writeBag } from './bag.ts';
import type { PersonData } from './person-data.queries.ts';

/** Longest name of a video's folder without its number, in characters. */
const MAX_NAME = 48;

/** A stored object in the archive. */
interface ArchivedFile {
  /** Below `data/`. */
  path: string;
  key: string;
  /** As its row has it; null for photos. */
  sha256: string | null;
}

/**
 * Writes the archive of a person: a bag (BagIt) as a ZIP file, with the originals, what browsers play, captions, all data
 * as JSON, and a page that shows everything without a connection. Stored objects that are missing or damaged are named in
 * it, and the rest is there.
 * @param data.person and everything of them, in one snapshot
 * @param target path of the file to create
 * @param options.onProgress called with the bytes that were written and that there will be, roughly
 * @throws DomainError storage.full before anything is written, if the disk has too little space
 */
export async function makeArchive(
  { config, storage, log }: Pick<Deps, 'config' | 'storage' | 'log'>,
  data: PersonData,
  target: string,
  options: { madeAt: Date; signal: AbortSignal; onProgress(written: number, all: number): void },
): Promise<void> {
  const { madeAt, signal } = options;
  const problems: FileProblem[] = [];
  const files: ArchivedFile[] = [];
  let all = 0;
  const photo = await addFile({ path: 'photo.webp', key: data.person.photo_key, sha256: null });
  const videos: ArchivedVideo[] = [];
  const cuesByPath = new Map<string, readonly Cue[]>();
  for (const [index, video] of data.videos.entries()) {
    signal.throwIfAborted();
    videos.push(await addVideo(video, folderOf(index, video)));
  }
  await requireDiskSpace(config, all);

  async function addVideo(video: PersonData['videos'][number], folder: string): Promise<ArchivedVideo> {
    const of = (kind: string) => data.files.find((file) => file.video_id === video.id && file.kind === kind);
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
    if (captionsPath) cuesByPath.set(captionsPath, video.cues ?? []);
    return presentArchivedVideo(data, video, {
      original: originalPath ? { path: originalPath, name: original?.name ?? null } : null,
      playback: playbackPath ? { path: playbackPath, type } : null,
      poster: await add(poster, 'poster.webp'),
      captions: captionsPath,
    });
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
  const presented = () => presentPersonData(data, { madeAt, videos, photo, problems });
  let written = 0;
  await writeBag(
    target,
    {
      folder: archiveName(madeAt),
      info: {
        'Bagging-Date': madeAt.toISOString().slice(0, 10),
        'Bag-Software-Agent': PRODUCT_NAME,
        'Contact-Name': `${data.person.first_name} ${data.person.last_name}`,
        'External-Description': text.description({ product: PRODUCT_NAME }),
      },
      payload: [
        ...files.map(({ path, key }) => ({ path, open: () => storage.open(key) })),
        ...[...cuesByPath].map(([path, cues]) => ({ path, open: async () => writeWebVtt(cues) })),
        // The last one, because it names the files that turned out to be damaged.
        { path: 'kinreel.json', open: async () => `${JSON.stringify(presented(), null, 2)}\n` },
      ],
      tagFiles: [
        {
          path: 'index.html',
          open: async () => archivePage(presented(), cuesByPath),
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
  if (problems.length > 0) log.error({ userId: data.person.id, problems: problems.length }, 'an archive lacks files');
}

/** Name of an archive without its extension; it is also the folder in it. */
export function archiveName(madeAt: Date): string {
  return `${PRODUCT_NAME.toLowerCase()}-${madeAt.toISOString().slice(0, 10)}`;
}

/** Folder of a video, such as `videos/003-what-was-your-first-job`. They are in the order of their dates. */
function folderOf(index: number, video: { prompt: string }): string {
  const words = video.prompt
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[’'\p{M}]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_NAME)
    .replace(/-+$/, '');
  const number = String(index + 1).padStart(3, '0');
  return `videos/${[number, words].filter(Boolean).join('-')}`;
}

/** What devices call videos. Any other name, such as page.html, must not decide which program opens a file. */
const VIDEO_NAME = /\.(mp4|m4v|mov|webm|mkv|avi|mpe?g|m2?ts|3gp|3g2|wmv|asf|flv|ogv|vob|dv)$/;

/** Extension of a file: that of its name on the person's device if it is one of a video, else by its type. */
function extensionOf(name: string | null, contentType: string): string {
  const own = VIDEO_NAME.exec(name?.toLowerCase() ?? '')?.[1];
  return own ?? { 'video/mp4': 'mp4', 'video/webm': 'webm', 'video/quicktime': 'mov' }[contentType] ?? 'video';
}
