import { PRODUCT_NAME } from '@kinreel/contracts';
import { mails } from '@kinreel/messages/en/mails';
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
  const greeting = mails.shareGreeting({ recipient: recipientName });
  const intro = mails.shareIntro({ owner: ownerName, product: PRODUCT_NAME });
  const watch = `${mails.shareWatchHere}\n${url}`;
  const text = [greeting, intro, prompt, ...(message ? [message] : []), watch, mails.shareLogin].join('\n\n');
  const html = [
    htmlEscape`<p>${greeting}</p>`,
    htmlEscape`<p>${intro}</p>`,
    htmlEscape`<p><strong>${prompt}</strong></p>`,
    ...(message ? [`<blockquote>${htmlEscape(message).replaceAll('\n', '<br>')}</blockquote>`] : []),
    htmlEscape`<p><a href="${url}">${mails.shareWatch}</a></p>`,
    htmlEscape`<p>${mails.shareLogin}</p>`,
  ].join('\n');
  return { subject: mails.shareSubject({ owner: ownerName }), text: `${text}\n`, html };
}
