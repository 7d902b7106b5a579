/** Longest question in a file's name, in characters. */
const MOST = 60;

/** What the file of a take is called: the question and the day, as any system takes it. */
export function takeFileName(question: string, started: Date, extension: string): string {
  const words = question
    .replaceAll(/[^\p{L}\p{M}\p{N}\s'-]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const short = words.length <= MOST ? words : words.slice(0, words.lastIndexOf(' ', MOST) + 1 || MOST).trim();
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${started.getFullYear()}-${two(started.getMonth() + 1)}-${two(started.getDate())}`;
  return `${short || 'Recording'} ${day}.${extension}`;
}

/** Where the bytes of a recording of this type go: "video/webm;codecs=vp8" is a webm. */
export function extensionOf(mime: string): 'mp4' | 'webm' {
  return mime.startsWith('video/mp4') ? 'mp4' : 'webm';
}
