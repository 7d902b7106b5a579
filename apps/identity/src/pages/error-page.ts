import { identity as text } from '@kinreel/messages/en/identity';
import type { FastifyReply } from 'fastify';
import { html } from './html.ts';
import { sendPage } from './page.ts';

/** HTML page for an error at a URL opened by a person. `explanation` is a sentence for people. */
export function sendErrorPage(
  reply: FastifyReply,
  statusCode: number,
  explanation: string,
  loginUrl: string,
): FastifyReply {
  return sendPage(reply, {
    title: text.errorTitle,
    statusCode,
    body: html`<h1>${text.errorTitle}</h1>
      <p>${explanation}</p>
      <a class="button" href="${loginUrl}">${text.backToLogin}</a>`,
  });
}
