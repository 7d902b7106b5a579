/** Seconds in which the loudness changes, so that nothing clicks. */
const FADE_SECONDS = 0.05;

/** The gains that the sound of elements goes through. */
const gains = new WeakMap<HTMLMediaElement, GainNode>();
let shared: AudioContext | null = null;

/** What the browser plays without Media Source Extensions gives Web Audio no sound. */
const isNativePlaylist = (element: HTMLMediaElement) => element.currentSrc.includes('.m3u8');

/**
 * Makes the sound of an element louder or quieter than its volume, which belongs to the person and ends at 1. From the
 * first change on its sound goes through Web Audio: as soon as it is heard, and if the browser lets the page play sound.
 * @param decibels 0 for as it is @returns ends that; an element that has left the page is let go
 */
export function changeLoudness(element: HTMLMediaElement, decibels: number): () => void {
  const ending = new AbortController();
  const apply = () => {
    const gain = gains.get(element);
    if (gain) {
      gain.connect(gain.context.destination);
      // A phone call or another app may have paused it.
      void shared?.resume();
      return setGain(gain, decibels);
    }
    if (decibels === 0 || element.paused || element.muted || element.volume === 0 || isNativePlaylist(element)) return;
    // A context that waits for a press would make the video silent.
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
    shared ??= new AudioContext();
    const context = shared;
    void context.resume().then(() => {
      if (ending.signal.aborted || context.state !== 'running' || gains.has(element)) return;
      const gain = context.createGain();
      context.createMediaElementSource(element).connect(gain).connect(context.destination);
      gains.set(element, gain);
      setGain(gain, decibels);
    });
  };
  apply();
  for (const event of ['playing', 'volumechange']) element.addEventListener(event, apply, { signal: ending.signal });
  return () => {
    ending.abort();
    if (!element.isConnected) gains.get(element)?.disconnect();
  };
}

/** What the sound of an element goes through; undefined if it is heard as it is. */
export const gainOf = (element: HTMLMediaElement): GainNode | undefined => gains.get(element);

function setGain({ gain, context }: GainNode, decibels: number): void {
  gain.setTargetAtTime(10 ** (decibels / 20), context.currentTime, FADE_SECONDS);
}
