import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';

/** Maximum number of push subscriptions per person. A new one replaces the oldest. */
export const MAX_PUSH_DEVICES = 20;

/** A host name with a letters-only last part, so never an IP address or a name without a domain. */
const HOST_NAME = /^([a-z0-9-]+\.)+[a-z]{2,}$/;

/** Whether this is an address of a push service: https, a public host name, the usual port. */
function isPushEndpoint(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null;
  return (
    url?.protocol === 'https:' && url.port === '' && !url.username && !url.password && HOST_NAME.test(url.hostname)
  );
}

/** POST /api/push: the subscription that the browser has made, as in PushSubscription.toJSON(). */
export const pushSubscriptionRequest = z.strictObject({
  endpoint: z.string().check(z.maxLength(1000), z.refine(isPushEndpoint)),
  keys: z.strictObject({
    p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
});
export type PushSubscriptionRequest = z.infer<typeof pushSubscriptionRequest>;

/** A device with a push subscription. */
export const pushDevice = z.object({ id, created_at: isoDateTime });
export type PushDevice = z.infer<typeof pushDevice>;

/** GET /api/push: the key that the browser needs to subscribe, and the caller's devices. */
export const pushResponse = z.object({ public_key: z.string(), devices: z.array(pushDevice) });
export type PushResponse = z.infer<typeof pushResponse>;

/** What the service worker receives: the texts, and the path that a click opens. */
export const pushMessage = z.object({ tag: id, title: z.string(), body: z.string(), path: z.string() });
export type PushMessage = z.infer<typeof pushMessage>;
