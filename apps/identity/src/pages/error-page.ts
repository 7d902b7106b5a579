import { identity as text } from '@kinreel/messages/en/identity';
import type { FastifyReply } from 'fastify';
import { sendMessage } from './page.ts';

/** HTML page for an error at a URL opened by a person. `explanation` is a sentence for people. */
export function sendErrorPage(
  reply: FastifyReply,
  statusCode: number,
  explanation: string,
  href: string,
): FastifyReply {
  return sendMessage(reply, { title: text.errorTitle, text: explanation, href, label: text.backToLogin, statusCode });
}
