import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Some seconds of a video, in a file that ffmpeg has completed. */
export interface FragmentFile {
  /** 0 is the header that every other one needs. */
  number: number;
  /** 0 for the header. */
  seconds: number;
  path: string;
}

/** Milliseconds between two looks at ffmpeg's list. */
const INTERVAL_MS = 200;

/**
 * Hands over each fragment that ffmpeg completes, in their order, one at a time. ffmpeg names a file in its list only
 * afterwards.
 * @param list path of ffmpeg's list @param onFragment must not throw; it may move the file
 * @returns to be called in any case: waits for the one that is being handed over, and with `all`, for the rest of the list
 */
export function followFragments(
  list: string,
  onFragment: (fragment: FragmentFile) => Promise<void>,
): { end: (options: { all: boolean }) => Promise<void> } {
  let taken = 0;
  let ended = false;
  async function takeNew(isOver = () => false): Promise<void> {
    const found = readList(await readFile(list, 'utf8').catch(() => ''), dirname(list));
    for (const fragment of found.slice(taken)) {
      if (isOver()) return;
      await onFragment(fragment);
      taken += 1;
    }
  }
  async function follow(): Promise<void> {
    while (!ended) {
      await takeNew(() => ended);
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
  }
  const following = follow();
  return {
    async end({ all }) {
      ended = true;
      await following;
      if (all) await takeNew();
    },
  };
}

/** The files of a list of ffmpeg's, the header first. */
function readList(text: string, folder: string): FragmentFile[] {
  const [, header] = /^#EXT-X-MAP:URI="([^"/]+)"/m.exec(text) ?? [];
  const entries = [...text.matchAll(/^#EXTINF:([\d.]+),\n([^#\n/]+)\n/gm)];
  if (!header || entries.length === 0) return [];
  return [
    { number: 0, seconds: 0, path: join(folder, header) },
    ...entries.map(([, seconds, name = ''], i) => ({
      number: i + 1,
      seconds: Number(seconds),
      path: join(folder, name),
    })),
  ];
}
