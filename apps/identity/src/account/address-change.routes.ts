import { PRODUCT_NAME } from '@kinreel/brand/name';
import { accountChange as text } from '@kinreel/messages/en/account-change';
import { identity } from '@kinreel/messages/en/identity';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { isAllowedOrigin } from '../http/cors.ts';
import { parse } from '../http/parse.ts';
import { oauthError } from '../http/protocol-error.ts';
import { sendMessage, sendTicketForm } from '../pages/page.ts';
import { ticketSchema } from '../ticket-schema.ts';
import { type AddressLink, confirmAddress, readAddressLink, undoAddress } from './address-change.service.ts';

export const addressLinkSchema = z.object({ ticket: ticketSchema });

/** Texts and actions of the page behind each link. */
const LINKS = {
  confirm: {
    use: confirmAddress,
    title: text.confirmTitle,
    intro: (email: string) => text.confirmIntro({ email, product: PRODUCT_NAME }),
    button: text.confirmButton,
    doneTitle: text.confirmedTitle,
    doneText: (email: string) => text.confirmedText({ email }),
  },
  undo: {
    use: undoAddress,
    title: text.undoTitle,
    intro: (email: string) => text.undoIntro({ email, product: PRODUCT_NAME }),
    button: text.undoButton,
    doneTitle: text.undoneTitle,
    doneText: (email: string) => text.undoneText({ email }),
  },
} as const;

/** The pages behind the links in mails about a change of address. They work without login and without scripts. */
export function addressChangePages(app: FastifyInstance, deps: Deps): void {
  const { config, limits } = deps;
  const loginUrl = `${config.publicUrl}/login`;

  const sendText = (reply: FastifyReply, title: string, sentence: string, statusCode = 200) =>
    sendMessage(reply, { title, text: sentence, href: loginUrl, label: identity.goToLogin, statusCode });
  const sendExpired = (reply: FastifyReply) => sendText(reply, text.expiredTitle, text.expiredText, 410);
  const emailOf = (kind: AddressLink, change: { old_email: string; new_email: string }) =>
    kind === 'confirm' ? change.new_email : change.old_email;

  for (const kind of ['confirm', 'undo'] as const) {
    const link = LINKS[kind];
    app.get(`/email/${kind}`, { config: { page: true } }, async (request, reply) => {
      const { ticket } = parse(addressLinkSchema, request.query);
      const change = await readAddressLink(deps, kind, ticket);
      if (!change) return sendExpired(reply);
      return sendTicketForm(reply, {
        title: link.title,
        text: link.intro(emailOf(kind, change)),
        action: `email/${kind}`,
        ticket,
        button: link.button,
      });
    });

    app.post(`/email/${kind}`, { config: { page: true } }, async (request, reply) => {
      if (!isAllowedOrigin(request, config)) throw oauthError(403, 'access_denied', identity.openLinkAgain);
      const { ticket } = parse(addressLinkSchema, request.body);
      const change = await readAddressLink(deps, kind, ticket);
      if (!change) {
        await limits.consume('address', { address: request.ip });
        return sendExpired(reply);
      }
      const outcome = await link.use(deps, ticket);
      if (outcome === 'expired') return sendExpired(reply);
      if (outcome === 'taken') return sendText(reply, text.takenTitle, text.takenText, 409);
      return sendText(reply, link.doneTitle, link.doneText(emailOf(kind, change)));
    });
  }
}
