import { LIGHT } from '@kinreel/brand/colors';
import { htmlEscape } from 'escape-goat';

/** A picture inside a mail. It is sent with the mail, so that reading it loads nothing and tells nobody. */
export interface MailPicture {
  /** What the picture's `src` is after `cid:`; letters, digits and dashes. */
  cid: string;
  /** PNG. */
  content: Buffer;
  /** Size in CSS pixels, at most 464 wide. */
  width: number;
  height: number;
}

/** One part of a mail, in reading order. All texts are plain text. */
export type MailPart =
  /** A paragraph; `soft` for what matters less. Line breaks stay. */
  | { kind: 'text'; text: string; soft?: boolean }
  /** The question that a video answers. */
  | { kind: 'question'; text: string }
  /** What a person wrote. Line breaks stay. */
  | { kind: 'quote'; text: string }
  /** The one thing to do. `hint` precedes the URL in the text version. */
  | { kind: 'button'; label: string; url: string; hint: string }
  | { kind: 'picture'; picture: MailPicture };

/** Content of a mail, without its recipient. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
  pictures: MailPicture[];
}

/** A mail in the product's design, as text and as HTML with the same content. */
export function layOutMail(subject: string, parts: readonly MailPart[]): MailContent {
  const texts = parts.map(partAsText).filter((text) => text !== null);
  return {
    subject,
    text: `${texts.join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
  <head><meta name="color-scheme" content="light"></head>
  <body style="margin:0;padding:24px;background:${LIGHT.background.default};color:${LIGHT.text.primary};font:17px/1.45 'Trebuchet MS','Segoe UI',sans-serif">
    <div style="max-width:464px;margin:0 auto;padding:28px;background:${LIGHT.background.paper};border-radius:20px">
${parts.map(partAsHtml).join('\n')}
    </div>
  </body>
</html>
`,
    pictures: parts.flatMap((part) => (part.kind === 'picture' ? [part.picture] : [])),
  };
}

function partAsText(part: MailPart): string | null {
  switch (part.kind) {
    case 'button':
      return `${part.hint}\n${part.url}`;
    case 'picture':
      return null;
    default:
      return part.text;
  }
}

function partAsHtml(part: MailPart): string {
  switch (part.kind) {
    case 'text':
      return `<p style="margin:0 0 20px${part.soft ? `;color:${LIGHT.text.secondary}` : ''}">${lines(part.text)}</p>`;
    case 'question':
      return htmlEscape`<p style="margin:0 0 20px;font-size:26px;line-height:1.2">${part.text}</p>`;
    case 'quote':
      return `<blockquote style="margin:0 0 20px;padding:0 0 0 16px;border-left:4px solid ${LIGHT.secondary.main}">${lines(part.text)}</blockquote>`;
    case 'button':
      return htmlEscape`<p style="margin:0 0 20px"><a href="${part.url}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:${LIGHT.accent.main};color:#ffffff;font-weight:600;text-decoration:none">${part.label}</a></p>`;
    case 'picture':
      return htmlEscape`<img src="cid:${part.picture.cid}" alt="" width="${part.picture.width}" height="${part.picture.height}" style="display:block;width:100%;max-width:${part.picture.width}px;height:auto;margin:0 0 24px;border-radius:12px">`;
  }
}

const lines = (text: string) => htmlEscape(text).replaceAll('\n', '<br>');
