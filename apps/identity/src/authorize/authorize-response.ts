import type { FastifyReply } from 'fastify';
import { html, scriptValue } from '../pages/html.ts';
import { newSecret } from '../secrets.ts';
import type { ResponseTarget } from './authorize-request.ts';

/** Sends the response of /authorize to the app: as a redirect, or as a message to the parent of the iframe. */
export function sendAuthorizeResponse(
  reply: FastifyReply,
  to: ResponseTarget,
  values: Record<string, string | number>,
): FastifyReply {
  const response = { ...values, ...(to.state === undefined ? {} : { state: to.state }) };
  if (to.mode === 'web_message') return sendMessagePage(reply, new URL(to.redirectUri).origin, response);
  const parameters = new URLSearchParams(
    Object.entries(response).map(([key, value]): [string, string] => [key, String(value)]),
  );
  // The redirect URI was checked and has neither query nor fragment.
  return reply.redirect(`${to.redirectUri}${to.mode === 'query' ? '?' : '#'}${parameters}`);
}

/** Only the app's own origin may frame this page and receives the message. */
function sendMessagePage(reply: FastifyReply, appOrigin: string, response: object): FastifyReply {
  const nonce = newSecret();
  const message = { type: 'authorization_response', response };
  const page = html`<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Kinreel</title></head>
  <body><script nonce="${nonce}">parent.postMessage(${scriptValue(message)}, ${scriptValue(appOrigin)});</script></body>
</html>
`;
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors ${appOrigin}`,
    )
    .type('text/html; charset=utf-8')
    .send(page.markup);
}
