import { player as text } from '@kinreel/messages/en/player';
import type { KeyboardEvent } from 'react';

/** How far keys move the slider, from 0 to 1. */
const STEPS: Record<string, number> = {
  ArrowLeft: -0.1,
  ArrowDown: -0.1,
  ArrowRight: 0.1,
  ArrowUp: 0.1,
  PageDown: -0.2,
  PageUp: 0.2,
  Home: -1,
  End: 1,
};

interface VolumeSliderProps {
  /** Id of the media-controller. */
  controller: string;
  /** @param by change from -1 to 1 */
  changeVolume: (by: number) => void;
  /** The person has moved the slider. */
  onSlide: () => void;
}

/**
 * The volume, where the tray has room for it (watch-styles.ts). Not where a page cannot set it, as on an iPhone:
 * media-chrome finds that out. Louder is on the right in every language.
 */
export function VolumeSlider({ controller, changeVolume, onSlide }: VolumeSliderProps) {
  function onKeyDownCapture(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    // Instead of the steps of the range itself, of which there are a hundred.
    event.preventDefault();
    event.stopPropagation();
    changeVolume(step);
  }

  return (
    <div className="volume" dir="ltr">
      <media-volume-range mediacontroller={controller} onKeyDownCapture={onKeyDownCapture} onInput={onSlide} />
      {/* The slider has this name. */}
      <span aria-hidden>{text.volume}</span>
    </div>
  );
}
