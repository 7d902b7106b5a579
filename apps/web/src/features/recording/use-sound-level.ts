import { useEffect, useState } from 'react';
import { useReducedMotion } from '../../shared/ui/use-reduced-motion.ts';
import { type Sound, type SoundRating, soundLevel, soundOf } from './sound-level.ts';

/** Interval of measurements in milliseconds. */
const MEASURE_MS = 80;

/** Samples per measurement: 85 ms at 48 kHz, so that measurements overlap. */
const SAMPLES = 4096;

/** With reduced motion the meter shows every third measurement, four per second. */
const CALM_STEP = 3;

/** Window of the rating, which uses the loudest sound. */
const RATING_MS = 2500;

interface SoundLevel extends Pick<Sound, 'level'> {
  /** Null until the person had enough time to speak. */
  rating: SoundRating | null;
}

/** The current microphone level. */
export function useSoundLevel(stream: MediaStream | null): SoundLevel {
  const isCalm = useReducedMotion();
  const [sound, setSound] = useState<SoundLevel>({ level: 0, rating: null });
  useEffect(() => {
    setSound({ level: 0, rating: null });
    if (!stream?.getAudioTracks().length) return;
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: SAMPLES });
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(SAMPLES);
    const began = performance.now();
    let recent: { at: number; level: number }[] = [];
    // Some browsers start audio only after a user interaction.
    const resume = () => void context.resume();
    window.addEventListener('pointerdown', resume);
    window.addEventListener('keydown', resume);
    let measured = 0;
    const timer = setInterval(() => {
      if (context.state !== 'running') return;
      analyser.getFloatTimeDomainData(samples);
      const at = performance.now();
      recent = [...recent.filter((one) => at - one.at < RATING_MS), { at, level: soundLevel(samples) }];
      measured += 1;
      const step = isCalm ? CALM_STEP : 1;
      if (measured % step !== 0) return;
      const loudestOf = (some: typeof recent) => Math.max(...some.map((one) => one.level));
      const { level, rating } = soundOf(loudestOf(recent.slice(-step)), loudestOf(recent));
      setSound({ level, rating: rating !== 'good' && at - began < RATING_MS ? null : rating });
    }, MEASURE_MS);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pointerdown', resume);
      window.removeEventListener('keydown', resume);
      void context.close();
    };
  }, [stream, isCalm]);
  return sound;
}
