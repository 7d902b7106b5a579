import { PRODUCT_NAME } from '@kinreel/contracts';

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
    `<p>${escapeHtml(greeting)}</p>`,
    `<p>${escapeHtml(intro)}</p>`,
    `<p><strong>${escapeHtml(prompt)}</strong></p>`,
    ...(message ? [`<blockquote>${escapeHtml(message).replaceAll('\n', '<br>')}</blockquote>`] : []),
    `<p><a href="${escapeHtml(url)}">Watch the video</a></p>`,
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
