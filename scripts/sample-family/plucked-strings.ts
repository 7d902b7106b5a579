export const SAMPLE_RATE = 48_000;

/** A note: when it starts in seconds, its frequency in hertz, its strength from 0 to 1. */
export interface PluckedNote {
  start: number;
  pitch: number;
  strength: number;
}

/** Frequency of a note in hertz, counted in half tones from A4. */
export const hertz = (halfTones: number): number => 440 * 2 ** (halfTones / 12);

/**
 * Plucked strings as a WAV file: stereo, 16 bits, 48 kHz. The high partials of each note fade first.
 * @param seconds length of the file; the sound fades out over the last 1.2 seconds
 */
export function pluckedStrings(notes: readonly PluckedNote[], seconds: number): Buffer {
  const length = seconds * SAMPLE_RATE;
  const left = new Float64Array(length);
  const right = new Float64Array(length);
  for (const [index, { start: startSeconds, pitch, strength }] of notes.entries()) {
    const start = Math.round(startSeconds * SAMPLE_RATE);
    const pan = 0.5 + 0.28 * Math.sin(index * 1.9);
    for (let i = 0; i < 3.4 * SAMPLE_RATE && start + i < length; i += 1) {
      const t = i / SAMPLE_RATE;
      let sample = 0;
      for (let partial = 1; partial <= 6 && pitch * partial < 8000; partial += 1) {
        const decay = Math.exp(-t * (1.1 + 0.55 * partial + pitch / 900));
        sample += (Math.sin(2 * Math.PI * pitch * partial * t * (1 + 0.00012 * partial ** 2)) * decay) / partial ** 1.7;
      }
      sample *= strength * Math.min(1, t / 0.004);
      left[start + i] = (left[start + i] ?? 0) + sample * Math.cos((pan * Math.PI) / 2);
      right[start + i] = (right[start + i] ?? 0) + sample * Math.sin((pan * Math.PI) / 2);
    }
  }
  echo(left, 0.31);
  echo(right, 0.37);

  let loudest = 0;
  for (let i = 0; i < length; i += 1) loudest = Math.max(loudest, Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0));
  const wav = Buffer.alloc(44 + length * 4);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(SAMPLE_RATE, 24);
  wav.writeUInt32LE(SAMPLE_RATE * 4, 28);
  wav.writeUInt16LE(4, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(length * 4, 40);
  for (let i = 0; i < length; i += 1) {
    const fade = fadeOut((seconds - i / SAMPLE_RATE) / 1.2);
    wav.writeInt16LE(Math.round(((left[i] ?? 0) / loudest) * 0.7 * fade * 32767), 44 + i * 4);
    wav.writeInt16LE(Math.round(((right[i] ?? 0) / loudest) * 0.7 * fade * 32767), 46 + i * 4);
  }
  return wav;
}

function fadeOut(remaining: number): number {
  const share = Math.min(1, Math.max(0, remaining));
  return share ** 2 * (3 - 2 * share);
}

/** A soft echo, as in a large room. */
function echo(channel: Float64Array, seconds: number): void {
  const delay = Math.round(seconds * SAMPLE_RATE);
  for (let i = delay; i < channel.length; i += 1) {
    channel[i] = (channel[i] ?? 0) + 0.22 * (channel[i - delay] ?? 0);
  }
}
