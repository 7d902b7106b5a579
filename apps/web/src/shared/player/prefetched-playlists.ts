import type {
  HlsConfig,
  LoaderCallbacks,
  LoaderConfiguration,
  PlaylistLoaderConstructor,
  PlaylistLoaderContext,
} from 'hls.js';
import { estimateBandwidth } from './estimate-bandwidth.ts';
import { forThisScreen, isHighRange } from './high-range.ts';

/** Playlists that were requested before the player has loaded, by absolute URL. Each is used once. */
const requested = new Map<string, Promise<string>>();

/** Share of the bandwidth that a size may need, as in hls.js. */
const BANDWIDTH_PART = 0.7;

/**
 * Prefetches the first playlists, which saves the player two round trips on a slow connection. Errors are ignored: the
 * player requests them again.
 * @param url of the multivariant playlist
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
 * @param list a multivariant playlist, the smallest size first
 * @param bandwidth in bits per second
 * @returns the address of the largest size within this bandwidth, with high dynamic range if available, otherwise of
 * the smallest
 */
export function firstSize(list: string, bandwidth: number): string | undefined {
  const sizes = [...list.matchAll(/[:,]BANDWIDTH=(\d+).*\n(.+)/g)];
  const fitting = sizes.filter(([, needed]) => Number(needed) <= bandwidth * BANDWIDTH_PART);
  const preferred = fitting.findLast(([variant]) => isHighRange(variant));
  return (preferred ?? fitting.at(-1) ?? sizes[0])?.[2];
}

/**
 * A playlist loader for hls.js that uses prefetched playlists and requests all others. It removes sizes that this
 * screen cannot show.
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
