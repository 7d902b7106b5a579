import { PRODUCT_NAME } from '@kinreel/contracts';
import { htmlEscape } from 'escape-goat';

/** Content of a share mail. Everything except the URL is user input. */
export interface ShareMailContent {
  ownerName: string;
  recipientName: string;
  prompt: string;
  /** May be empty or have several lines. */
  message: string;
  /** URL to watch the video. */
  url: string;
}

/** The mail about a shared video (SHARE-06), as text and as HTML. */
export function shareMail(content: ShareMailContent): { subject: string; text: string; html: string } {
  const { ownerName, recipientName, prompt, message, url } = content;
  const greeting = `Hello ${recipientName},`;
  const intro = `${ownerName} shared a video with you on ${PRODUCT_NAME}. It answers the question:`;
  const help = 'We ask you to log in, so that the video stays private.';
  const text = [greeting, intro, prompt, ...(message ? [message] : []), `Watch it here:\n${url}`, help].join('\n\n');
  const html = [
    htmlEscape`<p>${greeting}</p>`,
    htmlEscape`<p>${intro}</p>`,
    htmlEscape`<p><strong>${prompt}</strong></p>`,
    ...(message ? [`<blockquote>${htmlEscape(message).replaceAll('\n', '<br>')}</blockquote>`] : []),
    htmlEscape`<p><a href="${url}">Watch the video</a></p>`,
    htmlEscape`<p>${help}</p>`,
  ].join('\n');
  return { subject: `${ownerName} shared a video with you`, text: `${text}\n`, html };
}
