import type { FastifyInstance } from 'fastify';

/**
 * Warns once when a request says whom it was forwarded for, and comes from an address that is not in `TRUSTED_PROXIES`.
 * Behind such a proxy everybody has its address, so the limits of one person stop all. Anybody can send such a header, so
 * once is enough.
 */
export function warnAboutUntrustedProxy(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', async (request) => {
    const address = request.socket.remoteAddress;
    // The word of a trusted proxy replaces its own address.
    if (isWarned || !request.headers['x-forwarded-for'] || request.ip !== address) return;
    isWarned = true;
    request.log.warn({ address }, 'a request was forwarded by an address that is not in TRUSTED_PROXIES');
  });
}
