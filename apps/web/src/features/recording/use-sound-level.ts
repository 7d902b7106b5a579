import { useEffect, useState } from 'react';
import { useReducedMotion } from '../../shared/ui/use-reduced-motion.ts';
import { rateSound, type SoundRating, soundLevel } from './sound-level.ts';

/** How often the meter changes, in milliseconds; four times a second with reduced motion. */
const METER_MS = 80;
const CALM_METER_MS = 250;

/** The rating is that of the loudest sound in this time. */
const RATING_MS = 2500;

interface SoundLevel {
  /** From 0 to 1. */
  level: number;
  /** Null until there was enough time to speak. */
  rating: SoundRating | null;
}

/** How loud the microphone is now. */
export function useSoundLevel(stream: MediaStream | null): SoundLevel {
  const isCalm = useReducedMotion();
  const [sound, setSound] = useState<SoundLevel>({ level: 0, rating: null });
  useEffect(() => {
    setSound({ level: 0, rating: null });
    if (!stream?.getAudioTracks().length) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const began = performance.now();
    let recent: { at: number; level: number }[] = [];
    // Some browsers start audio only after the person has clicked or typed.
    const resume = () => void context.resume();
    window.addEventListener('pointerdown', resume);
    window.addEventListener('keydown', resume);
    const timer = setInterval(
      () => {
        if (context.state !== 'running') return;
        analyser.getFloatTimeDomainData(samples);
        const at = performance.now();
        const level = soundLevel(samples);
        recent = [...recent.filter((one) => at - one.at < RATING_MS), { at, level }];
        const rating = rateSound(Math.max(...recent.map((one) => one.level)));
        setSound({ level, rating: rating !== 'good' && at - began < RATING_MS ? null : rating });
      },
      isCalm ? CALM_METER_MS : METER_MS,
    );
    return () => {
      clearInterval(timer);
      window.removeEventListener('pointerdown', resume);
      window.removeEventListener('keydown', resume);
      void context.close();
    };
  }, [stream, isCalm]);
  return sound;
}
