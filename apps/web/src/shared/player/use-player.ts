import { useEffect, useRef, useState } from 'react';
import type { PlayableVideo } from './playable-video.ts';
import { nextSpeed, type PlayerCommand, SEEK_STEP_SECONDS, type Speed } from './player-keys.ts';
import { useCaptionsTrack } from './use-captions-track.ts';
import { useEvenSound } from './use-even-sound.ts';
import { type SoundKind, useSound } from './use-sound.ts';
import { useVideoSource, type VideoStart } from './use-video-source.ts';

/** Volume change per key press (0 to 1). */
const VOLUME_STEP = 0.1;

interface PlayerOptions {
  start: VideoStart;
  sound: SoundKind;
  captionsOverPicture: boolean;
  /** Reloads the video data: the playing source was replaced, or the video was deleted. */
  onSourceLost?: (() => void) | undefined;
}

/** State and commands of a player. `frame` contains the player, `element` plays the video. */
export function usePlayer(video: PlayableVideo, options: PlayerOptions) {
  const frame = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLVideoElement>(null);
  // The element must be muted before the source starts to play.
  const sound = useSound(element, options.sound);
  const source = useVideoSource(element, video, options.start, options.onSourceLost);
  const captions = useCaptionsTrack(element, video.captions_url, options.captionsOverPicture);
  const evenSound = useEvenSound(element, video.loudness);
  const [speed, setSpeed] = useState<Speed>(1);

  useEffect(() => {
    const player = element.current;
    if (player) player.defaultPlaybackRate = player.playbackRate = speed;
  }, [speed]);

  function togglePlay(): void {
    const player = element.current;
    if (player?.paused) player.play().catch(() => undefined);
    else player?.pause();
  }

  function seek(seconds: number): void {
    const player = element.current;
    if (player) player.currentTime = Math.min(Math.max(0, seconds), player.duration || 0);
  }

  const seekBy = (seconds: number) => seek((element.current?.currentTime ?? 0) + seconds);

  /** Toggles full screen like the button, without moving the focus. */
  function toggleFullScreen(): void {
    const request = document.fullscreenElement ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest';
    frame.current?.querySelector('media-controller')?.dispatchEvent(new CustomEvent(request));
  }

  const commands: Record<PlayerCommand, () => void> = {
    toggle: togglePlay,
    back: () => seekBy(-SEEK_STEP_SECONDS),
    forward: () => seekBy(SEEK_STEP_SECONDS),
    start: () => seek(0),
    end: () => seek(element.current?.duration ?? 0),
    louder: () => sound.changeVolume(VOLUME_STEP),
    quieter: () => sound.changeVolume(-VOLUME_STEP),
    mute: () => sound.setSound(sound.muted),
    captions: () => video.captions_url && captions.toggle(),
    slower: () => setSpeed(nextSpeed(speed, -1)),
    faster: () => setSpeed(nextSpeed(speed, 1)),
    'full-screen': toggleFullScreen,
  };

  return {
    frame,
    element,
    sound,
    source,
    captions,
    evenSound,
    speed,
    setSpeed,
    seek,
    run: (command: PlayerCommand) => commands[command](),
  };
}

/** What `usePlayer` returns. */
export type PlayerState = ReturnType<typeof usePlayer>;
