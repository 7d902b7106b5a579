import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DARK, LIGHT } from '@kinreel/brand/colors';
import { PRODUCT_NAME } from '@kinreel/brand/name';
import { htmlEscape } from 'escape-goat';

/** A picture embedded in a mail, so that reading the mail loads nothing from the network. */
export interface MailPicture {
  /** The picture's Content-ID, for `src="cid:…"`; letters, digits and dashes. */
  cid: string;
  content: Buffer;
  /** Not WebP, because too few mail programs support it. */
  contentType: 'image/png' | 'image/jpeg';
  /** Size in CSS pixels, at most 464 wide. */
  width: number;
  height: number;
}

/** One part of a mail, in reading order. All texts are plain text. */
export type MailPart =
  /** A paragraph; `soft` for less important text. Line breaks are kept. */
  | { kind: 'text'; text: string; soft?: boolean }
  /** The sender: portrait, or the initial of the name, with the greeting and what the sender did. */
  | { kind: 'person'; name: string; portrait: MailPicture | null; greeting: string; text: string }
  /** The question that a video answers. */
  | { kind: 'question'; text: string }
  /** Text written by a person. Line breaks are kept. */
  | { kind: 'quote'; text: string }
  /** The main action. `hint` precedes the URL in the text version. */
  | { kind: 'button'; label: string; url: string; hint: string }
  /** A secondary action. `hint` precedes the URL in the text version. */
  | { kind: 'link'; label: string; url: string; hint: string }
  | { kind: 'picture'; picture: MailPicture }
  /** A line between two entries. */
  | { kind: 'line' };

/** Content of a mail, without its recipient. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
  pictures: MailPicture[];
}

/** The product's logo, drawn from logo() of @kinreel/brand at twice its size. */
const MARK: MailPicture = {
  cid: 'mark',
  content: readFileSync(join(import.meta.dirname, '../assets/mark.png')),
  contentType: 'image/png',
  width: 32,
  height: 32,
};

/** Few devices have the app's font; the others are similar. */
const FONT = `Blinker,'Trebuchet MS','Segoe UI',Roboto,Helvetica,Arial,sans-serif`;

/**
 * Mail programs without support for this block or `prefers-color-scheme` show the light colors, which are inline styles
 * of all elements. Some darken light mails automatically; `color-scheme` prevents that.
 */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:540px){.out{padding:0!important}.sheet{border-radius:0!important}.pad{padding:24px 20px!important}}
@media (prefers-color-scheme:dark){
.bg{background:${DARK.background.default}!important}
.sheet{background:${DARK.background.paper}!important}
.ink{color:${DARK.text.primary}!important}
.soft{color:${DARK.text.secondary}!important}
.tint{background:${DARK.tint.main}!important;color:${DARK.tint.contrastText}!important}
.quote{border-color:${DARK.secondary.main}!important}
.button{background:${DARK.accent.main}!important;color:${DARK.accent.contrastText}!important}
}`;

/** A mail in the product's design, as text and as HTML with the same content. */
export function layOutMail(subject: string, parts: readonly MailPart[]): MailContent {
  const texts = parts.map(partAsText).filter((text) => text !== null);
  // Several parts may show the same picture.
  const pictures = new Map(parts.map(pictureOf).flatMap((picture) => (picture ? [[picture.cid, picture]] : [])));
  return {
    subject,
    text: `${texts.join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${htmlEscape(subject)}</title>
<style>${STYLE}</style>
</head>
<body class="bg" style="margin:0;padding:0;background:${LIGHT.background.default}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="out bg" align="center" style="padding:24px 12px;background:${LIGHT.background.default}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="sheet" style="max-width:520px;background:${LIGHT.background.paper};border-radius:20px"><tr><td class="pad ink" align="left" style="padding:28px;font:17px/1.45 ${FONT};color:${LIGHT.text.primary}">
<p class="ink" style="margin:0 0 20px;font-size:20px;font-weight:600">${image(MARK, 'display:inline-block;vertical-align:middle;margin-right:10px')}${PRODUCT_NAME}</p>
${parts.map(partAsHtml).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`,
    pictures: [MARK, ...pictures.values()],
  };
}

function partAsText(part: MailPart): string | null {
  switch (part.kind) {
    case 'button':
      return `${part.hint}\n${part.url}`;
    case 'link':
      return `${part.hint} ${part.url}`;
    case 'person':
      return `${part.greeting}\n\n${part.text}`;
    case 'picture':
    case 'line':
      return null;
    default:
      return part.text;
  }
}

function pictureOf(part: MailPart): MailPicture | null {
  if (part.kind === 'picture') return part.picture;
  return part.kind === 'person' ? part.portrait : null;
}

function partAsHtml(part: MailPart): string {
  switch (part.kind) {
    case 'text':
      return part.soft
        ? `<p class="soft" style="margin:0 0 20px;color:${LIGHT.text.secondary}">${lines(part.text)}</p>`
        : `<p style="margin:0 0 20px">${lines(part.text)}</p>`;
    case 'person':
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr>${portrait(part)}<td class="ink" style="padding-left:16px;font:17px/1.45 ${FONT};color:${LIGHT.text.primary}"><span style="font-size:20px;font-weight:600">${lines(part.greeting)}</span><br>${lines(part.text)}</td></tr></table>`;
    case 'question':
      return htmlEscape`<p style="margin:0 0 20px;font-size:30px;line-height:1.2">${part.text}</p>`;
    case 'quote':
      return `<blockquote class="quote" style="margin:0 0 20px;padding:0 0 0 16px;border-left:4px solid ${LIGHT.secondary.main}">${lines(part.text)}</blockquote>`;
    case 'button':
      return htmlEscape`<p style="margin:0 0 20px"><a class="button" href="${part.url}" style="display:block;padding:18px 24px;border-radius:12px;background:${LIGHT.accent.main};color:${LIGHT.accent.contrastText};font-size:20px;font-weight:600;text-align:center;text-decoration:none">${part.label}</a></p>`;
    case 'link':
      return htmlEscape`<p style="margin:0 0 20px"><a class="soft" href="${part.url}" style="color:${LIGHT.text.secondary}">${part.label}</a></p>`;
    case 'line':
      return `<hr class="quote" style="margin:32px 0 28px;border:0 solid ${LIGHT.secondary.main};border-top-width:1px">`;
    case 'picture':
      return image(part.picture, 'display:block;width:100%;height:auto;margin:0 0 24px;border-radius:12px');
  }
}

function portrait({ name, portrait: picture }: MailPart & { kind: 'person' }): string {
  if (picture) return `<td width="64">${image(picture, 'display:block;border-radius:50%')}</td>`;
  const initial = [...name][0]?.toUpperCase() ?? '';
  return `<td class="tint" width="64" height="64" align="center" style="width:64px;height:64px;border-radius:50%;background:${LIGHT.tint.main};color:${LIGHT.tint.contrastText};font:600 26px/64px ${FONT}">${htmlEscape(initial)}</td>`;
}

/** An image without alternative text, because the text around it describes it. */
function image({ cid, width, height }: MailPicture, style: string): string {
  return `<img src="cid:${cid}" alt="" width="${width}" height="${height}" style="${style};max-width:${width}px;border:0">`;
}

const lines = (text: string) => htmlEscape(text).replaceAll('\n', '<br>');
