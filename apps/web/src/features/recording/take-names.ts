import { recording as text } from '@kinreel/messages/en/recording';

/** Maximum number of characters of the question in a file name. */
const MAX_QUESTION_LENGTH = 60;

/** The file name of a take: question and day, without characters that some systems reject. */
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

/** The start of a text, at most `MAX_QUESTION_LENGTH` characters, cut at a word boundary if possible. */
function cutAtWord(words: string): string {
  if (words.length <= MAX_QUESTION_LENGTH) return words;
  return words.slice(0, words.lastIndexOf(' ', MAX_QUESTION_LENGTH) + 1 || MAX_QUESTION_LENGTH).trim();
}

/** The file extension for a MIME type: "video/webm;codecs=vp8" is a webm. */
export function extensionOf(mime: string): 'mp4' | 'webm' {
  return mime.startsWith('video/mp4') ? 'mp4' : 'webm';
}
