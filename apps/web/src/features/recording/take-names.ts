import { recording as text } from '@kinreel/messages/en/recording';

/** Longest question in a file name, in characters. */
const MAX_QUESTION_LENGTH = 60;

/** The file name of a take: the question and the day, without characters that some systems do not allow. */
export function takeFileName(question: string, started: Date, extension: string): string {
  const words = question
    .replaceAll(/[^\p{L}\p{M}\p{N}\s'-]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const short = cutAtWord(words);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${started.getFullYear()}-${two(started.getMonth() + 1)}-${two(started.getDate())}`;
  return `${short || text.fileName} ${day}.${extension}`;
}

/** The start of a text, at most `MAX_QUESTION_LENGTH` long, without a part of a word if possible. */
function cutAtWord(words: string): string {
  if (words.length <= MAX_QUESTION_LENGTH) return words;
  return words.slice(0, words.lastIndexOf(' ', MAX_QUESTION_LENGTH) + 1 || MAX_QUESTION_LENGTH).trim();
}

/** The file extension for a type: "video/webm;codecs=vp8" is a webm. */
export function extensionOf(mime: string): 'mp4' | 'webm' {
  return mime.startsWith('video/mp4') ? 'mp4' : 'webm';
}
