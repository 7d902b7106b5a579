import { PRODUCT_NAME } from '@kinreel/brand/name';
import { verification as text } from '@kinreel/messages/en/verification';
import type { FastifyReply } from 'fastify';
import { type Html, html } from '../pages/html.ts';
import { sendPage } from '../pages/page.ts';
import { LINK_LIFETIME_DAYS, type LinkState, type SendOutcome } from './verification.service.ts';

interface Link {
  ticket: string;
  email: string;
}

/** The page behind a valid link. The address is only verified when its button is pressed. */
function confirmForm({ ticket, email }: Link): Html {
  return html`<h1>${text.title}</h1>
      <p>${text.intro({ email, product: PRODUCT_NAME })}</p>
      <form method="post" action="/identity/verify-email">
        <input type="hidden" name="ticket" value="${ticket}">
        <button type="submit">${text.confirm}</button>
      </form>`;
}

function expired({ ticket, email }: Link): Html {
  return html`<h1>${text.expiredTitle}</h1>
      <p>${text.expiredText({ days: LINK_LIFETIME_DAYS, email })}</p>
      <form method="post" action="/identity/verify-email/again">
        <input type="hidden" name="ticket" value="${ticket}">
        <button type="submit">${text.sendAgain}</button>
      </form>`;
}

function message(title: string, sentence: string, appUrl: string): Html {
  return html`<h1>${title}</h1>
      <p>${sentence}</p>
      <a class="button" href="${appUrl}">${text.openApp({ product: PRODUCT_NAME })}</a>`;
}

/** The page of a link, by its state. */
export function sendLinkPage(reply: FastifyReply, state: LinkState, link: Link, appUrl: string): FastifyReply {
  switch (state) {
    case 'valid':
      return sendPage(reply, { title: text.title, body: confirmForm(link) });
    case 'verified':
      return sendPage(reply, { title: text.alreadyTitle, body: message(text.alreadyTitle, text.alreadyText, appUrl) });
    case 'expired':
      return sendPage(reply, { title: text.expiredTitle, statusCode: 410, body: expired(link) });
    case 'unknown':
      return sendPage(reply, {
        title: text.unknownTitle,
        statusCode: 410,
        body: message(text.unknownTitle, text.unknownText, appUrl),
      });
  }
}

export function sendVerified(reply: FastifyReply, appUrl: string): FastifyReply {
  return sendPage(reply, {
    title: text.verifiedTitle,
    body: message(text.verifiedTitle, text.verifiedText, appUrl),
  });
}

/** The page after "Send it again". */
export function sendAgainPage(reply: FastifyReply, outcome: SendOutcome, link: Link, appUrl: string): FastifyReply {
  switch (outcome) {
    case 'sent':
      return sendPage(reply, {
        title: text.sentTitle,
        body: message(text.sentTitle, text.sentText({ email: link.email }), appUrl),
      });
    case 'limited':
      return sendPage(reply, {
        title: text.limitedTitle,
        statusCode: 429,
        body: message(text.limitedTitle, text.limitedText, appUrl),
      });
    default:
      return sendLinkPage(reply, outcome, link, appUrl);
  }
}
