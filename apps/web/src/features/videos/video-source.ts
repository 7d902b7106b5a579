import type { Video } from '@kinreel/contracts/videos';
import type Hls from 'hls.js';
import type { ErrorData } from 'hls.js';
import { loadHls } from './load-hls.ts';

/** What keeps a video from playing. */
export type Trouble =
  /** No answer, or none in time: the line or the server is down. */
  | 'line'
  /** It was deleted, or is no longer shared with this person. */
  | 'gone'
  /** The session has ended. */
  | 'signed-out'
  /** It is there, and this browser cannot play it. */
  | 'unplayable';

interface SourceEvents {
  /** Heights in pixels of the sizes to choose from, the largest first; fewer than two are no choice. */
  onSizes: (heights: number[]) => void;
  /** Height of the size that is shown now. */
  onSize: (height: number) => void;
  onTrouble: (trouble: Trouble) => void;
  /** Ask for a fresh media cookie. @returns whether there is one now */
  renewLeave: () => Promise<boolean>;
}

/** Where the pictures and the sound of a player come from. */
export interface VideoSource {
  /** Begin, or begin again where it stopped. */
  play: () => void;
  /** Stay with the size of this height in pixels; null: whatever the line carries. */
  chooseSize: (height: number | null) => void;
  close: () => void;
}

/** A second refusal within so many milliseconds is not answered with another cookie. */
const RENEW_AT_MOST_EVERY_MS = 30_000;

/**
 * Feed a video element: the playlist of all sizes by hls.js, where a browser has no Media Source Extensions by itself,
 * and the one file that every browser plays (`url`) when there is no playlist or it fails, at the place where it did. A
 * refusal for want of a fresh cookie is answered with one, and the video goes on.
 * @param video what is played, asked for at each beginning: sizes that are made meanwhile disturb nobody who watches
 */
export function openSource(
  element: HTMLVideoElement,
  video: () => Pick<Video, 'url' | 'hls_url'>,
  on: SourceEvents,
): VideoSource {
  let { url, hls_url: playlist } = video();
  let hls: Hls | null = null;
  /** Height that the person chose. */
  let chosen: number | null = null;
  /** Where to go on, in seconds. */
  let place = 0;
  let renewedAt = Number.NEGATIVE_INFINITY;
  const closing = new AbortController();
  const closed = closing.signal;

  async function play(): Promise<void> {
    leave();
    ({ url, hls_url: playlist } = video());
    if (!playlist) return playFile();
    const library = await loadHls().catch(() => null);
    if (closed.aborted) return;
    if (library?.default.isSupported()) playByHls(library.default, playlist);
    else if (element.canPlayType('application/vnd.apple.mpegurl')) playAddress(playlist);
    else playFile();
  }

  function playFile(): void {
    if (url) playAddress(url);
  }

  function playAddress(address: string): void {
    element.src = address;
    if (place > 0) element.currentTime = place;
    start();
  }

  /** A browser that does not allow it shows the controls, paused. */
  function start(): void {
    element.play().catch(() => undefined);
  }

  function playByHls(library: typeof Hls, address: string): void {
    const own = new library({
      // The policy on what the page may run knows no workers made of text; parts in fragmented MP4 need none.
      enableWorker: false,
      // A card needs no more than its own pixels.
      capLevelToPlayerSize: true,
      startPosition: place,
      // Seconds: enough for a line that comes and goes, little for one that is paid by what it carries.
      maxMaxBufferLength: 60,
      backBufferLength: 60,
    });
    hls = own;
    own.once(library.Events.MEDIA_ATTACHED, start);
    own.on(library.Events.MANIFEST_PARSED, () => {
      on.onSizes(heightsOf(own));
      if (chosen !== null) chooseSize(chosen);
    });
    own.on(library.Events.LEVEL_SWITCHED, (_event, { level }) => on.onSize(heightOf(own.levels[level])));
    own.on(library.Events.ERROR, (_event, data) => void onHlsError(own, address, data));
    own.loadSource(address);
    own.attachMedia(element);
  }

  /** A refusal is answered at once; hls.js itself would go from size to size for long. */
  async function onHlsError(own: Hls, address: string, data: ErrorData): Promise<void> {
    const status = data.response?.code ?? 0;
    const refused = status >= 400 && status < 500;
    if (own !== hls || (!data.fatal && !refused)) return;
    if (status === 401) {
      // What is asked for meanwhile would be refused too; one answer is enough for all that was.
      own.stopLoad();
      if (await renewed()) {
        if (own !== hls) return;
        if (own.levels.length === 0) own.loadSource(address);
        return own.startLoad();
      }
      if (own !== hls) return;
    }
    leave();
    playFile();
  }

  /** Let go of hls.js, keeping the place. */
  function leave(): void {
    keepPlace();
    hls?.destroy();
    hls = null;
    on.onSizes([]);
  }

  function keepPlace(): void {
    if (element.currentTime > 0) place = element.currentTime;
  }

  async function onElementError(): Promise<void> {
    // What goes wrong while hls.js feeds it, hls.js reports. Without an address there is nothing to go wrong.
    if (hls || !element.currentSrc) return;
    if (playlist && element.src.endsWith(playlist)) {
      keepPlace();
      return playFile();
    }
    keepPlace();
    const reason = await whyRefused(url ?? '', closed);
    if (closed.aborted) return;
    if (reason !== 'refused') return on.onTrouble(reason);
    if (!(await renewed())) return on.onTrouble('signed-out');
    if (!closed.aborted) await play();
  }

  async function renewed(): Promise<boolean> {
    const now = performance.now();
    if (now - renewedAt < RENEW_AT_MOST_EVERY_MS) return false;
    renewedAt = now;
    return (await on.renewLeave()) && !closed.aborted;
  }

  function chooseSize(height: number | null): void {
    chosen = height;
    if (hls) hls.nextLevel = hls.levels.findIndex((level) => heightOf(level) === height);
  }

  element.addEventListener('error', onElementError, { signal: closed });
  return {
    play: () => void play(),
    chooseSize,
    close: () => {
      closing.abort();
      hls?.destroy();
      hls = null;
    },
  };
}

/** A size is named by its shorter side, upright or not. */
function heightOf(level: { width: number; height: number } | undefined): number {
  return level ? Math.min(level.width, level.height) : 0;
}

function heightsOf(hls: Hls): number[] {
  return [...new Set(hls.levels.map(heightOf))].sort((a, b) => b - a);
}

/** Ask for a single byte to learn what a player is not told: why its file did not come. */
async function whyRefused(url: string, signal: AbortSignal): Promise<Trouble | 'refused'> {
  const answer = await fetch(url, {
    headers: { range: 'bytes=0-0' },
    cache: 'no-store',
    // Bytes that lie elsewhere are given to those who may see them.
    redirect: 'manual',
    signal,
  }).catch(() => null);
  if (!answer || answer.status >= 500) return 'line';
  if (answer.status === 401) return 'refused';
  return answer.status === 403 || answer.status === 404 ? 'gone' : 'unplayable';
}
