import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { DATA_POLICY } from './content-security-policy.ts';

/**
 * Sets the headers that every response has. Helmet's headers are the same for all requests, so they are computed once.
 * A route can replace each of them.
 * @param options options of helmet, for pages
 */
export function setFixedHeaders(app: FastifyInstance, options: HelmetOptions): void {
  const ofPages = {
    ...headersOf(options),
    // The recorder needs camera and microphone, on our own pages only, not in frames.
    'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=()',
    // Responses are personal, so no cache may store them, whatever the spelling of the URL. What can be cached, such as
    // media and files of the web app, sets its own header.
    'cache-control': 'no-store',
  };
  // JSON is not a page. The page of the API's documentation sets its own policy.
  const ofData = { ...ofPages, 'content-security-policy': DATA_POLICY };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.url?.startsWith('/api/') ? ofData : ofPages);
    done();
  });
}

/** The headers that helmet sets. They depend only on its options. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const response: Pick<ServerResponse, 'setHeader' | 'removeHeader'> = {
    setHeader(name, value) {
      headers[name.toLowerCase()] = String(value);
      return response as ServerResponse;
    },
    removeHeader: () => {},
  };
  helmet(options)({} as IncomingMessage, response as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
