import type { FastifyReply } from 'fastify';
import { html } from './html.ts';
import { sendPage } from './page.ts';

/** A plain page for what went wrong on an address that a person opened. `explanation` is written for people. */
export function sendErrorPage(
  reply: FastifyReply,
  statusCode: number,
  explanation: string,
  loginUrl: string,
): FastifyReply {
  return sendPage(reply, {
    title: 'That did not work',
    statusCode,
    body: html`<h1>That did not work</h1>
      <p>${explanation}</p>
      <a class="button" href="${loginUrl}">Back to Login</a>`,
  });
}
