import { PRODUCT_NAME } from '@kinreel/contracts';

/** What the mail of a share is made of; all of it but the address is somebody's own words. */
export interface ShareMailWords {
  ownerName: string;
  recipientName: string;
  prompt: string;
  /** May be empty and may have several lines. */
  message: string;
  /** Where the video is watched. */
  address: string;
}

/** The mail that tells a person of a shared video (SHARE-06), as text and as HTML. */
export function shareMail(words: ShareMailWords): { subject: string; text: string; html: string } {
  const { ownerName, recipientName, prompt, message, address } = words;
  const greeting = `Hello ${recipientName},`;
  const news = `${ownerName} shared a video with you on ${PRODUCT_NAME}. It answers the question:`;
  const help = 'You will be asked to log in, so that only you can see it.';
  const text = [greeting, news, prompt, ...(message ? [message] : []), `Watch it here:\n${address}`, help].join('\n\n');
  const html = [
    `<p>${escapeHtml(greeting)}</p>`,
    `<p>${escapeHtml(news)}</p>`,
    `<p><strong>${escapeHtml(prompt)}</strong></p>`,
    ...(message ? [`<blockquote>${escapeHtml(message).replaceAll('\n', '<br>')}</blockquote>`] : []),
    `<p><a href="${escapeHtml(address)}">Watch the video</a></p>`,
    `<p>${escapeHtml(help)}</p>`,
  ].join('\n');
  return { subject: `${ownerName} shared a video with you`, text: `${text}\n`, html };
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
