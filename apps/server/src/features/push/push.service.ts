import { createECDH } from 'node:crypto';
import type { PushDevice, PushResponse, PushSubscriptionRequest } from '@kinreel/contracts';
import webPush from 'web-push';
import { deriveKey } from '../../platform/auth/secrets.ts';
import type { SessionClaims } from '../../platform/auth/session-ends.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import { readUnread } from '../notifications/notifications.service.ts';
import { lockPerson } from '../profile/profile.table.ts';
import { presentDevice, presentPush } from './push.presenter.ts';
import {
  deleteSubscription,
  findToSend,
  listSubscriptions,
  trimSubscriptions,
  upsertSubscription,
} from './push.queries.ts';
import type { PushTransport } from './push-transport.ts';

/** How long a push service keeps a message for a device that is off, in seconds. */
const KEPT_SECONDS = 24 * 60 * 60;

/** The key pair by which push services recognize this installation (VAPID, RFC 8292). */
function vapidKeys(appSecret: string): { publicKey: string; privateKey: string } {
  const privateKey = deriveKey(appSecret, 'push');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

/** Whom a push service may write to about this installation. */
function contactOf({ publicUrl, mail }: Deps['config']): string {
  if (mail.operator) return `mailto:${mail.operator}`;
  return publicUrl.startsWith('https:') ? publicUrl : 'https://kinreel.invalid';
}

/** The key that a browser needs to subscribe, and the person's devices with a push subscription. */
export async function readPush(
  { appSecret, db }: Pick<Deps, 'appSecret' | 'db'>,
  userId: string,
): Promise<PushResponse> {
  const devices = (await listSubscriptions(db, userId)).map(presentDevice);
  return { public_key: vapidKeys(appSecret).publicKey, devices };
}

/**
 * Subscribes a device to the person's notifications, until the session ends. Repeated each time the app opens there,
 * so that the subscription belongs to the current session.
 */
export function subscribe(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  session: SessionClaims,
  { endpoint, keys }: PushSubscriptionRequest,
): Promise<PushDevice> {
  return db.transaction().execute(async (tx) => {
    await lockPerson(tx, userId);
    const row = await upsertSubscription(tx, { id: newId(), userId, endpoint, ...keys, session });
    await trimSubscriptions(tx, userId);
    return presentDevice(row);
  });
}

/** Deletes a push subscription of the person. No error if there is none. */
export function unsubscribe(db: Db, id: string, userId: string): Promise<void> {
  return deleteSubscription(db, id, userId);
}

/**
 * Makes one attempt to send a notification to a device, as its person would read it now: nothing if it is read or no
 * longer visible to them. A subscription that has ended at the push service is deleted.
 * @throws Error if the push service does not accept it
 */
export async function sendPush(
  deps: Pick<Deps, 'appSecret' | 'config' | 'db'>,
  transport: PushTransport,
  { notificationId, subscriptionId }: { notificationId: string; subscriptionId: string },
  signal: AbortSignal,
): Promise<void> {
  const row = await findToSend(deps.db, subscriptionId);
  const notification = row && (await readUnread(deps.db, row.user_id, notificationId));
  if (!notification) return;
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    { endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } },
    JSON.stringify(presentPush(notification, row.user_id)),
    { TTL: KEPT_SECONDS, vapidDetails: { subject: contactOf(deps.config), ...vapidKeys(deps.appSecret) } },
  );
  const status = await transport({ endpoint, headers, body }, signal);
  if (status === 404 || status === 410) await deleteSubscription(deps.db, subscriptionId, row.user_id);
  else if (status < 200 || status > 299) throw new Error(`the push service answered ${status}`);
}
