import type { FastifyInstance } from 'fastify';

/**
 * Warns once if a request was forwarded by an address that is not in `TRUSTED_PROXIES`. Behind such a proxy all people
 * share its address, so one person's rate limit blocks everybody. Once only, because any client can send the header.
 */
export function warnAboutUntrustedProxy(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', async (request) => {
    const address = request.socket.remoteAddress;
    // For a trusted proxy, `ip` is the forwarded address and differs from the socket's.
    if (isWarned || !request.headers['x-forwarded-for'] || request.ip !== address) return;
    isWarned = true;
    request.log.warn({ address }, 'request forwarded by an address that is not in TRUSTED_PROXIES');
  });
}
