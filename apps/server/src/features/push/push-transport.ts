import { Agent, request } from 'node:https';
import { lookupPublic } from '../../platform/http/public-address.ts';

/** An encrypted message for a push service. */
export interface PushRequest {
  endpoint: string;
  headers: Record<string, string | number>;
  body: Buffer;
}

/** Sends a message. @returns the status of the push service */
export type PushTransport = (message: PushRequest, signal: AbortSignal) => Promise<number>;

/** Browsers name the endpoints, so it connects to public addresses only. */
const agent = new Agent({ lookup: lookupPublic });

const TIMEOUT_MS = 15_000;

/** Sends a message to the push service of its browser. Redirects are not followed, and the response is not read. */
export const sendToPushService: PushTransport = ({ endpoint, headers, body }, signal) =>
  new Promise((resolve, reject) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const sent = request(endpoint, { method: 'POST', headers, agent, signal: limit }, (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    sent.on('error', reject);
    sent.end(body);
  });
