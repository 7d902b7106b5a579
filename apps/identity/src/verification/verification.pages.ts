import { PRODUCT_NAME } from '@kinreel/brand/name';
import { verification as text } from '@kinreel/messages/en/verification';
import type { FastifyReply } from 'fastify';
import { sendMessage, sendTicketForm } from '../pages/page.ts';
import { LINK_LIFETIME_DAYS, type LinkState, type SendOutcome } from './verification.service.ts';

interface Link {
  ticket: string;
  email: string;
}

function sendText(reply: FastifyReply, href: string, title: string, sentence: string, statusCode = 200): FastifyReply {
  return sendMessage(reply, {
    title,
    text: sentence,
    href,
    label: text.openApp({ product: PRODUCT_NAME }),
    statusCode,
  });
}

/** The page of a link, by its state. The address is only verified when the button of a valid link is pressed. */
export function sendLinkPage(reply: FastifyReply, state: LinkState, link: Link, appUrl: string): FastifyReply {
  const { ticket, email } = link;
  switch (state) {
    case 'valid':
      return sendTicketForm(reply, {
        title: text.title,
        text: text.intro({ email, product: PRODUCT_NAME }),
        action: 'verify-email',
        ticket,
        button: text.confirm,
      });
    case 'verified':
      return sendText(reply, appUrl, text.alreadyTitle, text.alreadyText);
    case 'expired':
      return sendTicketForm(reply, {
        title: text.expiredTitle,
        text: text.expiredText({ days: LINK_LIFETIME_DAYS, email }),
        action: 'verify-email/again',
        ticket,
        button: text.sendAgain,
        statusCode: 410,
      });
    case 'unknown':
      return sendText(reply, appUrl, text.unknownTitle, text.unknownText, 410);
  }
}

export function sendVerified(reply: FastifyReply, appUrl: string): FastifyReply {
  return sendText(reply, appUrl, text.verifiedTitle, text.verifiedText);
}

/** The page after "Send it again". */
export function sendAgainPage(reply: FastifyReply, outcome: SendOutcome, link: Link, appUrl: string): FastifyReply {
  if (outcome === 'sent') return sendText(reply, appUrl, text.sentTitle, text.sentText({ email: link.email }));
  if (outcome === 'limited') return sendText(reply, appUrl, text.limitedTitle, text.limitedText, 429);
  return sendLinkPage(reply, outcome, link, appUrl);
}
