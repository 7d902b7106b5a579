import { useEffect, useState } from 'react';
import { useReducedMotion } from '../../shared/ui/use-reduced-motion.ts';
import { type Hearing, hearing, soundLevel } from './sound-level.ts';

/** How often the meter moves, in milliseconds; with reduced motion four times a second. */
const METER_MS = 80;
const CALM_METER_MS = 250;

/** The words follow the loudest sound of this many milliseconds. */
const WORDS_MS = 2500;

/** How loud the microphone is now, from 0 to 1, and what can be said about it; null while nothing can be heard yet. */
export function useSoundLevel(stream: MediaStream | null): { level: number; heard: Hearing | null } {
  const calm = useReducedMotion();
  const [state, setState] = useState<{ level: number; heard: Hearing | null }>({ level: 0, heard: null });
  useEffect(() => {
    setState({ level: 0, heard: null });
    if (!stream?.getAudioTracks().length) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const began = performance.now();
    let recent: { at: number; level: number }[] = [];
    // Some browsers let sound begin with a press only.
    const wake = () => void context.resume();
    window.addEventListener('pointerdown', wake);
    window.addEventListener('keydown', wake);
    const timer = setInterval(
      () => {
        if (context.state !== 'running') return;
        analyser.getFloatTimeDomainData(samples);
        const at = performance.now();
        const level = soundLevel(samples);
        recent = [...recent.filter((one) => at - one.at < WORDS_MS), { at, level }];
        const loudest = Math.max(...recent.map((one) => one.level));
        const words = hearing(loudest);
        // Silence is judged once there was time to speak.
        setState({ level, heard: words !== 'well' && at - began < WORDS_MS ? null : words });
      },
      calm ? CALM_METER_MS : METER_MS,
    );
    return () => {
      clearInterval(timer);
      window.removeEventListener('pointerdown', wake);
      window.removeEventListener('keydown', wake);
      void context.close();
    };
  }, [stream, calm]);
  return state;
}
