import { evenGain } from '@kinreel/contracts/loudness';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { changeLoudness, gainOf } from './sound-graph.ts';

const RATE = 48_000;
const SECONDS = 20;

/** A mono tone as a WAV file. @param peak 0 to 1 */
function tone(peak: number): string {
  const samples = Int16Array.from({ length: RATE * SECONDS }, (_, i) =>
    Math.round(Math.sin((2 * Math.PI * 997 * i) / RATE) * peak * 32_767),
  );
  const header = new DataView(new ArrayBuffer(44));
  const words = { 0: 'RIFF', 8: 'WAVE', 12: 'fmt ', 36: 'data' };
  for (const [at, word] of Object.entries(words)) {
    for (const [i, letter] of [...word].entries()) header.setUint8(Number(at) + i, letter.charCodeAt(0));
  }
  for (const [at, value] of [
    [4, 36 + samples.byteLength],
    [16, 16],
    [24, RATE],
    [28, RATE * 2],
    [40, samples.byteLength],
  ] as const) {
    header.setUint32(at, value, true);
  }
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const) {
    header.setUint16(at, value, true);
  }
  return URL.createObjectURL(new Blob([header, samples], { type: 'audio/wav' }));
}

let ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

/** An element that plays a tone. */
async function playing(peak: number): Promise<HTMLVideoElement> {
  const element = document.createElement('video');
  element.src = tone(peak);
  document.body.append(element);
  ends.push(() => {
    element.remove();
    URL.revokeObjectURL(element.src);
  });
  // Browsers allow sound after a user interaction.
  await userEvent.click(document.body);
  await element.play();
  return element;
}

/** Measures the output peak in dB of full scale. A busy machine leaves gaps, which would lower a mean. */
function meter(element: HTMLMediaElement): () => number {
  const gain = gainOf(element) as GainNode;
  const analyser = new AnalyserNode(gain.context, { fftSize: 16_384 });
  gain.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return () => {
    analyser.getFloatTimeDomainData(samples);
    return 20 * Math.log10(Math.max(...samples.map(Math.abs)));
  };
}

test('two videos 15 dB apart play within 1 dB of each other, and the volume does not change', async () => {
  for (const peak_db of [-9, -24]) {
    const element = await playing(10 ** (peak_db / 20));
    // A mono tone on two speakers is as loud as its peak.
    ends.push(changeLoudness(element, evenGain({ lufs: peak_db, peak_db })));
    await expect.poll(() => gainOf(element)).toBeDefined();
    const decibels = meter(element);
    // Each within half a decibel of the same loudness. The gain fades, and a busy machine leaves gaps.
    await expect.poll(() => Math.abs(decibels() + 18)).toBeLessThan(0.5);
    expect([element.volume, element.muted]).toEqual([1, false]);
    element.pause();
  }
});

test('sound that needs no change, or is not audible, does not use Web Audio; turned off, the original sound is restored', async () => {
  const element = await playing(0.1);
  ends.push(changeLoudness(element, 0));
  element.muted = true;
  const end = changeLoudness(element, 6);
  expect(gainOf(element)).toBeUndefined();
  element.muted = false;
  await expect.poll(() => gainOf(element)?.gain.value).toBeCloseTo(2, 1);
  end();
  ends.push(changeLoudness(element, 0));
  await expect.poll(() => gainOf(element)?.gain.value).toBeCloseTo(1, 1);
});
