import type { EncodingPlan } from './encoding.ts';

/** The best encoder of this browser: WebCodecs, otherwise MediaRecorder. Null if it has neither. */
export async function planEncoding(stream: MediaStream): Promise<EncodingPlan | null> {
  if ('VideoEncoder' in window) {
    const { planWebCodecs } = await import('./encode-with-webcodecs.ts');
    const plan = await planWebCodecs(stream).catch(() => null);
    if (plan) return plan;
  }
  const { planMediaRecorder } = await import('./encode-with-media-recorder.ts');
  return planMediaRecorder(stream);
}
