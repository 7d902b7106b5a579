import { type Cue, MAX_CAPTIONS_BYTES, MAX_CUE_LENGTH, MAX_CUES } from '@kinreel/contracts/captions';
import { parseCaptions, writeWebVtt } from '@kinreel/contracts/webvtt';

/** A file that a person brings along, or why it is none. */
export type OpenedFile = { cues: Cue[]; skipped: number } | { problem: string };

/** Read a WebVTT or SubRip file. What a file is called does not count. */
export async function openCaptionFile(file: File): Promise<OpenedFile> {
  if (file.size > MAX_CAPTIONS_BYTES) return { problem: 'This file is too large for captions.' };
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return { problem: 'This file could not be read. Please try again.' };
  const { cues, skipped } = parseCaptions(decode(bytes), { cues: MAX_CUES, length: MAX_CUE_LENGTH });
  if (cues.length > 0) return { cues, skipped };
  return { problem: 'There are no captions in this file. Please choose a .vtt or .srt file.' };
}

/** UTF-8, or UTF-16 with its mark; what is neither is an old file in the alphabet of western Europe. */
export function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Have the browser save the captions as a WebVTT file. @param name without an ending */
export function saveCaptionFile(cues: readonly Cue[], name: string): void {
  const url = URL.createObjectURL(new Blob([writeWebVtt(cues)], { type: 'text/vtt' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name.replace(/[^\p{L}\p{N} ,'-]+/gu, '').trim() || 'captions'}.vtt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
