import { logo } from '@kinreel/brand/logo';
import { PRODUCT_NAME } from '@kinreel/brand/name';
import type { FastifyReply } from 'fastify';
import { newSecret } from '../secrets.ts';
import { Html, html } from './html.ts';
import { STYLE } from './style.ts';

export interface PageContent {
  title: string;
  body: Html;
  statusCode?: number;
}

/**
 * Sends a page in the product's design. It loads only fonts, runs no scripts, and can post forms only to this service.
 */
export function sendPage(reply: FastifyReply, { title, body, statusCode = 200 }: PageContent): FastifyReply {
  const nonce = newSecret();
  const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title} · ${PRODUCT_NAME}</title>
    <style nonce="${nonce}">${new Html(STYLE)}</style>
  </head>
  <body>
    <header>${new Html(logo(40))}<span>${PRODUCT_NAME}</span></header>
    <main>${body}</main>
  </body>
</html>
`;
  return reply
    .status(statusCode)
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(page.markup);
}

/** A page with a title, a sentence and a link that looks like a button. */
export function sendMessage(
  reply: FastifyReply,
  message: { title: string; text: string; href: string; label: string; statusCode?: number },
): FastifyReply {
  const body = html`<h1>${message.title}</h1>
      <p>${message.text}</p>
      <a class="button" href="${message.href}">${message.label}</a>`;
  return sendPage(reply, { ...message, body });
}

/** A page with a title, a sentence and a button that posts the ticket of a link to this service. */
export function sendTicketForm(
  reply: FastifyReply,
  form: { title: string; text: string; action: string; ticket: string; button: string; statusCode?: number },
): FastifyReply {
  const body = html`<h1>${form.title}</h1>
      <p>${form.text}</p>
      <form method="post" action="/identity/${form.action}">
        <input type="hidden" name="ticket" value="${form.ticket}">
        <button type="submit">${form.button}</button>
      </form>`;
  return sendPage(reply, { ...form, body });
}
