import type {
  HlsConfig,
  LoaderCallbacks,
  LoaderConfiguration,
  PlaylistLoaderConstructor,
  PlaylistLoaderContext,
} from 'hls.js';
import { estimateBandwidth } from './estimate-bandwidth.ts';
import { forThisScreen, isHighRange } from './high-range.ts';

/** Playlists that were requested before there is a player, by absolute URL. Each is used once. */
const requested = new Map<string, Promise<string>>();

/** The player chooses a size that needs at most this part of the bandwidth, as hls.js does. */
const BANDWIDTH_PART = 0.7;

/**
 * Requests the playlists that the player will ask for first, so that on a slow connection their two round trips are over when
 * the player is there. A failure is left to the player.
 * @param url of the list of sizes
 */
export function prefetchPlaylists(url: string): void {
  const sizes = new URL(url, location.href).href;
  if (requested.has(sizes)) return;
  const list = request(sizes);
  list.then(
    (text) => {
      const size = firstSize(text, estimateBandwidth());
      if (size) void request(new URL(size, sizes).href).catch(() => null);
    },
    () => null,
  );
}

function request(url: string): Promise<string> {
  const text = fetch(url)
    .then((response) => (response.ok ? response.text() : Promise.reject(response)))
    .then(forThisScreen);
  requested.set(url, text);
  return text;
}

/**
 * @param list an HLS list of sizes, the smallest first
 * @param bandwidth in bits per second
 * @returns the address of the largest size that this bandwidth suffices for, with high dynamic range if the list has it, or of the
 *   smallest
 */
export function firstSize(list: string, bandwidth: number): string | undefined {
  const sizes = [...list.matchAll(/[:,]BANDWIDTH=(\d+).*\n(.+)/g)];
  const fitting = sizes.filter(([, needed]) => Number(needed) <= bandwidth * BANDWIDTH_PART);
  const preferred = fitting.findLast(([variant]) => isHighRange(variant));
  return (preferred ?? fitting.at(-1) ?? sizes[0])?.[2];
}

/**
 * A loader of playlists for hls.js that takes what was prefetched, and requests everything else. Sizes that this screen cannot show
 * are not in them.
 */
export function prefetchedPlaylistLoader(Base: HlsConfig['loader']): PlaylistLoaderConstructor {
  return class extends Base {
    #isAbandoned = false;

    override load(
      context: PlaylistLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<PlaylistLoaderContext>,
    ): void {
      const url = new URL(context.url, location.href).href;
      const prefetched = requested.get(url);
      const request = () => super.load(context, config, { ...callbacks, onSuccess: onText } as never);
      const onText: typeof callbacks.onSuccess = (response, ...rest) =>
        callbacks.onSuccess({ ...response, data: forThisScreen(String(response.data)) }, ...rest);
      if (!prefetched) {
        request();
        return;
      }
      requested.delete(url);
      const start = performance.now();
      prefetched.then(
        (data) => {
          if (this.#isAbandoned) return;
          const end = performance.now();
          Object.assign(this.stats, { loaded: data.length, total: data.length });
          Object.assign(this.stats.loading, { start, first: end, end });
          callbacks.onSuccess({ url, data, code: 200 }, this.stats, context, null);
        },
        () => {
          if (!this.#isAbandoned) request();
        },
      );
    }

    override abort(): void {
      this.#isAbandoned = true;
      super.abort();
    }

    override destroy(): void {
      this.#isAbandoned = true;
      super.destroy();
    }
  } as unknown as PlaylistLoaderConstructor;
}
