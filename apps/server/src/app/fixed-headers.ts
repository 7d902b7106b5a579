import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { DATA_POLICY } from './content-security-policy.ts';

/**
 * Sets the headers that each response has: those of helmet, which are the same for all requests and so are made once. A route may
 * replace each of them.
 * @param options those of helmet, for pages
 */
export function setFixedHeaders(app: FastifyInstance, options: HelmetOptions): void {
  const ofPages = {
    ...headersOf(options),
    // The recorder needs camera and microphone, on our own pages only, not in frames.
    'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=()',
    // Responses are personal: no cache may keep them, however the caller wrote the address. What may be kept, such as media
    // and the files of the web app, sets its own header.
    'cache-control': 'no-store',
  };
  // Data is no page. The page of the API's documentation sets its own policy.
  const ofData = { ...ofPages, 'content-security-policy': DATA_POLICY };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.url?.startsWith('/api/') ? ofData : ofPages);
    done();
  });
}

/** The headers that helmet would set. They depend on its options only. */
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
