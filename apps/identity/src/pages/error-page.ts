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
    title: 'Something went wrong',
    statusCode,
    body: html`<h1>Something went wrong</h1>
      <p>${explanation}</p>
      <a class="button" href="${loginUrl}">Back to Login</a>`,
  });
}
