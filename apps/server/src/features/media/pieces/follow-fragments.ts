import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A completed fragment file of ffmpeg. */
export interface FragmentFile {
  /** 0 is the header (init segment). */
  number: number;
  /** 0 for the header. */
  seconds: number;
  path: string;
}

/** Polling interval of ffmpeg's playlist, in milliseconds. */
const INTERVAL_MS = 200;

/**
 * Passes on each completed fragment in order, one at a time. ffmpeg adds a file to its playlist after completing it.
 * @param list path of ffmpeg's playlist
 * @param onFragment must not throw; may move the file
 * @returns a function that must always be called at the end: it waits for the current fragment, and with `all` for the
 *   rest of the playlist
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

/** The files of ffmpeg's playlist, the header first. */
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
