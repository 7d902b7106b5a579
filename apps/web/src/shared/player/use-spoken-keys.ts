import { player as text } from '@kinreel/messages/en/player';
import { useState } from 'react';
import { formatNumber, formatPercent } from '../format/numbers.ts';
import { nextSpeed, type PlayerCommand, SEEK_STEP_SECONDS } from './player-keys.ts';
import type { PlayerState } from './use-player.ts';

/** Runs the command of a key and announces the result, because no focused control would announce it. */
export function useSpokenKeys(player: PlayerState) {
  const [said, setSaid] = useState('');

  function runKey(command: PlayerCommand): void {
    player.run(command);
    const next = textAfter(player, command);
    // Screen readers repeat the same words only if the text differs.
    setSaid((before) => (next !== '' && next === before ? `${next}\u00a0` : next));
  }

  return { said, runKey };
}

/** `player` is the state before the command; its element has already changed. */
function textAfter({ element, captions, speed }: PlayerState, command: PlayerCommand): string {
  const video = element.current;
  if (!video) return '';
  switch (command) {
    case 'toggle':
      return video.paused ? text.saidPaused : text.saidPlaying;
    case 'back':
      return text.back({ seconds: SEEK_STEP_SECONDS });
    case 'forward':
      return text.forward({ seconds: SEEK_STEP_SECONDS });
    case 'start':
      return text.saidStart;
    case 'end':
      return text.saidEnd;
    case 'louder':
    case 'quieter':
      return text.saidVolume({ percent: formatPercent(Math.round(video.volume * 100)) });
    case 'mute':
      return video.muted ? text.saidSoundOff : text.saidSoundOn;
    case 'captions':
      if (!video.querySelector('track[kind=captions]')) return '';
      return captions.shown ? text.saidCaptionsOff : text.saidCaptionsOn;
    case 'slower':
      return text.saidSpeed({ speed: formatNumber(nextSpeed(speed, -1)) });
    case 'faster':
      return text.saidSpeed({ speed: formatNumber(nextSpeed(speed, 1)) });
    case 'full-screen':
      return '';
  }
}
