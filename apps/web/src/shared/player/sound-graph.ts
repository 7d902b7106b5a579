/** Duration of a gain change in seconds, which avoids clicks. */
const FADE_SECONDS = 0.05;

/** The gain node of each element. */
const gains = new WeakMap<HTMLMediaElement, GainNode>();
let shared: AudioContext | null = null;

/** Whether the browser plays the playlist natively: Web Audio gets no sound then. */
const isNativePlaylist = (element: HTMLMediaElement) => element.currentSrc.includes('.m3u8');

/**
 * Changes the loudness of an element independently of its volume, which the person sets and which ends at 1. From the
 * first change on, the sound is routed through Web Audio, as soon as it is audible and the browser allows sound.
 * @param decibels 0 leaves the sound unchanged
 * @returns stops the changes, and disconnects an element that was removed from the page
 */
export function changeLoudness(element: HTMLMediaElement, decibels: number): () => void {
  const ending = new AbortController();
  const apply = () => {
    const gain = gains.get(element);
    if (gain) {
      gain.connect(gain.context.destination);
      // A phone call or another app may have suspended it.
      void shared?.resume();
      return setGain(gain, decibels);
    }
    if (decibels === 0 || element.paused || element.muted || element.volume === 0 || isNativePlaylist(element)) return;
    // A context that waits for a user interaction would make the video silent.
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

/** The gain node of an element; undefined if its sound is not routed through Web Audio. */
export const gainOf = (element: HTMLMediaElement): GainNode | undefined => gains.get(element);

function setGain({ gain, context }: GainNode, decibels: number): void {
  gain.setTargetAtTime(10 ** (decibels / 20), context.currentTime, FADE_SECONDS);
}
